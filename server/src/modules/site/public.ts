/** Exports for other modules. */
export { saveFact, siteFact } from './facts'
