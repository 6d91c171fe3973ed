import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { catalogue } from '@dxx/contract/calls/catalogue'
import { sql } from 'kysely'
import { fail } from '../../base/refusal'
import { printedCode } from '../../base/stable-ids'
import type { Handlers } from '../../context'
import type { Db } from '../../db/connection'
import { countAgainst, type Limit } from '../../http/limits'
import type { Viewer } from './cards'
import { chapterLink, detailsLink } from './links'
import { visible } from './queries'

/** Target of a printed code or link. */
export type PrintedPlace = { resource: string } | { chapter: string; pid?: string } | { curriculum: string }

interface Opened {
  link: string
  title: string
}

const ivBytes = 12
const tagBytes = 16
const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'printed links', 32))

/** Encrypts the parameter of a link in a printed book, so that it cannot be guessed or altered. */
export function encryptParam(secret: string, place: PrintedPlace): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), iv)
  const body = Buffer.concat([cipher.update(JSON.stringify(place)), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}

function decryptParam(secret: string, param: string): PrintedPlace | null {
  const bytes = Buffer.from(param, 'base64url')
  if (bytes.length <= ivBytes + tagBytes) return null
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), bytes.subarray(0, ivBytes))
    decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
    const body = Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()])
    return JSON.parse(body.toString()) as PrintedPlace
  } catch {
    return null
  }
}

/** Extracts the code from scanned or typed text: a link with `qrcode=`, or the code itself. */
export function printedCodeIn(scanned: string): { code: string; pid: string } | null {
  const given = /[?&#]qrcode=([^&#\s]+)/.exec(scanned)?.[1]
  let text = scanned
  try {
    if (given !== undefined) text = decodeURIComponent(given)
  } catch {
    return null
  }
  const [, code, pid = ''] = /^([\dA-Za-z]{8})(?:\.([\w-]{1,64}))?$/.exec(text.replace(/\s/g, '')) ?? []
  return code === undefined ? null : { code: code.toUpperCase(), pid }
}

const openResource = async (db: Db, viewer: Viewer, now: number, column: 'uid' | 'code', value: string) => {
  const row = await db
    .selectFrom('resources as r')
    .innerJoin('curricula as c', 'c.id', 'r.curriculum_id')
    .select(['r.uid', 'r.title', 'r.removed_at', 'c.uid as curriculum', 'c.title as curriculumTitle', 'c.kind'])
    .where(`r.${column}`, '=', value)
    .where('r.kind', '<>', 'dataset')
    .where(visible(viewer, now))
    .executeTakeFirst()
  if (!row) return null
  // Printed books stay in use after a resource is removed, so its code then leads to the curriculum's page.
  if (row.removed_at !== null) return { link: detailsLink(row.kind, row.curriculum), title: row.curriculumTitle }
  return { link: `pages/resource/index?id=${row.uid}`, title: row.title }
}

async function openChapter(db: Db, viewer: Viewer, now: number, found: ReturnType<typeof sql<boolean>>, pid: string) {
  const row = await db
    .selectFrom('chapters as ch')
    .innerJoin('curricula as c', 'c.id', 'ch.curriculum_id')
    .select(['ch.uid', 'ch.title', 'ch.kind as chapterKind', 'c.uid as curriculumId', 'c.kind'])
    .where(found)
    .where('ch.removed_at', 'is', null)
    .where('ch.kind', '<>', 'part')
    .where(visible(viewer, now))
    .executeTakeFirst()
  return row ? { link: chapterLink({ ...row, chapterId: row.uid, pid }), title: row.title } : null
}

async function openCurriculum(db: Db, viewer: Viewer, now: number, uid: string): Promise<Opened | null> {
  const row = await db
    .selectFrom('curricula as c')
    .select(['c.uid', 'c.title', 'c.kind'])
    .where('c.uid', '=', uid)
    .where(visible(viewer, now))
    .executeTakeFirst()
  return row ? { link: detailsLink(row.kind, row.uid), title: row.title } : null
}

/** Counts a scan by day, without the user. An unknown paragraph counts for its chapter, as clients can send any. */
async function countScan(db: Db, code: string, pid: string, now: number): Promise<void> {
  await sql`
    insert into code_scans (code, day, scans)
    select ${code}::text || case when exists (
        select from paragraphs p join chapters ch on ch.id = p.chapter_id
        where printed_code(ch.uid) = ${code} and p.pid = ${pid}) then ${`.${pid}`}::text else '' end,
      day_of(${now}::bigint), 1
    on conflict (code, day) do update set scans = code_scans.scans + 1`.execute(db)
}

/** Look-ups per user: enough for scanning printed codes, not enough for guessing them. */
const tries: Limit = { name: 'printed_code', max: 60, windowSeconds: 60 }

export const codeHandlers: Pick<Handlers<typeof catalogue>, 'POST /v130/code2id' | 'POST /v130/param_decrypt'> = {
  'POST /v130/code2id': async ({ db, user, clock }, { code: scanned }) => {
    const now = clock.now()
    await countAgainst(db, tries, String(user.id), now)
    const { code, pid } = printedCodeIn(scanned) ?? fail('code-not-found')
    const opened =
      (await openResource(db, user, now, 'code', code)) ??
      (await openChapter(db, user, now, sql<boolean>`printed_code(ch.uid) = ${code}`, pid)) ??
      fail('code-not-found')
    await countScan(db, code, pid, now)
    return opened
  },

  'POST /v130/param_decrypt': async ({ db, user, clock, config }, { param }) => {
    const now = clock.now()
    await countAgainst(db, tries, String(user.id), now)
    const place = decryptParam(config.secret, param) ?? fail('code-not-found')
    const opened =
      'resource' in place
        ? await openResource(db, user, now, 'uid', place.resource)
        : 'chapter' in place
          ? await openChapter(db, user, now, sql<boolean>`ch.uid = ${place.chapter}::uuid`, place.pid ?? '')
          : await openCurriculum(db, user, now, place.curriculum)
    if (!opened) return fail('code-not-found')
    // Counted as a scan of the code of the same place, so that a book printed with links has scans too.
    if ('resource' in place) await countScan(db, printedCode(place.resource), '', now)
    else if ('chapter' in place) await countScan(db, printedCode(place.chapter), place.pid ?? '', now)
    return opened
  },
}
