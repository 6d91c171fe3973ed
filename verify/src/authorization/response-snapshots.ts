import { type StudentCallName, studentCalls } from '@dxx/contract/calls'
import type { Db } from '../../../server/src/db/connection'
import { createSession } from '../../../server/src/http/session'
import { Client } from '../../../server/src/testing/client'
import { shapeOf } from '../../../server/src/testing/inputs'
import { long } from '../../../server/src/testing/measurements'
import {
  device,
  fewOfEach,
  hasAccessLevel,
  hasFailed,
  inGroups,
  inputsWith,
  maskIds,
  type Site,
  type Targets,
  takesIdOrSecret,
  unknownId,
  type Who,
} from './matrix'

/** Calls that change the caller's data or are random: a second response differs. */
const changing: StudentCallName[] = [
  'GET /v1/exam_start',
  'GET /v1/message_read',
  'GET /v1/textbooks_get_question',
  'GET /v1/textbooks_get_test',
  'GET /v1/zos_generate_object_upload_link',
]

/** Public totals over all users, which may differ and are not compared. */
const counts = /"(likes|learners|favouriteCount)":\d+/g

export const snapshotCalls = (Object.keys(studentCalls) as StudentCallName[]).filter(
  (name) => name.startsWith('GET') && !changing.includes(name),
)

/** Response per user, call and input. */
export type ResponseSnapshots = Map<string, string>

/**
 * Makes every read call with public ids. The responses must be identical whether or not another user has data in the
 * same places: a list, count or flag that differs leaks that user's data.
 */
export async function snapshotResponses(
  site: Site,
  targets: Targets,
  people: Who[],
  names = snapshotCalls,
): Promise<ResponseSnapshots> {
  const found: ResponseSnapshots = new Map()
  for (const who of people)
    for (const name of names.filter((one) => hasAccessLevel(who, one))) await readOne(site, targets, who, name, found)
  return found
}

async function readOne(
  site: Site,
  targets: Targets,
  who: Who,
  name: StudentCallName,
  found: ResponseSnapshots,
): Promise<void> {
  const { db, base, now } = site
  const client = new Client(base, now, await tokenOf(site, targets, who))
  const send = async (input: object) => {
    const response = await client.fetch(name, input)
    const text = maskIds(withoutCounts(await response.text()))
    return { what: `${who} ${name} ${JSON.stringify(input)}`, text: hasFailed(response) ? failedPrefix + text : text }
  }
  const about = (id: string) => inputsWith(name, id, targets.fellow.named, !long)
  await db.deleteFrom('rate_counters').execute()
  const nothing = await Promise.all(about(unknownId).map(send))
  for (const { what, text } of nothing) found.set(what, text)
  if (!takesIdOrSecret(shapeOf(name))) return
  // Sends minimal inputs only: the other inputs were sent with the unknown id.
  const some = idsOf(who, targets).map((id) => {
    const [full, ...less] = about(id)
    return less.find((input) => JSON.stringify(input).includes(id)) ?? full!
  })
  for (const group of inGroups(some, 6))
    for (const { what, text } of await Promise.all(group.map(send))) found.set(what, text)
}

function idsOf(who: Who, { shown, sold, known, fellow }: Targets): string[] {
  const ownUids = who === 'fellow' ? fewOfEach(fellow.ids, long).map(({ uid }) => uid) : []
  return [...shown, ...sold, ...known, ...ownUids]
}

/** One session per user and database, because the number of sessions is part of the responses. */
const tokens = new WeakMap<Db, Map<Who, string>>()

async function tokenOf({ db, now }: Site, { ids }: Targets, who: Who): Promise<string> {
  const known = tokens.get(db) ?? new Map<Who, string>()
  tokens.set(db, known)
  if (who !== 'guest' && !known.has(who)) known.set(who, await createSession(db, ids[who], device, now()))
  return known.get(who) ?? ''
}

/** Prefix of responses that are server errors. */
export const failedPrefix = '(failed) '

/** Compares the responses with the snapshots: stops at the first difference, continues after server errors. */
export async function compareToSnapshots(
  was: ResponseSnapshots,
  site: Site,
  targets: Targets,
  people: Who[],
  names: StudentCallName[],
) {
  let isBroken = false
  for (const name of names)
    for (const who of people.filter((one) => hasAccessLevel(one, name))) {
      const found: ResponseSnapshots = new Map()
      await readOne(site, targets, who, name, found)
      const others = differences(was, found)
      if (others.some(({ is }) => !is.startsWith(failedPrefix))) return 'snapshot'
      isBroken ||= others.length > 0
    }
  return isBroken ? 'crash' : null
}

export const withoutCounts = (text: string) => text.replace(counts, '"$1":0')

/** Returns the responses that differ. */
export function differences(
  was: ResponseSnapshots,
  is: ResponseSnapshots,
): { what: string; was?: string; is: string }[] {
  return [...is].flatMap(([what, text]) => (was.get(what) === text ? [] : { what, was: was.get(what), is: text }))
}
