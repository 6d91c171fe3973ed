/** Exports for other modules: progress, and the account data handler of study records. */
export { studyAccountData } from './account-data'
export { studiedPercent, studiedToday } from './progress'
