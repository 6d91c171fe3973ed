/** Exports for other modules. */
export { bankAccountData } from './account-data'
export { countDueWrong, readBankProgress, selectNextReview, selectWrongDue } from './queries'
export { mayStudy } from './selection'
