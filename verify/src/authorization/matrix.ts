import { randomUUID } from 'node:crypto'
import type { StudentAccess } from '@dxx/contract/call'
import { type StudentCallName, studentCalls } from '@dxx/contract/calls'
import type { Db } from '../../../server/src/db/connection'
import { createSession } from '../../../server/src/http/session'
import { Client } from '../../../server/src/testing/client'
import { fill, type Shape, shapeOf } from '../../../server/src/testing/inputs'
import { type Fixture, type FixtureUsers, own } from './fixture'
import { hashOwnedRows, listOwnedUids, ownedTables } from './owned-rows'
import { cell, paidOnlyText } from './user-activity'

export type Who = keyof Fixture['people'] | 'guest'

/** Values that the matrix sends: private ids of the owner, public ids, and others. */
export interface Targets {
  ownerId: number
  /** `users.id` of every user of the matrix. */
  ids: Record<keyof Fixture['people'], number>
  ownedIds: { table: string; uid: string }[]
  shown: string[]
  sold: string[]
  /** Public ids that calls accept. */
  known: string[]
  named: Record<string, string>
  /** Ids and values of the fellow, who may use them. */
  fellow: { ids: { table: string; uid: string }[]; named: Record<string, string> }
}

/** Values, by name of the input field, that any user could know. */
export const wordsOf = (places: FixtureUsers['places']): Record<string, string> => ({
  curriculumId: places.book,
  chapterId: places.chapter,
  bank: places.bank,
  pid: places.pid,
  exam: places.exam,
  cell,
  email: 'somebody@example.cn',
  mobile: '13911112222',
  month: '2027-01',
  birthday: '2000-01-01',
  v: '2.4.4',
  hash: '0'.repeat(64),
})

export async function targetsOf({ server: { db }, people, places, shut, left, fellow }: Fixture): Promise<Targets> {
  const ownerId = people.owner.user.id
  const tables = await ownedTables(db)
  const all = await listOwnedUids(db, tables, ownerId)
  const posts = await db
    .selectFrom('posts')
    .select('uid')
    .where('user_id', '=', ownerId)
    .where('public', '=', true)
    .execute()
  const shown = new Set([
    ...posts.map(({ uid }) => uid),
    ...all.flatMap(({ table, uid }) => (table === 'users' ? uid : [])),
  ])
  const named = wordsOf(places)
  return {
    ownerId,
    ids: Object.fromEntries(Object.entries(people).map(([who, { user }]) => [who, user.id])) as Targets['ids'],
    // QR logins are excluded: a user who sees the code may scan it, and by design the response to a used code shows
    // that it was used.
    ownedIds: all.filter(({ uid, table }) => !shown.has(uid) && table !== 'qr_logins'),
    shown: [...shown],
    sold: [
      places.book,
      places.chapter,
      places.part,
      places.question,
      places.resource,
      places.course,
      places.lesson,
      places.ebook,
      places.page,
    ],
    known: [places.bank, places.exam, places.past, places.item, ...shut],
    named: { ...named, question: left.practiceQuestion, ...left.named },
    fellow: {
      ids: await listOwnedUids(db, tables, people.fellow.user.id),
      named: { ...named, question: fellow.practiceQuestion, ...fellow.named },
    },
  }
}

/** Returns the newest row of each table; in the long form also the oldest, because newest and oldest differ most. */
export const fewOfEach = (list: Targets['ownedIds'], long: boolean) =>
  list.filter(({ table }, i) => list[i + 1]?.table !== table || (long && list[i - 1]?.table !== table))

export interface Leak {
  who: Who
  name: StudentCallName
  input?: object
  /**
   * `disclosed`: a response contains another user's data; `paid`: content without an entitlement; `known`: the response
   * differs from that for an unknown id; `changed`: another user's rows changed; `failed`: a server error.
   */
  what: 'disclosed' | 'paid' | 'known' | 'changed' | 'failed'
  detail: string
}

/** Replaces ids in a response, for comparison. */
export const maskIds = (text: string) => text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '#')

