/** Exports for other modules: papers, attempts and 错题本. The types are in src/questions. */

export type { AttemptSource } from '../../db/schema/questions'
export { newSeed, PaperIds } from '../../questions/paper'
export { questionsAccountData } from './account-data'
export {
  conversionOf,
  lockExam,
  lockTest,
  openGrading,
  recordAnswers,
  sendToGrading,
  sumUpExams,
  waitingScore,
} from './attempts'
export { embargoedQuestions, graceSeconds, inOpenExam, rejectEmbargoed } from './exam-embargo'
export { gradeAnswer, publishScore } from './grade-code'
export { versionsById } from './queries'
export { recallOf, review, rightAnswersToLeave, type Schedule } from './schedule'
export { noteOutcomes, type Outcome, retractOutcomes, reviewByMemory } from './wrong-book'
