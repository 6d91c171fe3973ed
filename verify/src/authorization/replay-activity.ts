import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../server/src/db/connection'
import { createSession } from '../../../server/src/http/session'
import { grantEntitlement } from '../../../server/src/modules/access/public'
import { issueTicket } from '../../../server/src/modules/accounts/tickets'
import { start } from '../../../server/src/modules/exams/exams.fixture'
import { examJobs } from '../../../server/src/modules/exams/jobs'
import { history } from '../../../server/src/modules/runcode/rules'
import { Client } from '../../../server/src/testing/client'
import type { Fixture } from './fixture'
import { findPassword, tryForbiddenActions, tryRevokedAccess } from './forbidden-actions'
import { device, hasFailed, maskIds, type Site } from './matrix'
import { countOwnedRows, hashOwnedRows, ownedTables } from './owned-rows'
import { callRemaining } from './remaining-calls'
import { failedPrefix, withoutCounts } from './response-snapshots'
import { cell, performAllActions } from './user-activity'

/** Client that records its responses. */
class RecordingClient extends Client {
  readonly responses: string[] = []

  override async fetch(...[name, input, options]: Parameters<Client['fetch']>): Promise<Response> {
    const response = await super.fetch(name, input, options)
    this.responses.push(`${hasFailed(response) ? failedPrefix : ''}${name} ${plainer(await response.clone().text())}`)
    return response
  }
}

/** Like `plain`, but also removes random values: signed URLs, numbers, and the order of questions and options. */
const plainer = (text: string) =>
  maskIds(withoutCounts(text))
    .replace(
      /"(paper|url|seed|hash|no|count|fixed|mobile|secret|token|mergeTicket|studentNo|since)":("[^"]*"|\d+|\[[^\]]*\])/g,
      '"$1":0',
    )
    .replace(/"options":\[[^\]]*\]/g, '"options":0')
    .split(/[{}]/)
    .sort()
    .join(' ')

export interface ReplayedActivity {
  responses: string[]
  /** Tables in which the owner's rows changed. */
  changed: string[]
  /** Error that aborted the activity. */
  failed: string | null
}

/**
 * Performs all actions as a new user, and merges two accounts of another new user. Responses and row counts must be
 * independent of the data of other users.
 */
export async function replayActivity({ db, base, now }: Site, fixture: Fixture): Promise<ReplayedActivity> {
  const { people, where, fellow, said, server } = fixture
  const as = async (id: number) => new RecordingClient(base, now, await createSession(db, id, device, now()))
  const { newcomer, fresh, alone, openid } = await addPeople(db, people.classmate.user.id)
  const list = await ownedTables(db)
  const before = await hashOwnedRows(db, list, people.owner.user.id)
  const client = await as(newcomer)
  const other = await as(fresh)
  const third = await as(alone)
  const there = await as(people.elsewhere.user.id)
  const { clock, env } = server
  const activity = {
    ...where,
    server: { db, clock, env, guest: new Client(base, now) },
    jobs: examJobs({ ...env, db }),
  }
  await db.deleteFrom('rate_counters').execute()
  const unbound = await as(people.unbound.user.id)
  const responses: string[] = []
  let failed = null
  try {
    await fillCell(db, fresh, now())
    const { favourite } = await performAllActions(
      activity,
      { user: { id: newcomer }, client },
      { words: '新来的同学的话', ...said },
    )
    await undo(db, client, favourite, where)
    await writeMuch(db, client, newcomer, fresh, now())
    // Uses another user's data, content without an entitlement and exams of another school. Resets rate limits first.
    await db.deleteFrom('rate_counters').execute()
    const written = { curriculumId: where.book, chapterId: where.chapter, text: '用别人的笔记和图片' }
    await client.send('POST /v131/push_note', { ...written, id: fellow.note })
    await client.send('POST /v131/push_note', { ...written, images: [fellow.image] })
    await other.send('POST /v1/authorize_login_qr_code', { id: fellow.qr, action: 'confirm' })
    await client.send('GET /v1/textbooks_question_result', { id: fellow.answer })
    await other.send('POST /v1/question_favourite', { id: fellow.practiceQuestion, on: true })
    const posts = { question: fellow.practiceQuestion }
    await other.send('GET /v131/question_discuss', posts)
    await other.send('GET /v131/question_note', posts)
    await other.send('POST /v131/question_note', { ...posts, text: '没有买' })
    await other.send('POST /v131/push_question_discuss', { ...posts, text: '没有买' })
    await other.fetch('POST /v1/ai_ask', { key: randomUUID(), questionId: fellow.practiceQuestion })
    await other.send('GET /v130/study_bank', {})
    // Entitlements of other users must not appear as owned, and ratings of other users must not be deleted.
    for (const name of ['GET /v1/course_index', 'GET /v1/ebook_index', 'GET /v1/textbooks_index'] as const)
      await other.send(name, {})
    const { id } = await client.call('POST /v130/add_comment', {
      curriculumId: where.book,
      stars: 4,
      text: '新来的评价',
    })
    await client.call('POST /v130/del_comment', { id })
    await there.send('GET /v130/study_exam', {})
    await there.send('GET /v1/exam_list', {})
    const bind = async (who: RecordingClient, userId: number, to: string) => {
      const proof = { appId: 'test', openid: to, unionid: null, nickname: '' }
      const mergeTicket = await issueTicket(db, { purpose: 'merge-wechat', userId, proof }, now())
      await who.call('POST /v130/bind_wechat', { app: 'mp', mergeTicket })
    }
    await bind(other, fresh, openid)
    await bind(third, alone, randomUUID())
    const guest = new RecordingClient(base, now)
    const place = { db, now, fixture, activity, guest, unbound }
    await tryForbiddenActions(place, { client, other, third, there })
    const late: RecordingClient[] = []
    const newcomerBy = (token: string) => {
      late.push(new RecordingClient(base, now, token))
      return late.at(-1)!
    }
    await callRemaining(place, { client, other, third, there }, { as: newcomerBy })
    await tryRevokedAccess(place, { client, other, third, there })
    await findPassword(place, other)
    responses.push(...[guest, unbound, ...late].flatMap((one) => one.responses))
  } catch (error) {
    failed = String(error)
  }
  const after = await hashOwnedRows(db, list, people.owner.user.id)
  return {
    responses: [
      ...client.responses.sort(),
      ...other.responses,
      ...third.responses,
      ...there.responses,
      ...responses,
      ...(await countOwnedRows(db, list, newcomer)),
    ],
    changed: list.map(({ table }) => table).filter((table) => before.get(table) !== after.get(table)),
    failed,
  }
}

