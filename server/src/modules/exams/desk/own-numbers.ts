import type { QuestionType } from '@dxx/contract/questions'
import { numbersOnPaper } from '@dxx/contract/rules/exam-order'
import { sql } from 'kysely'
import type { Db } from '../../../db/connection'

/** Questions of the student's paper, if students get different ones. */
function ownQuestions({ questions, forms }: PaperOrder, seed: number) {
  return forms ? forms[seed % forms.length]!.map((position) => questions[position]!) : questions
}

interface PaperOrder {
  id: number
  shuffle: boolean
  questions: { id: string; type: QuestionType }[]
  forms: number[][] | null
}

/** Questions of exams in the order of the composed paper, to compute the numbers of a student. */
async function readOrders(db: Db, examIds: number[]): Promise<Map<number, PaperOrder>> {
  const { rows } = await sql<PaperOrder>`
    select e.id, e.shuffle_questions as shuffle, e.forms -> 'lists' as forms,
      (select json_agg(json_build_object('id', q.uid, 'type', q.type) order by p.position)
        from exam_questions p join questions q on q.id = p.question_id where p.exam_id = e.id) as questions
    from exams e where e.id = any(${examIds}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns a function that finds the number of a question on a student's own paper, by the seed of the attempt. */
export async function readOwnNumbers(db: Db, examIds: number[]) {
  const papers = await readOrders(db, examIds)
  return (examId: number, seed: number, question: string): number | undefined => {
    const paper = papers.get(examId)!
    const order = { seed, shuffle: { questions: paper.shuffle, options: false } }
    return numbersOnPaper(ownQuestions(paper, seed), order).get(question)
  }
}
