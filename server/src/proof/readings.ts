import { allCalls, type Name } from '@dxx/contract/calls'
import type { Db } from '../db/connection'
import { createSession } from '../http/session'
import { Client } from '../testing/client'
import { shapeOf } from '../testing/inputs'
import { long } from './figures'
import {
  asksFor,
  device,
  fewOfEach,
  hasFailed,
  inGroups,
  inputsWith,
  mayAsk,
  nobodys,
  plain,
  type Site,
  type Targets,
  type Who,
} from './matrix'

/** Change something of the one who asks, or draw lots: what is read twice is not the same. */
const changing: Name[] = [
  'GET /v1/exam_start',
  'GET /v1/message_read',
  'GET /v1/textbooks_get_question',
  'GET /v1/textbooks_get_test',
  'GET /v1/zos_generate_object_upload_link',
]

/** What everybody may know of everybody together. */
const counts = /"(likes|learners|favouriteCount)":\d+/g

export const reads = (Object.keys(allCalls) as Name[]).filter(
  (name) => name.startsWith('GET') && !changing.includes(name),
)

/** Who read what of which call, and the answer. */
export type Readings = Map<string, string>

/**
 * All that people can read with what they may know. It has to be the same whether or not somebody else has lived in the
 * same places: a list, a count or a mark that is another one tells of them.
 */
export async function readAll(site: Site, targets: Targets, people: Who[], names = reads): Promise<Readings> {
  const found: Readings = new Map()
  for (const who of people)
    for (const name of names.filter((one) => mayAsk(who, one))) await readOne(site, targets, who, name, found)
  return found
}

async function readOne(site: Site, targets: Targets, who: Who, name: Name, found: Readings): Promise<void> {
  const { db, base, now } = site
  const client = new Client(base, now, await tokenOf(site, targets, who))
  const say = async (input: object) => {
    const response = await client.fetch(name, input)
    const text = plain(withoutCounts(await response.text()))
    return { what: `${who} ${name} ${JSON.stringify(input)}`, text: hasFailed(response) ? broke + text : text }
  }
  const about = (id: string) => inputsWith(name, id, targets.fellow.named, !long)
  await db.deleteFrom('rate_counters').execute()
  const nothing = await Promise.all(about(nobodys).map(say))
  for (const { what, text } of nothing) found.set(what, text)
  if (!asksFor(shapeOf(name))) return
  // As little as can be said of it: what else can be said was said of the id that nobody has.
  const some = idsOf(who, targets).map((id) => {
    const [full, ...less] = about(id)
    return less.find((input) => JSON.stringify(input).includes(id)) ?? full!
  })
  for (const group of inGroups(some, 6))
    for (const { what, text } of await Promise.all(group.map(say))) found.set(what, text)
}

function idsOf(who: Who, { shown, sold, known, fellow }: Targets): string[] {
  const own = who === 'fellow' ? fewOfEach(fellow.ids, long).map(({ uid }) => uid) : []
  return [...shown, ...sold, ...known, ...own]
}

/** One session for each person and database: how many there are can be read. */
const tokens = new WeakMap<Db, Map<Who, string>>()

async function tokenOf({ db, now }: Site, { ids }: Targets, who: Who): Promise<string> {
  const known = tokens.get(db) ?? new Map<Who, string>()
  tokens.set(db, known)
  if (who !== 'guest' && !known.has(who)) known.set(who, await createSession(db, ids[who], device, now()))
  return known.get(who) ?? ''
}

/** Begins what is heard of a call that the server broke over. */
export const broke = '(failed) '

/** Whether somebody reads otherwise than it was: ends with the first that does, goes on where the server only breaks. */
export async function readsOtherwise(was: Readings, site: Site, targets: Targets, people: Who[], names: Name[]) {
  let broken = false
  for (const name of names)
    for (const who of people.filter((one) => mayAsk(one, name))) {
      const found: Readings = new Map()
      await readOne(site, targets, who, name, found)
      const others = differences(was, found)
      if (others.some(({ is }) => !is.startsWith(broke))) return 'read'
      broken ||= others.length > 0
    }
  return broken ? 'broke' : null
}

export const withoutCounts = (text: string) => text.replace(counts, '"$1":0')

/** What reads otherwise than it did. */
export function differences(was: Readings, is: Readings): { what: string; was?: string; is: string }[] {
  return [...is].flatMap(([what, text]) => (was.get(what) === text ? [] : { what, was: was.get(what), is: text }))
}
