export { default as details } from './details'
export { default as index } from './index'
export { default as invoice } from './invoice'
