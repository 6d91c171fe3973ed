/** Exports for other modules: the account data handler. */
export { libraryAccountData } from './account-data'
