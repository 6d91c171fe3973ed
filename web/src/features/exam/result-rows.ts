import type { QuestionType } from '@dxx/contract/questions'
import type { CallData } from '../../api/use-call'

type Result = CallData<'GET /v1/show_exam'>

/** A question of a result with its points, grades and appeals. */
export interface QuestionRow {
  question: string
  /** Number of the question on the student's paper. */
  number: number
  type: QuestionType
  score: number
  maxScore: number
  /** Whether the question has no score yet. */
  isWaiting: boolean
  isGiven: boolean
  grades: NonNullable<Result['grades']>
  appeals: NonNullable<Result['appeals']>
}

type RowSource = Pick<Result, 'sheet' | 'given' | 'grades' | 'appeals'>

/** Questions in the order shown to the student; none until verdicts are released. */
export function listQuestionRows({ sheet, given = [], grades = [], appeals = [] }: RowSource): QuestionRow[] {
  return (sheet ?? []).map(({ question, type, verdict, score, maxScore }, at) => ({
    question,
    number: at + 1,
    type,
    score,
    maxScore,
    isWaiting: verdict === 'marking' || verdict === 'grading',
    isGiven: given.includes(question),
    grades: grades.filter((grade) => grade.question === question),
    appeals: appeals.filter((appeal) => appeal.question === question),
  }))
}

/** Whether a question has 送分, grades or appeals to show besides its points. */
export const hasScoringNotes = ({ isGiven, grades, appeals }: QuestionRow): boolean =>
  isGiven || grades.length > 0 || appeals.length > 0
