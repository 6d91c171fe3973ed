export { default as details } from './details'
export { default as index } from './index'
export { default as practice } from './practice'
export { default as wrong } from './wrong'
