import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { inject } from 'vitest'
import { connect, type Db } from '../server/src/db/connection'
import { readPostmaster, socketUrl } from '../server/src/db/embedded-postmaster'
import { api } from './browser'

const silent = { info: () => {}, warn: () => {}, error: () => {} }

async function withDb<T>(act: (db: Db) => Promise<T>): Promise<T> {
  const postmaster = await readPostmaster(join(inject('dataDir'), 'postgres'))
  const { db, close } = connect(socketUrl(postmaster!.socketDir), { max: 1, log: silent })
  try {
    return await act(db)
  } finally {
    await close()
  }
}

/**
 * Inserts study time and progress of a user in the first video lesson of a course; `ago` is in days before today.
 * Returns the lesson.
 */
export async function studied(token: string, course: string, days: readonly { ago: number; minutes: number }[]) {
  const user = await api(token).call('GET /v1/get_user_info', {})
  const rows = await api(token).call('GET /v1/course_chapter', { id: course })
  const lesson = rows.find(({ kind }) => kind === 'video')!
  await withDb(async (db) => {
    const { id: userId } = await db
      .selectFrom('users')
      .select('id')
      .where('uid', '=', user.id)
      .executeTakeFirstOrThrow()
    const chapter = await db
      .selectFrom('chapters')
      .select(['id', 'curriculum_id'])
      .where('uid', '=', lesson.id)
      .executeTakeFirstOrThrow()
    const now = Math.floor(Date.now() / 1000)
    for (const { ago, minutes } of days) {
      const end = now - ago * 86_400
      await db
        .insertInto('study_events')
        .values({
          user_id: userId,
          curriculum_id: chapter.curriculum_id,
          chapter_id: chapter.id,
          session: randomUUID(),
          day: new Date((end + 8 * 3600) * 1000).toISOString().slice(0, 10),
          percent: 40,
          start_at: end - minutes * 60,
          end_at: end,
        })
        .execute()
    }
    await db
      .insertInto('progress')
      .values({
        user_id: userId,
        chapter_id: chapter.id,
        curriculum_id: chapter.curriculum_id,
        percent: 40,
        seconds: 21,
        updated_at: now,
      })
      .execute()
  })
  return lesson
}