const levels: Record<StudentAccess, number> = { public: 0, user: 1, purchase: 1, mobile: 2, student: 3 }
const reached: Record<Who, number> = { guest: 0, unbound: 1, fresh: 2, elsewhere: 3, classmate: 3, fellow: 3, owner: 3 }
export const hasAccessLevel = (who: Who, name: StudentCallName) => levels[studentCalls[name].access] <= reached[who]

/** Calls that are not made, with the reason why they reach no data. */
export const skippedCalls: Partial<Record<StudentCallName, string>> = {
  'POST /v1/runcode': 'Runs the program and the input of the request, and stores neither.',
  'POST /v1/runcode_prepare': 'Takes only a language, and prepares a runner that belongs to no user.',
}
/** Calls that notify the owner of a like or reply to a public post. */
const notifyingCalls: StudentCallName[] = [
  'POST /v130/like_comment',
  'POST /v131/like_discuss',
  'POST /v131/like_note',
  'POST /v131/push_reply',
]

/** A valid id that no row has. */
export const unknownId = randomUUID()

const namedSecrets = ['paper', 'ticket', 'mergeTicket', 'no']

/** Whether a call takes an id or a secret. */
export function takesIdOrSecret(shape: Shape, name = ''): boolean {
  if (namedSecrets.includes(name) || shape.format === 'uuid' || shape.format === 'guid') return true
  const inner = [...(shape.anyOf ?? shape.oneOf ?? []), ...(shape.items ? [shape.items] : [])]
  return (
    inner.some((one) => takesIdOrSecret(one, name)) ||
    Object.entries(shape.properties ?? {}).some(([key, one]) => takesIdOrSecret(one, key))
  )
}

/** Calls that could reach another user's data, including those that identify the user only by session. */
export const matrixCalls = (Object.keys(studentCalls) as StudentCallName[]).filter((name) => !(name in skippedCalls))

/** Counts the ids and secrets in an input. */
const secretsIn = (input: object, id: string) =>
  JSON.stringify(input).split(new RegExp(`${id}|"(?:${namedSecrets.join('|')})":`)).length

/** Returns a full and a minimal input; unless short, also the other alternatives of unions and enums. */
export function inputsWith(name: StudentCallName, id: string, named: Record<string, string>, short = false): object[] {
  const shape = shapeOf(name)
  const filled = (choice: number, full: boolean) =>
    fill(shape, { id, named, text: own.slice(0, 4), choice, full }) as object
  const [full, least] = [filled(0, true), filled(0, false)]
  // The short form omits the full input if it contains no further id or secret.
  if (short && takesIdOrSecret(shape) && secretsIn(full, id) === secretsIn(least, id)) return [least]
  const inputs = [full, ...(short ? [0] : [0, 1, 2, 3]).map((choice) => filled(choice, false))]
  return [...new Map(inputs.map((input) => [JSON.stringify(input), input])).values()]
}

/** Server under test, its database and its clock. */
export interface Site {
  base: string
  db: Db
  now: () => number
}

/** Session data of all users. */
export const device = { device: 'test', platform: 'H5', ip: '127.0.0.1' }

/** Whether the response is a server error, which shows nothing about authorization. */
export const hasFailed = ({ status }: Response) => status >= 500

export class Matrix {
  readonly leaks: Leak[] = []
  /** Calls that returned a response. */
  readonly responses = new Set<StudentCallName>()
  asked = 0
  private list: Awaited<ReturnType<typeof ownedTables>> = []
  private print = new Map<string, string>()

  constructor(
    private readonly site: Site,
    private readonly targets: Targets,
    private readonly people: Who[],
    /** `short`: only the classmate tries the owner's ids; `wide`: also public ids; `long`: all users try all ids. */
    private readonly extent: 'short' | 'wide' | 'long' = 'short',
  ) {}

  private get long(): boolean {
    return this.extent === 'long'
  }

  private inputs(name: StudentCallName, uid: string, named: Record<string, string>): object[] {
    return inputsWith(name, uid, named, this.extent === 'short')
  }

  /** Leaks without server errors, which show nothing about authorization. */
  get definiteLeaks(): Leak[] {
    return this.leaks.filter(({ what }) => what !== 'failed')
  }

