export { default as gallery } from './gallery'
export { default as index } from './index'
