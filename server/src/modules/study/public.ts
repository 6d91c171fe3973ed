/** What other modules may use: how far a user is, and what happens to study records with an account. */
export { studyPart } from './part'
export { studiedPercent, studiedToday, totalPercent } from './progress'
