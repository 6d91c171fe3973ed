/** What other modules may use. */
export { bankPart } from './account-part'
export { todayOf } from './today'
