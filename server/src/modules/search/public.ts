/** Exports for other modules: parsing search input and finding match ranges. */

export { matchRanges, snippetOf, snippetRange } from './match-ranges'
export { likePattern, parseTypedText } from './queries'
