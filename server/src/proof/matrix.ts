import { randomUUID } from 'node:crypto'
import type { Access } from '@dxx/contract/call'
import { allCalls, type Name } from '@dxx/contract/calls'
import type { Db } from '../db/connection'
import { createSession } from '../http/session'
import { Client } from '../testing/client'
import { fill, type Shape, shapeOf } from '../testing/inputs'
import { belongings, fingerprint, uidsOf } from './belongings'
import { cell, paid } from './life'
import { own, type Settled, type World } from './world'

export type Who = keyof World['people'] | 'guest'

/** Ids of the owner's that nobody else has any business with, ids that are in public, and what else could be tried. */
export interface Targets {
  ownerId: number
  /** `users.id` of everybody who asks. */
  ids: Record<keyof World['people'], number>
  mine: { table: string; uid: string }[]
  shown: string[]
  sold: string[]
  /** Of what everybody may know, what is asked for by id. */
  known: string[]
  named: Record<string, string>
  /** What the fellow has done, who may ask for it. */
  fellow: { ids: { table: string; uid: string }[]; named: Record<string, string> }
}

/** What anybody could put into fields of these names. */
export const wordsOf = (places: Settled['places']): Record<string, string> => ({
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

export async function targetsOf({ server: { db }, people, places, shut, left, fellow }: World): Promise<Targets> {
  const ownerId = people.owner.user.id
  const tables = await belongings(db)
  const all = await uidsOf(db, tables, ownerId)
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
    // Whoever sees the code may scan it; that it is the owner's by now is said by design.
    mine: all.filter(({ uid, table }) => !shown.has(uid) && table !== 'qr_logins'),
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
      ids: await uidsOf(db, tables, people.fellow.user.id),
      named: { ...named, question: fellow.practiceQuestion, ...fellow.named },
    },
  }
}

/** The newest of each table, and in the long form the oldest too: they differ most. */
export const fewOfEach = (list: Targets['mine'], long: boolean) =>
  list.filter(({ table }, i) => list[i + 1]?.table !== table || (long && list[i - 1]?.table !== table))

export interface Leak {
  who: Who
  name: Name
  input?: object
  /** `told`: an answer holds what is somebody else's; `paid`: what was not bought; `known`: it can be told from an id
   * that does not exist; `changed`: somebody else's rows are others than before; `failed`: the server did. */
  what: 'told' | 'paid' | 'known' | 'changed' | 'failed'
  detail: string
}

/** What an answer says, whatever ids it happens to hold. */
export const plain = (text: string) => text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '#')

const levels: Record<Access, number> = { public: 0, user: 1, purchase: 1, mobile: 2, student: 3 }
const reached: Record<Who, number> = { guest: 0, unbound: 1, fresh: 2, elsewhere: 3, classmate: 3, fellow: 3, owner: 3 }
export const mayAsk = (who: Who, name: Name) => levels[allCalls[name].access] <= reached[who]

/** Calls that are not asked, and why nobody could reach anything with them. */
export const without: Partial<Record<Name, string>> = {
  'POST /v1/runcode': 'The program and what it reads are all that is sent; it is run elsewhere and kept nowhere.',
  'POST /v1/runcode_prepare': 'Names a language; what is made ready belongs to nobody.',
}
/** Tells the owner that somebody liked, answered or reported what they wrote in public. */
const tells: Name[] = [
  'POST /v130/like_comment',
  'POST /v131/like_discuss',
  'POST /v131/like_note',
  'POST /v131/push_reply',
]

/** An id like any other, which nobody has. */
export const nobodys = randomUUID()

const namedSecrets = ['paper', 'ticket', 'mergeTicket', 'no']

/** Whether a call can be asked about something: it takes an id, or a word that proves something. */
export function asksFor(shape: Shape, name = ''): boolean {
  if (namedSecrets.includes(name) || shape.format === 'uuid' || shape.format === 'guid') return true
  const inner = [...(shape.anyOf ?? shape.oneOf ?? []), ...(shape.items ? [shape.items] : [])]
  return (
    inner.some((one) => asksFor(one, name)) ||
    Object.entries(shape.properties ?? {}).some(([key, one]) => asksFor(one, key))
  )
}

/** Calls with which somebody could reach what is another's: those that say whose only by who asks are among them. */
export const reaching = (Object.keys(allCalls) as Name[]).filter((name) => !(name in without))

/** How often an input names an id, or a word that proves something. */
const secretsIn = (input: object, id: string) =>
  JSON.stringify(input).split(new RegExp(`${id}|"(?:${namedSecrets.join('|')})":`)).length

/** All that can be said, and as little as can be said; unless in short, also with other words where there is a choice. */
export function inputsWith(name: Name, id: string, named: Record<string, string>, short = false): object[] {
  const shape = shapeOf(name)
  const filled = (choice: number, full: boolean) =>
    fill(shape, { id, named, text: own.slice(0, 4), choice, full }) as object
  const [full, least] = [filled(0, true), filled(0, false)]
  // Where more words name nothing more, they are left out in short.
  if (short && asksFor(shape) && secretsIn(full, id) === secretsIn(least, id)) return [least]
  const inputs = [full, ...(short ? [0] : [0, 1, 2, 3]).map((choice) => filled(choice, false))]
  return [...new Map(inputs.map((input) => [JSON.stringify(input), input])).values()]
}

