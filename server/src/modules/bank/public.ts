/** Exports for other modules. */
export { bankAccountData } from './account-data'
export { progressOf, selectWrongDue, wrongDue } from './queries'
export { mayStudy } from './selection'
