/** Exports for other modules: parsing search input and finding match ranges. */

export { plainFormulas } from '../../text/plain-formulas'
export { matchRanges, snippetOf, snippetRange } from './match-ranges'
export { likePattern, parseTypedText } from './queries'