/** Where to ask: a server, its database, and its clock. */
export interface Site {
  base: string
  db: Db
  now: () => number
}

/** What everybody asks with. */
export const device = { device: 'test', platform: 'H5', ip: '127.0.0.1' }

/** Whether the server broke over a call, which says nothing of what it would have answered. */
export const hasFailed = ({ status }: Response) => status >= 500

export class Matrix {
  readonly leaks: Leak[] = []
  /** Calls that have answered something. */
  readonly heard = new Set<Name>()
  asked = 0
  private list: Awaited<ReturnType<typeof belongings>> = []
  private print = new Map<string, string>()

  constructor(
    private readonly site: Site,
    private readonly targets: Targets,
    private readonly people: Who[],
    /** `short`: who comes closest for what is the owner's; `wide`: and for what everybody knows; `long`: all for all. */
    private readonly extent: 'short' | 'wide' | 'long' = 'short',
  ) {}

  private get long(): boolean {
    return this.extent === 'long'
  }

  private inputs(name: Name, uid: string, named: Record<string, string>): object[] {
    return inputsWith(name, uid, named, this.extent === 'short')
  }

  /** What is a leak beyond doubt: a server that breaks tells nothing. */
  get told(): Leak[] {
    return this.leaks.filter(({ what }) => what !== 'failed')
  }

  /** Everybody asks these calls for what is the owner's. Ends early where one leak is enough. */
  async ask(names: Name[], { untilFirst = false } = {}): Promise<void> {
    this.list = await belongings(this.site.db)
    this.print = await fingerprint(this.site.db, this.list, this.targets.ownerId)
    for (const who of this.people)
      for (const name of names) {
        if (mayAsk(who, name)) await this.askOne(who, name)
        if (untilFirst && this.told.length > 0) return
      }
  }

  /** A session of its own for each call: some calls end the one that asks. */
  private async clientOf(who: Who): Promise<Client> {
    const { db, base, now } = this.site
    return new Client(base, now, who === 'guest' ? '' : await createSession(db, this.targets.ids[who], device, now()))
  }

  private async askOne(who: Who, name: Name): Promise<void> {
    const { db } = this.site
    const { ownerId, shown, sold, known, fellow } = this.targets
    const named = who === 'fellow' ? fellow.named : this.targets.named
    // In the short form, whoever comes closest tries to get at what is the owner's, and the others at what is sold.
    const close = who !== 'fellow' && (this.long || who === 'classmate')
    const mine = close ? fewOfEach(this.targets.mine, this.long) : []
    const client = await this.clientOf(who)
    const say = async (input: object) => {
      this.asked++
      const response = await client.fetch(name, input)
      const text = await response.text()
      this.heard.add(name)
      const leak = (what: Leak['what'], detail: string) => this.leaks.push({ who, name, input, what, detail })
      if (hasFailed(response)) leak('failed', text.slice(0, 200))
      if (text.includes(own)) leak('told', text.slice(0, 300))
      if (text.includes(paid) && hasNothing.includes(who)) leak('paid', text.slice(0, 300))
      return { text, failed: hasFailed(response) }
    }
    /** About one id in every way, one after the other: the same was done with the id that nobody has. */
    const about = async (uid: string, words: Record<string, string>) => {
      const said: { input: object; text: string; failed: boolean }[] = []
      for (const input of this.inputs(name, uid, words)) said.push({ input, ...(await say(input)) })
      return said
    }
    await db.deleteFrom('rate_counters').execute()
    const wide = this.extent !== 'short'
    const asks = asksFor(shapeOf(name))
    // Twice: the first may change something of the one who asks.
    if (wide || close) await about(nobodys, unknown(named))
    const nothing = wide || close || !asks ? await about(nobodys, unknown(named)) : []
    if (asks) {
      const others = [
        ...(close ? shown : []),
        ...(wide ? known : []),
        ...(wide || hasNothing.includes(who) ? sold : []),
      ]
      if (who === 'fellow') others.push(...fewOfEach(fellow.ids, this.long).map(({ uid }) => uid))
      for (const some of inGroups([...mine, ...others.map((uid) => ({ table: '', uid }))], 4)) {
        await db.deleteFrom('rate_counters').execute()
        await Promise.all(
          some.map(async ({ table, uid }) => {
            const said = await about(uid, named)
            if (!table) return
            for (const [i, { input, text, failed }] of said.entries()) {
              const none = nothing[i]!
              if (failed || none.failed || same(input, none.input) || plain(text) === plain(none.text)) continue
              this.leaks.push({ who, name, input, what: 'known', detail: `${table}: ${text.slice(0, 200)}` })
            }
          }),
        )
      }
    }
    const now = await fingerprint(db, this.list, ownerId)
    for (const [table, print] of now)
      if (print !== this.print.get(table) && !(table === 'messages' && tells.includes(name)))
        this.leaks.push({ who, name, what: 'changed', detail: table })
    this.print = now
  }
}

const same = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

export function* inGroups<T>(list: T[], size: number): Generator<T[]> {
  for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size)
}

const hasNothing: Who[] = ['guest', 'fresh', 'elsewhere']

/** The same words with proofs that prove nothing. */
const unknown = (named: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(named).map(([key, value]) => [key, namedSecrets.includes(key) ? 'x'.repeat(32) : value]),
  )
