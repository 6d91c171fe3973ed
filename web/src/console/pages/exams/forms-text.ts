import type { FormsSummary } from '@dxx/contract/calls/staff/exam-shapes'
import { percentText } from './figures'

/** Ranges that the papers of one exam should keep (docs/decisions/0060-fair-papers.md). */
const [mostScoreRange, mostErrorRange] = [0.01, 0.05]

export const areFair = ({ scoreRange, errorRange }: FormsSummary): boolean =>
  scoreRange <= mostScoreRange && errorRange <= mostErrorRange

/** How much the papers of an exam differ for students of the same ability. */
export const differenceText = ({ scoreRange, errorRange }: FormsSummary): string =>
  `同一水平的学生，期望得分最多差满分的 ${percentText(scoreRange)}，测量误差最多差 ${percentText(errorRange)}`

/** Share of students who see a question: so far a leak can spread. */
export const exposureText = ({ drawn, overlap, exposure }: FormsSummary): string =>
  `每人抽 ${drawn} 题，两份最多 ${overlap} 题相同，一题最多在 ${percentText(exposure)} 的卷子里`
