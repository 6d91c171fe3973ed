/** What other modules may use: what happens to a learner's records with their account. */
export { libraryPart } from './part'
