/** What other modules may use. */
export { bankPart } from './account-part'
export { progressOf, wrongDue } from './queries'
