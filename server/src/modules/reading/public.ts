/** Exports for other modules: readable chapters, and the account data handler of highlights. */

export { readingAccountData } from './account-data'
export { countAnchors } from './count-anchors'
export { viewChapter } from './chapter'
export { saveHighlight } from './highlights'
export { openResource } from './resources'
