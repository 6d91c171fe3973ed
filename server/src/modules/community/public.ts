/** Exports for other modules: authors and counts of posts, and the sensitive-word check. */

export { communityAccountData } from './account-data'
export { countsOf, publicNotes } from './chapters'
export { countWaiting, ownComments } from './comments'
export { kindNames } from './reactions'
export { isRefused } from './sensitive-words'
export { reportDetail } from './staff-handlers'
