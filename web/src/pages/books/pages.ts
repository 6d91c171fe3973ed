export { default as details } from './details'
export { default as index } from './index'
export { default as read } from './read'
