export { default as cashier } from './cashier'
export { default as confirm } from './confirm'
export { default as result } from './result'
