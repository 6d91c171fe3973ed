import { examControl } from './exam-control'
import { examDrafts } from './exam-drafts'
import { examGrading } from './exam-grading'
import { examRegrade } from './exam-regrade'
import { examResults } from './exam-results'

/** Calls of the exam desk. */
export const exams = { ...examDrafts, ...examControl, ...examGrading, ...examResults, ...examRegrade }
