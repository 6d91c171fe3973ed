export { default as details } from './details'
export { default as study } from './study'
