import { byChance } from '@dxx/contract/rules/exam-order'
import type { StaffData } from '../../../api/client'
import { splitSections } from '../print/split-sections'

/**
 * The questions of one student, in the order of the author: from sections with 每人抽 n 题, n questions chosen by the
 * seed. The papers of the exam are drawn on publication, by more rules.
 */
export const samplePaper = ({ questions, sections, seed }: StaffData<'GET /staff/v1/exam_draft_preview'>) =>
  splitSections(questions, sections).flatMap(({ items, draw = items.length }) => {
    const chosen = new Set(byChance([...items], seed).slice(0, draw))
    return items.filter((question) => chosen.has(question))
  })
