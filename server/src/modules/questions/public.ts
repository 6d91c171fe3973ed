/** What other modules may use: showing, scoring and keeping answers to questions, whatever the occasion. */
export { questionsPart } from './account-part'
export { type Answered, noteOutcome, type Recorded, recordAnswers, sumUpTest, waitingScore } from './attempts'
export { gradeAnswer } from './grade-code'
export { newSeed, openPaper, type Paper, PaperIds, sealPaper, shuffled } from './paper'
export { publicQuestion, readAnswer, scoredQuestion, type Version, type View } from './present'
export { versionsById } from './queries'
export type { Body, Detail, Given, Rubric, Scored } from './rubric'
export { scoreAnswer } from './score/score'