/**
 * Takes the exam over from another device, and undoes actions. The results of the same actions of other users must not
 * be deleted.
 */
async function undo(
  db: Db,
  client: Client,
  favourite: string,
  { items: [, ordered], exams: [, running], course }: Fixture['where'],
) {
  await start(client, running, randomUUID(), true)
  await client.call('POST /v1/question_favourite', { id: favourite, on: false })
  await client.call('POST /v1/wrong_remove', { ids: [favourite] })
  await client.call('POST /v1/device_revoke', { others: true })
  for (const undone of [false, true]) await client.call('POST /v130/study_delete', { ids: [course.uid], undo: undone })
  const priced = (price_cents: number) =>
    db.updateTable('curricula').set({ price_cents }).where('uid', '=', ordered).execute()
  await priced(0)
  await client.call('POST /v1/free_receive', { curriculumId: ordered })
  await priced(3000)
}

/** Inserts the maximum number of stored versions of a program. Versions of another user must not count towards it. */
async function fillCell(db: Db, userId: number, now: number) {
  await sql`
    insert into code_history (user_id, cell, language, source, started_at, updated_at)
    select ${userId}, ${cell}, 'python', 'x', ${now}, ${now} from generate_series(1, ${history.perCell})`.execute(db)
}

/**
 * Inserts more programs than are stored per user: the server deletes the user's oldest programs, but none of another
 * user.
 */
async function writeMuch(db: Db, client: Client, userId: number, other: number, now: number) {
  await sql`
    insert into code_drafts (user_id, cell, language, source, updated_at)
    select who, n, 'python', 'x', ${now + 1} + (who = ${other})::int
    from generate_series(1, ${history.cellsPerUser}) n, unnest(array[${userId}, ${other}]::bigint[]) who`.execute(db)
  await sql`
    insert into code_history (user_id, cell, language, source, started_at, updated_at)
    select ${userId}, n, 'python', 'x', ${now}, ${now} from generate_series(1, ${history.perUser}) n`.execute(db)
  await client.call('POST /v1/runcode_draft', { cell: 'small/two/another', language: 'python', source: 'y' })
}

/** Adds a student of the class, a user with two empty accounts (one by number, one by WeChat), and a user with one. */
async function addPeople(db: Db, classmate: number) {
  const user = async (mobile: string | null, student_status: 'none' | 'passed' = 'none') => {
    const row = { nickname: '新来的', mobile, student_status, created_at: 0 }
    const { id } = await db.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()
    return id
  }
  const mobile = () => `14${randomInt(1e8, 1e9)}`
  const newcomer = await user(mobile(), 'passed')
  const { school_id, school_name, class_id, class_name, name, submitted_at, reviewed_at } = await db
    .selectFrom('student_applications')
    .selectAll()
    .where('user_id', '=', classmate)
    .executeTakeFirstOrThrow()
  const school = { school_id, school_name, class_id, class_name, name, submitted_at, reviewed_at }
  await db
    .insertInto('student_applications')
    .values({ ...school, user_id: newcomer, student_no: String(newcomer) })
    .execute()
  const bought = await db.selectFrom('entitlements').selectAll().where('user_id', '=', classmate).execute()
  for (const { curriculum_id: curriculumId, source, created_at: now } of bought)
    await grantEntitlement(db, { userId: newcomer, curriculumId, source, now })
  const fresh = await user(mobile())
  const alone = await user(mobile())
  const twin = await user(null)
  const openid = randomUUID()
  const identity = { app_id: 'test', openid, user_id: twin, nickname: '', created_at: 0 }
  await db.insertInto('wechat_identities').values(identity).execute()
  return { newcomer, fresh, alone, openid }
}
