/** What other modules may use: who wrote what, how much is said where, and the check of words. */
export { countsOf, discussCounts, publicNotes } from './chapters'
export { countWaiting, ownComments } from './comments'
export { communityPart } from './part'
export { isRefused } from './words'
