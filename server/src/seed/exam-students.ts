import type { Db } from '../db/connection'

/** Returns a sample exam and the school class that takes it. */
export function examWithClass(db: Db, slug: string) {
  return db
    .selectFrom('exams as e')
    .innerJoin('exam_classes as k', 'k.exam_id', 'e.id')
    .innerJoin('classes as c', 'c.id', 'k.class_id')
    .innerJoin('schools as s', 's.id', 'e.school_id')
    .select(['e.id', 'e.seed', 'e.starts_at as startsAt', 'e.question_count as questionCount'])
    .select(['s.id as schoolId', 's.name as school', 'c.id as classId', 'c.name as className'])
    .where('e.slug', '=', slug)
    .executeTakeFirstOrThrow()
}

type ExamClass = Pick<
  Awaited<ReturnType<typeof examWithClass>>,
  'startsAt' | 'schoolId' | 'school' | 'classId' | 'className'
>

/** Adds verified students with these names to the class of an exam; they registered 30 days before the exam. */
export async function addStudents(db: Db, exam: ExamClass, names: string[], firstNumber: number) {
  const at = exam.startsAt - 30 * 86_400
  const users = await db
    .insertInto('users')
    .values(names.map((nickname) => ({ nickname, student_status: 'passed' as const, created_at: at })))
    .returning('id')
    .execute()
  await db
    .insertInto('student_applications')
    .values(
      users.map(({ id }, i) => ({
        user_id: id,
        school_id: exam.schoolId,
        school_name: exam.school,
        class_id: exam.classId,
        class_name: exam.className,
        student_no: String(firstNumber + i),
        name: names[i]!,
        submitted_at: at,
        reviewed_at: at,
      })),
    )
    .execute()
  return users
}
