export { default as agreement } from './agreement'
export { default as banner } from './banner'
export { default as index } from './index'
