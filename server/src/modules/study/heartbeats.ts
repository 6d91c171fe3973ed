import type { reading } from '@dxx/contract/calls/reading'
import type { study } from '@dxx/contract/calls/study'
import type { Locator } from '@dxx/contract/locator'
import type { CurriculumKind } from '@dxx/contract/shapes'
import { sql } from 'kysely'
import { fail } from '../../base/refusal'
import type { Ctx, Handlers } from '../../context'
import type { Db } from '../../db/connection'
import { preparedSql } from '../../db/prepared'
import { onSale, ownedBy, visible } from '../catalogue/public'
import { openResource } from '../reading/public'
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
const loginAt = (sessionId: number | null) => sql<number>`(select created_at from sessions where id = ${sessionId})`

interface Studied {
  id: number
  curriculumId: number
  revision: number
  duration: number
  loginAt: number
  open: boolean
}

/** Reads a chapter that the user may study, and the login time of the device. */
const selectChapter = preparedSql(
  (uid: string, curriculum: string, kind: CurriculumKind, userId: number, sessionId: number | null, now: number) =>
    sql<Studied>`
    select ch.id, ch.curriculum_id as "curriculumId", ch.revision, ch.duration_seconds as duration,
      ${loginAt(sessionId)} as "loginAt", (ch.free or ${ownedBy({ id: userId })}) as open
    from chapters ch join curricula c on c.id = ch.curriculum_id
    where ch.uid = ${uid} and ch.removed_at is null and ch.kind <> 'part' and c.uid = ${curriculum} and c.kind = ${kind}
      and (${onSale(now)} or ${ownedBy({ id: userId })})`,
)

/** Reads a question bank and the login time of the device. */
const selectBank = preparedSql(
  (uid: string, userId: number, sessionId: number | null, now: number) => sql<Pick<Studied, 'id' | 'loginAt' | 'open'>>`
    select c.id, ${loginAt(sessionId)} as "loginAt", ${ownedBy({ id: userId })} as open
    from curricula c where c.uid = ${uid} and c.kind = 'bank' and ${visible({ id: userId }, now)}`,
)

const nothing = { second: 0, locator: null, watched: [], reached: '' }

const speed =
  (kind: CurriculumKind) =>
  async ({ db, user, clock, sessionId }: Ctx<'purchase'>, { id, chapterId, ...heartbeat }: HeartbeatInput) => {
    const now = clock.now()
    const [chapter = fail('chapter-not-found')] = await selectChapter(db, chapterId, id, kind, user.id, sessionId, now)
    const { loginAt, curriculumId, open } = chapter
    if (!open) fail('not-purchased')
    return recordHeartbeat(db, { ...nothing, ...heartbeat, userId: user.id, loginAt, curriculumId, chapter }, now)
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
    const { rows } = await sql<{ loginAt: number }>`select ${loginAt(sessionId)} as "loginAt"`.execute(db)
    const who = { userId: user.id, loginAt: rows[0]!.loginAt, curriculumId, chapter: null }
    return recordHeartbeat(db, { ...nothing, ...heartbeat, ...who }, now)
  },

  'POST /v1/bank_speed': async ({ db, user, clock, sessionId }, { id, ...heartbeat }) => {
    const now = clock.now()
    const [bank = fail('curriculum-not-found')] = await selectBank(db, id, user.id, sessionId, now)
    if (!bank.open) fail('not-purchased')
    const who = { userId: user.id, loginAt: bank.loginAt, curriculumId: bank.id, chapter: null }
    await recordHeartbeat(db, { ...nothing, ...heartbeat, ...who }, now)
    return {}
  },
}
