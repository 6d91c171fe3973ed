import type { reading } from '@dxx/contract/calls/reading'
import type { study } from '@dxx/contract/calls/study'
import type { Locator } from '@dxx/contract/locator'
import type { CurriculumKind } from '@dxx/contract/shapes'
import { fail } from '../../base/refusal'
import type { Ctx, Handlers } from '../../context'
import type { Db } from '../../db/connection'
import { mustOwn } from '../access/public'
import { curriculumByUid } from '../catalogue/public'
import { openResource, readableChapter } from '../reading/public'
import { studiedPercent, todayMinutes } from './progress'
import { recordHeartbeat } from './record-heartbeat'

interface HeartbeatInput {
  id: string
  chapterId: string
  session: string
  seconds: number
  at: number
  second?: number
  watched?: [number, number][]
  locator?: Locator | null
  placedAt?: number | undefined
  reached?: string
}

/** Login time of the calling device: seconds before its login are not credited. */
async function loginAt(db: Db, sessionId: number | null): Promise<number> {
  const row = await db
    .selectFrom('sessions')
    .select('created_at')
    .where('id', '=', sessionId!)
    .executeTakeFirstOrThrow()
  return row.created_at
}

const nothing = { second: 0, locator: null, watched: [], reached: '' }

const speed =
  (kind: CurriculumKind) =>
  async ({ db, user, clock, sessionId }: Ctx<'purchase'>, { id, chapterId, ...heartbeat }: HeartbeatInput) => {
    const now = clock.now()
    const found = await readableChapter(db, user, chapterId, [kind], now, id)
    const chapter = { id: found.id, revision: found.revision, duration: found.duration_seconds }
    const who = { userId: user.id, loginAt: await loginAt(db, sessionId), curriculumId: found.curriculum_id }
    const { percent, done } = await recordHeartbeat(db, { ...nothing, ...heartbeat, ...who, chapter }, now)
    return {
      percent,
      done,
      totalPercent: await studiedPercent(db, user.id, found.curriculum_id),
      todayMinutes: await todayMinutes(db, user.id, now),
    }
  }

const textbookSpeed = speed('textbook')

/** Stores the playback position of a resource. If two devices report one, the later position wins. */
async function savePosition(db: Db, userId: number, resourceId: number, seconds: number, at: number): Promise<void> {
  await db
    .insertInto('resource_positions')
    .values({ user_id: userId, resource_id: resourceId, seconds, updated_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'resource_id'])
        .doUpdateSet({ seconds, updated_at: at })
        .where('resource_positions.updated_at', '<=', at),
    )
    .execute()
}

export const heartbeatHandlers: Pick<
  Handlers<typeof study & typeof reading>,
  'POST /v1/course_speed' | 'POST /v1/ebook_speed' | 'POST /v1/textbooks_speed' | 'POST /v1/bank_speed'
> = {
  'POST /v1/course_speed': speed('course'),
  'POST /v1/ebook_speed': speed('ebook'),

  'POST /v1/textbooks_speed': async (ctx, { chapterId, resource, ...heartbeat }) => {
    const { db, user, clock, sessionId } = ctx
    const now = clock.now()
    const opened = resource && (await openResource(ctx, resource.id))
    if (opened && opened.curriculum_uid !== heartbeat.id) fail('resource-not-found')
    if (opened) await savePosition(db, user.id, opened.rowId, resource.second, Math.min(heartbeat.at, now))
    if (chapterId !== null) return textbookSpeed(ctx, { ...heartbeat, chapterId })
    const { curriculum_id: curriculumId } = opened ?? fail('chapter-not-found')
    const who = { userId: user.id, loginAt: await loginAt(db, sessionId), curriculumId, chapter: null }
    await recordHeartbeat(db, { ...nothing, ...heartbeat, ...who }, now)
    return {
      percent: 0,
      done: false,
      totalPercent: await studiedPercent(db, user.id, curriculumId),
      todayMinutes: await todayMinutes(db, user.id, now),
    }
  },

  'POST /v1/bank_speed': async ({ db, user, clock, sessionId }, { id, ...heartbeat }) => {
    const now = clock.now()
    const found = await curriculumByUid(db, user, id, now)
    if (found?.kind !== 'bank') fail('curriculum-not-found')
    await mustOwn(db, user, found.id)
    const who = { userId: user.id, loginAt: await loginAt(db, sessionId), curriculumId: found.id, chapter: null }
    await recordHeartbeat(db, { ...nothing, ...heartbeat, ...who }, now)
    return { todayMinutes: await todayMinutes(db, user.id, now) }
  },
}
