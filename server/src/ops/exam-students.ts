import type { Db } from '../db/connection'
import { studentsOf } from '../modules/exams/remind'
import { orFail } from './command'

/** Ids of the students of an exam by mobile or student number, separated by commas. */
export async function studentsNamed(db: Db, slug: string, names: string): Promise<number[]> {
  const exam = await db.selectFrom('exams').select('id').where('slug', '=', slug).executeTakeFirst()
  const { id } = orFail(exam, `没有考试 ${slug}，exams list 列出全部考试`)
  const found: number[] = []
  for (const name of new Set(names.split(/[,，]/).filter(Boolean))) {
    const student = await studentsOf(db, id)
      .where((eb) => eb.or([eb('u.mobile', '=', name), eb('s.student_no', '=', name)]))
      .executeTakeFirst()
    found.push(orFail(student, `这场考试没有发布给学生 ${name}。`).id)
  }
  return found
}
