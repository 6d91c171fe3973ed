export { default as index } from './index'
export { default as record } from './record'
