export { default as cs } from './cs'
export { default as feedback } from './feedback'
export { default as index } from './index'
