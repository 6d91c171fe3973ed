/** What other modules may use: who wrote what, and the check of words. */
export { countsOf, publicNotes } from './chapters'
export { countWaiting, ownComments } from './comments'
export { communityPart } from './part'
export { isRefused } from './words'
