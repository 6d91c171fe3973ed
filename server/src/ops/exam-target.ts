import type { Db } from '../db/connection'
import { orFail, UsageError } from './command'

/** Returns the exam with this slug, its name in files and commands. */
export async function examBySlug(db: Db, slug: string | undefined) {
  if (!slug) throw new UsageError()
  const exam = await db.selectFrom('exams').selectAll().where('slug', '=', slug).executeTakeFirst()
  return orFail(exam, `没有考试 ${slug}，exams list 列出全部考试`)
}
