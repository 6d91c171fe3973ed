import { join } from 'node:path'
import { inject } from 'vitest'
import { connect, type Db } from '../server/src/db/connection'
import { readPostmaster, socketUrl } from '../server/src/db/embedded-postmaster'
import { type ExamPlan, publishExam } from '../server/src/modules/exams/publish'
import { newMobile, register } from './accounts'
import { api } from './browser'

const silent = { info: () => {}, warn: () => {}, error: () => {} }
const now = () => Math.floor(Date.now() / 1000)

export async function withDb<T>(use: (db: Db) => Promise<T>): Promise<T> {
  const postmaster = await readPostmaster(join(inject('dataDir'), 'postgres'))
  const { db, close } = connect(socketUrl(postmaster!.socketDir), { max: 1, log: silent })
  try {
    return await use(db)
  } finally {
    await close()
  }
}

/** Finds a class of the sample content: the first one, or the one with the given name. */
const somewhere = (db: Db, className?: string) =>
  db
    .selectFrom('classes as c')
    .innerJoin('schools as s', 's.id', 'c.school_id')
    .select(['c.id as classId', 'c.slug as classSlug', 's.id as schoolId', 's.slug as schoolSlug', 's.name as school'])
    .$if(className !== undefined, (query) => query.where('c.name', '=', className!))
    .orderBy('c.id')
    .executeTakeFirstOrThrow()

/** Registers a verified student of the class, by default the first one. Returns the token. */
export async function newStudent(nickname: string, mobile = newMobile(), className?: string): Promise<string> {
  const token = await register(mobile, nickname)
  const { id } = await api(token).call('GET /v1/get_user_info', {})
  await withDb(async (db) => {
    const place = await somewhere(db, className)
    const user = await db
      .updateTable('users')
      .set({ student_status: 'passed' })
      .where('uid', '=', id)
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('student_applications')
      .values({
        user_id: user.id,
        school_id: place.schoolId,
        school_name: place.school,
        class_id: place.classId,
        class_name: '某班',
        student_no: `j${user.id}`,
        name: nickname,
        submitted_at: now(),
        reviewed_at: now(),
      })
      .execute()
  })
  return token
}

let made = 0

/**
 * Publishes an exam of three questions that runs now. Returns its id. Ends the exams published before, because they
 * use the same questions.
 */
export function publish(plan: Partial<ExamPlan> = {}): Promise<string> {
  return withDb(async (db) => {
    const place = await somewhere(db)
    const over = { starts_at: now() - 7200, ends_at: now() - 120, closes_at: now() - 120 }
    await db.updateTable('exams').set(over).where('slug', 'like', 'journey-%').execute()
    return publishExam(
      db,
      {
        slug: `journey-${Date.now()}-${++made}`,
        title: '算法小测',
        school: place.schoolSlug,
        classes: [place.classSlug],
        notice: '<p>请独立完成。</p>',
        startsAt: now() - 60,
        endsAt: now() + 7200,
        duration: 3600,
        attempts: 2,
        pass: 2,
        analysis: 'submitted',
        rank: false,
        shuffle: { questions: false, options: false },
        questions: [
          {
            from: { kind: 'textbook', slug: 'data-structures' },
            slugs: ['bigo-nested', 'bigo-constant', 'count-binary'],
          },
        ],
        ...plan,
      },
      now(),
    )
  })
}

/** Moves the deadline of every attempt of an exam. */
export function moveDeadline(exam: string, at: number): Promise<unknown> {
  return withDb((db) =>
    db
      .updateTable('exam_attempts')
      .set({ deadline_at: at })
      .where('exam_id', '=', (eb) => eb.selectFrom('exams').select('id').where('uid', '=', exam))
      .execute(),
  )
}
