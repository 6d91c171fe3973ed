/** Exports for other modules: readable chapters, and the account data handler of highlights. */

export { readingAccountData } from './account-data'
export { viewChapter } from './chapter'
export { countAnchors } from './count-anchors'
export { saveHighlight } from './highlights'
export { openResource } from './resources'
