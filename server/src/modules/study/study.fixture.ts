import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { startTestApp, testStart } from '../../testing/app'
import { addCurriculum } from '../../testing/catalogue'
import type { Client } from '../../testing/client'
import { grantEntitlement } from '../access/public'

/** Creates a course, a textbook and simulated devices. */
export async function createStudyFixture() {
  const server = await startTestApp()
  const { db, clock } = server
  const course = await addCurriculum(db, {
    kind: 'course',
    title: 'Python',
    price: 10,
    chapters: [
      { title: '试看', kind: 'video', free: true, seconds: 120 },
      { title: '正课', kind: 'video', seconds: 100 },
    ],
  })
  const book = await addCurriculum(db, {
    kind: 'textbook',
    title: '算法',
    price: 10,
    chapters: [
      { title: '一', free: true, text: ['十个字的段落一二三四', '十个字的段落五六七八', '十个字的段落九十百千'] },
      { title: '二', text: ['付费的段落'] },
    ],
  })

  /** Creates a user who logged in an hour ago and resets the clock. */
  async function learner() {
    clock.set(testStart)
    const user = await server.createUser()
    const client = await server.as(user)
    clock.advance(3600)
    return {
      user,
      client,
      own: (item: { id: number }) =>
        grantEntitlement(db, { userId: user.id, curriculumId: item.id, source: 'test', now: testStart }),
      minutes: async () => (await client.call('GET /v130/study_statistics', {})).todayMinutes,
      creditedSeconds: async () => {
        const { rows } = await sql<{ s: number }>`
          select coalesce(sum(end_at - start_at), 0)::bigint as s from study_events where user_id = ${user.id}`.execute(
          db,
        )
        return rows[0]!.s
      },
    }
  }

  /** Simulates a device playing a video. */
  function player(by: Client, chapter = '试看') {
    const session = randomUUID()
    let seconds = 0
    let second = 0
    const heartbeat = (more: object = {}) =>
      by.call('POST /v1/course_speed', {
        id: course.uid,
        chapterId: course.chapter(chapter).uid,
        session,
        seconds,
        at: clock.now(),
        second,
        watched: [[0, second]],
        ...more,
      })
    return {
      heartbeat,
      /** Advances the clock while playing. */
      play: (by: number) => {
        clock.advance(by)
        seconds += by
        second += by
      },
      /** Adds played seconds without advancing the clock. */
      played: (by: number) => {
        seconds += by
        second += by
      },
    }
  }

  return { server, course, book, learner, player }
}

export type StudyFixture = Awaited<ReturnType<typeof createStudyFixture>>
export type Learner = Awaited<ReturnType<StudyFixture['learner']>>
