/** What other modules may use: taking apart what somebody typed, and showing where it stands. */
export { marksOf, snippetOf } from './marks'
export { plainFormulas } from './plain-formulas'
export { like, typed } from './queries'
