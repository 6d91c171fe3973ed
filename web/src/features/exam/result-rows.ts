import type { QuestionType } from '@dxx/contract/questions'
import type { CallData } from '../../api/use-call'

type Result = CallData<'GET /v1/show_exam'>

/** A question of a result with its points, grades and appeals. */
export interface QuestionRow {
  question: string
  /** Number of the question on the student's paper, as during the exam. */
  number: number
  /** Number on the composed paper, which staff use; null if the student's paper has the same numbers. */
  paperNumber: number | null
  type: QuestionType
  score: number
  maxScore: number
  /** Whether the question has no score yet. */
  isWaiting: boolean
  isGiven: boolean
  grades: NonNullable<Result['grades']>
  appeals: NonNullable<Result['appeals']>
}

type RowSource = Pick<Result, 'sheet' | 'given' | 'grades' | 'appeals' | 'numbers'>

type Numbers = Result['numbers']

/** The student's own number of each question; undefined if the server sent none. */
export const ownNumbers = (numbers: Numbers): Record<string, number> | undefined =>
  numbers && Object.fromEntries(numbers.map(({ question, own }) => [question, own]))

/** Number of each question on the composed paper; empty if the student's paper has the same numbers. */
const paperNumbers = (numbers: Numbers = []): Record<string, number> =>
  numbers.some(({ own, paper }) => own !== paper)
    ? Object.fromEntries(numbers.map(({ question, paper }) => [question, paper]))
    : {}

/** Questions in the order shown to the student; none until verdicts are released. */
export function listQuestionRows({ sheet, given = [], grades = [], appeals = [], numbers }: RowSource): QuestionRow[] {
  const [studentNumbers, paper] = [ownNumbers(numbers), paperNumbers(numbers)]
  return (sheet ?? []).map(({ question, type, verdict, score, maxScore }, at) => ({
    question,
    number: studentNumbers?.[question] ?? at + 1,
    paperNumber: paper[question] ?? null,
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
