/** Exports for other modules. */
export { notesAccountData } from './account-data'
