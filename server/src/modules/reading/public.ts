/** What other modules may use: opening what a user may read, and what happens to highlights with an account. */
export { type ReadableChapter, readableChapter, viewChapter } from './chapter'
export { saveHighlight } from './highlights'
export { readingPart } from './part'
export { openResource } from './resources'
