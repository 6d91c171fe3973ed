/** Exports for other modules: authors and counts of posts, and the sensitive-word check. */

export { communityAccountData } from './account-data'
export { questionDetail } from './answer-questions'
export { countProfilePosts, publicNotes } from './chapters'
export { countWaiting, ownComments } from './comments'
export { postKindNames } from './reactions'
export { hasSensitiveWord } from './sensitive-words'
export { reportDetail } from './staff-handlers'
