import type { Db } from '../db/connection'
import { studentsOf } from '../modules/exams/remind'
import { orFail } from './command'
import { examBySlug } from './exam-target'

/** Returns the ids of students of an exam. `names` are mobile or student numbers, separated by commas. */
export async function studentsNamed(db: Db, slug: string, names: string): Promise<number[]> {
  const { id } = await examBySlug(db, slug)
  const found: number[] = []
  for (const name of new Set(names.split(/[,，]/).filter(Boolean))) {
    const student = await studentsOf(db, id)
      .innerJoin('student_applications as s', 's.user_id', 'u.id')
      .where((eb) => eb.or([eb('u.mobile', '=', name), eb('s.student_no', '=', name)]))
      .executeTakeFirst()
    found.push(orFail(student, `这场考试没有发布给学生 ${name}。`).id)
  }
  return found
}
