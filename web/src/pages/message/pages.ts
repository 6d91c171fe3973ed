export { default as index } from './index'
export { default as list } from './list'