  /** Makes these calls with the owner's ids as every user. `untilFirst` stops at the first leak. */
  async ask(names: StudentCallName[], { untilFirst = false } = {}): Promise<void> {
    this.list = await ownedTables(this.site.db)
    this.print = await hashOwnedRows(this.site.db, this.list, this.targets.ownerId)
    for (const who of this.people)
      for (const name of names) {
        if (hasAccessLevel(who, name)) await this.askOne(who, name)
        if (untilFirst && this.definiteLeaks.length > 0) return
      }
  }

  /** Creates a session for each call, because some calls end their own session. */
  private async clientOf(who: Who): Promise<Client> {
    const { db, base, now } = this.site
    return new Client(base, now, who === 'guest' ? '' : await createSession(db, this.targets.ids[who], device, now()))
  }

  private async askOne(who: Who, name: StudentCallName): Promise<void> {
    const { db } = this.site
    const { ownerId, shown, sold, known, fellow } = this.targets
    const named = who === 'fellow' ? fellow.named : this.targets.named
    // In the short form only the classmate tries the owner's ids; the other users try paid content.
    const close = who !== 'fellow' && (this.long || who === 'classmate')
    const ownedTargets = close ? fewOfEach(this.targets.ownedIds, this.long) : []
    const client = await this.clientOf(who)
    const send = async (input: object) => {
      this.asked++
      const response = await client.fetch(name, input)
      const text = await response.text()
      this.responses.add(name)
      const leak = (what: Leak['what'], detail: string) => this.leaks.push({ who, name, input, what, detail })
      if (hasFailed(response)) leak('failed', text.slice(0, 200))
      if (text.includes(own)) leak('disclosed', text.slice(0, 300))
      if (text.includes(paidOnlyText) && hasNothing.includes(who)) leak('paid', text.slice(0, 300))
      return { text, failed: hasFailed(response) }
    }
    /** Sends all inputs for one id one after another, in the same order as for the unknown id. */
    const about = async (uid: string, words: Record<string, string>) => {
      const responses: { input: object; text: string; failed: boolean }[] = []
      for (const input of this.inputs(name, uid, words)) responses.push({ input, ...(await send(input)) })
      return responses
    }
    await db.deleteFrom('rate_counters').execute()
    const wide = this.extent !== 'short'
    const takesId = takesIdOrSecret(shapeOf(name))
    // Sends the calls twice and compares with the second response, because the first call may change the caller's own
    // data.
    if (wide || close) await about(unknownId, unknown(named))
    const nothing = wide || close || !takesId ? await about(unknownId, unknown(named)) : []
    if (takesId) {
      const others = [
        ...(close ? shown : []),
        ...(wide ? known : []),
        ...(wide || hasNothing.includes(who) ? sold : []),
      ]
      if (who === 'fellow') others.push(...fewOfEach(fellow.ids, this.long).map(({ uid }) => uid))
      for (const some of inGroups([...ownedTargets, ...others.map((uid) => ({ table: '', uid }))], 4)) {
        await db.deleteFrom('rate_counters').execute()
        await Promise.all(
          some.map(async ({ table, uid }) => {
            const responses = await about(uid, named)
            if (!table) return
            for (const [i, { input, text, failed }] of responses.entries()) {
              const none = nothing[i]!
              if (failed || none.failed || same(input, none.input) || maskIds(text) === maskIds(none.text)) continue
              this.leaks.push({ who, name, input, what: 'known', detail: `${table}: ${text.slice(0, 200)}` })
            }
          }),
        )
      }
    }
    const now = await hashOwnedRows(db, this.list, ownerId)
    for (const [table, print] of now)
      if (print !== this.print.get(table) && !(table === 'messages' && notifyingCalls.includes(name)))
        this.leaks.push({ who, name, what: 'changed', detail: table })
    this.print = now
  }
}

const same = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

export function* inGroups<T>(list: T[], size: number): Generator<T[]> {
  for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size)
}

const hasNothing: Who[] = ['guest', 'fresh', 'elsewhere']

/** Replaces the secrets by invalid ones. */
const unknown = (named: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(named).map(([key, value]) => [key, namedSecrets.includes(key) ? 'x'.repeat(32) : value]),
  )
