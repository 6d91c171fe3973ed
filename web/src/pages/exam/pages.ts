export { default as answer } from './answer'
export { default as index } from './index'
export { default as record } from './record'
export { default as result } from './result'
