import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/connection'
import { createSession } from '../http/session'
import { grant } from '../modules/access/public'
import { issueTicket } from '../modules/accounts/tickets'
import { start } from '../modules/exams/exams.fixture'
import { examJobs } from '../modules/exams/jobs'
import { history } from '../modules/runcode/rules'
import { Client } from '../testing/client'
import { belongings, countsOf, fingerprint } from './belongings'
import { chores } from './chores'
import { cell, live } from './life'
import { device, hasFailed, plain, type Site } from './matrix'
import { broke, withoutCounts } from './readings'
import { findPassword, lose, trespass } from './trespass'
import type { World } from './world'

/** Writes down what it is answered. */
export class Witness extends Client {
  readonly heard: string[] = []

  override async fetch(...[name, input, options]: Parameters<Client['fetch']>): Promise<Response> {
    const response = await super.fetch(name, input, options)
    this.heard.push(`${hasFailed(response) ? broke : ''}${name} ${plainer(await response.clone().text())}`)
    return response
  }
}

/** Also without what is drawn by lot: what is signed or numbered, and in which order questions and options come. */
const plainer = (text: string) =>
  plain(withoutCounts(text))
    .replace(
      /"(paper|url|seed|hash|no|count|fixed|mobile|secret|token|mergeTicket|studentNo|since)":("[^"]*"|\d+|\[[^\]]*\])/g,
      '"$1":0',
    )
    .replace(/"options":\[[^\]]*\]/g, '"options":0')
    .split(/[{}]/)
    .sort()
    .join(' ')

export interface Relived {
  heard: string[]
  /** Tables whose rows of the owner's are others than before. */
  changed: string[]
  /** Why it came to an early end. */
  failed: string | null
}

/**
 * Somebody new does everything that can be done, and one who has two accounts closes one. What they hear and have is the
 * same whatever others have done.
 */
export async function relive({ db, base, now }: Site, world: World): Promise<Relived> {
  const { people, where, fellow, said, server } = world
  const as = async (id: number) => new Witness(base, now, await createSession(db, id, device, now()))
  const { newcomer, fresh, alone, openid } = await addPeople(db, people.classmate.user.id)
  const list = await belongings(db)
  const before = await fingerprint(db, list, people.owner.user.id)
  const client = await as(newcomer)
  const other = await as(fresh)
  const third = await as(alone)
  const there = await as(people.elsewhere.user.id)
  const { clock, env } = server
  const life = { ...where, server: { db, clock, env, guest: new Client(base, now) }, jobs: examJobs({ ...env, db }) }
  await db.deleteFrom('rate_counters').execute()
  const unbound = await as(people.unbound.user.id)
  const heard: string[] = []
  let failed = null
  try {
    await fillCell(db, fresh, now())
    const { favourite } = await live(life, { user: { id: newcomer }, client }, { words: '新来的同学的话', ...said })
    await undo(db, client, favourite, where)
    await writeMuch(db, client, newcomer, fresh, now())
    // What is another's, what was not bought, and exams of another school: not held up by having written much.
    await db.deleteFrom('rate_counters').execute()
    const written = { curriculumId: where.book, chapterId: where.chapter, text: '用别人的笔记和图片' }
    await client.send('POST /v131/push_note', { ...written, id: fellow.note })
    await client.send('POST /v131/push_note', { ...written, images: [fellow.image] })
    await other.send('POST /v1/authorize_login_qr_code', { id: fellow.qr, action: 'confirm' })
    await client.send('GET /v1/textbooks_question_result', { id: fellow.answer })
    await other.send('POST /v1/question_favourite', { id: fellow.practiceQuestion, on: true })
    await other.fetch('POST /v1/ai_ask', { key: randomUUID(), questionId: fellow.practiceQuestion })
    await other.send('GET /v130/study_bank', {})
    // What others have bought is not marked as one's own, and what they have rated stays theirs.
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
    const bind = async (who: Witness, userId: number, to: string) => {
      const proof = { appId: 'test', openid: to, unionid: null, nickname: '' }
      const mergeTicket = await issueTicket(db, { purpose: 'merge-wechat', userId, proof }, now())
      await who.call('POST /v130/bind_wechat', { app: 'mp', mergeTicket })
    }
    await bind(other, fresh, openid)
    await bind(third, alone, randomUUID())
    const knock = new Witness(base, now)
    const place = { db, now, world, life, guest: knock, unbound }
    await trespass(place, { client, other, third, there })
    const late: Witness[] = []
    const newcomerBy = (token: string) => {
      late.push(new Witness(base, now, token))
      return late.at(-1)!
    }
    await chores(place, { client, other, third, there }, { as: newcomerBy })
    await lose(place, { client, other, third, there })
    await findPassword(place, other)
    heard.push(...[knock, unbound, ...late].flatMap((one) => one.heard))
  } catch (error) {
    failed = String(error)
  }
  const after = await fingerprint(db, list, people.owner.user.id)
  return {
    heard: [
      ...client.heard.sort(),
      ...other.heard,
      ...third.heard,
      ...there.heard,
      ...heard,
      ...(await countsOf(db, list, newcomer)),
    ],
    changed: list.map(({ table }) => table).filter((table) => before.get(table) !== after.get(table)),
    failed,
  }
}

/** Takes over from another device, and takes back what others have done as well: theirs stays as it is. */
async function undo(
  db: Db,
  client: Client,
  favourite: string,
  { items: [, ordered], exams: [, running], course }: World['where'],
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

/** As many versions of one program as are kept of each: what others have written there before is not too much for that. */
async function fillCell(db: Db, userId: number, now: number) {
  await sql`
    insert into code_history (user_id, cell, language, source, started_at, updated_at)
    select ${userId}, ${cell}, 'python', 'x', ${now}, ${now} from generate_series(1, ${history.perCell})`.execute(db)
}

/** More programs than are kept: the oldest go, but nobody else's; somebody else has written as many since. */
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

/** Another student of the class, somebody with two accounts that hold nothing (one by number, one by WeChat), one alone. */
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
    await grant(db, { userId: newcomer, curriculumId, source, now })
  const fresh = await user(mobile())
  const alone = await user(mobile())
  const twin = await user(null)
  const openid = randomUUID()
  const identity = { app_id: 'test', openid, user_id: twin, nickname: '', created_at: 0 }
  await db.insertInto('wechat_identities').values(identity).execute()
  return { newcomer, fresh, alone, openid }
}
