import { ChapterRow } from '@dxx/contract/calls/catalogue'
import { ResponseCode } from '@dxx/contract/envelope'
import type { CurriculumKind } from '@dxx/contract/shapes'
import { PrewrittenBody, SharedBody, SharedText } from '../../base/prewritten-body'
import { fail } from '../../base/refusal'
import { SizedCache } from '../../base/sized-cache'
import type { Ctx } from '../../context'
import { cacheShared } from '../../db/cache'
import type { Db } from '../../db/connection'
import { contentsRows, openContents } from './queries'

type Progress = Record<string, [percent: number, done: boolean]>

interface Viewer {
  owned: boolean
  progress: Progress
}

interface Row {
  rowId: number
  /** Whether the row is locked for users who do not own the curriculum. */
  needsOwner: boolean
  /** JSON of everything that is the same for all users, without the closing brace. */
  json: string
}

const Shared = ChapterRow.omit({ locked: true, done: true, percent: true })

/** Joins the row's shared JSON with the viewer's fields, so that no request serialises the outlines again. */
function rowText({ rowId, needsOwner, json }: Row, { owned, progress }: Viewer): string {
  const [percent, done] = progress[rowId] ?? [0, false]
  return `${json},"locked":${needsOwner && !owned},"done":${done},"percent":${percent}}`
}

/** Rows per part: few enough that most parts are the same for many users. */
const partRows = 10
/** Maximum number of cached texts per part. */
const mostTexts = 32

/**
 * Consecutive rows of a table of contents. Their JSON depends on ownership and progress. Texts without a chapter in
 * progress are cached, because most users have completed all or none of the chapters of a part.
 */
class ContentsPart {
  private readonly texts = new Map<string, SharedText>()

  constructor(
    private readonly rows: Row[],
    private readonly isFirst: boolean,
  ) {}

  text(viewer: Viewer): string | SharedText {
    let key = viewer.owned ? 'owned' : ''
    for (const { rowId } of this.rows) {
      const rowProgress = viewer.progress[rowId]
      if (rowProgress && rowProgress[0] > 0 && rowProgress[0] < 100) return this.write(viewer)
      key += rowProgress ? ` ${rowProgress[0]} ${rowProgress[1]}` : ' '
    }
    const known = this.texts.get(key)
    if (known) return known
    const written = this.write(viewer)
    // Beyond the limit the text is written without caching: compressing it for the cache takes longer than one
    // response.
    if (this.texts.size >= mostTexts) return written
    const text = new SharedText(written)
    this.texts.set(key, text)
    return text
  }

  private write(viewer: Viewer): string {
    return `${this.isFirst ? '' : ','}${this.rows.map((row) => rowText(row, viewer)).join()}`
  }
}

interface SharedContents {
  parts: ContentsPart[]
  size: number
}

/** Maximum size of the cached contents in characters, of which each may be stored in several texts. */
const maxCharacters = 4 * 1024 * 1024

/** One cache per database, because tests use several databases in one process. */
const caches = new WeakMap<Db, SizedCache<SharedContents>>()

/** `version` is read with each request, so that no server returns old contents. */
function sharedContents(rootDb: Db, id: number, version: number): Promise<SharedContents> {
  let cache = caches.get(rootDb)
  if (!cache) {
    cache = new SizedCache(maxCharacters, ({ size }) => size)
    caches.set(rootDb, cache)
  }
  return cache.get(`${id} ${version}`, async () => {
    const rows = withDepths(await contentsRows(rootDb, id))
    const parts: ContentsPart[] = []
    for (let at = 0; at < rows.length; at += partRows)
      parts.push(new ContentsPart(rows.slice(at, at + partRows), at === 0))
    return { parts, size: rows.reduce((sum, { json }) => sum + json.length, 0) }
  })
}

function withDepths(rows: Awaited<ReturnType<typeof contentsRows>>): Row[] {
  const depths = new Map<number, number>()
  return rows.map((row) => {
    const depth =
      row.after_id !== null
        ? (depths.get(row.after_id) ?? 0)
        : row.parent_id !== null
          ? (depths.get(row.parent_id) ?? 0) + 1
          : 0
    depths.set(row.id, depth)
    const shared = {
      id: row.uid,
      title: row.title,
      kind: row.kind,
      depth,
      free: row.free,
      durationSeconds: row.duration_seconds,
      minutes: row.minutes,
      test: row.test_slug,
      outline: row.outline,
    }
    return {
      rowId: row.id,
      needsOwner: row.kind !== 'part' && !row.free,
      json: JSON.stringify(Shared.parse(shared)).slice(0, -1),
    }
  })
}

const head = new SharedText(`{"code":${ResponseCode.ok},"msg":"","data":[`)
const tail = new SharedText(']}')

/** Returns the handler of the table of contents of curricula of one kind. */
export const contents =
  (kind: CurriculumKind) =>
  (ctx: Ctx, { id }: { id: string }): Promise<PrewrittenBody> =>
    ctx.user
      ? contentsOf(ctx, kind, id)
      : cacheShared(ctx, `contents ${kind} ${id}`, () => guestContents(ctx, kind, id))

async function contentsOf({ db, rootDb, user, clock }: Ctx, kind: CurriculumKind, id: string): Promise<PrewrittenBody> {
  const [opened = fail('curriculum-not-found')] = await openContents(db, user!.id, kind, id, clock.now())
  const { parts } = await sharedContents(rootDb, opened.id, opened.contentVersion)
  const viewer = { owned: opened.owned, progress: opened.progress ?? {} }
  return new PrewrittenBody(head, ...parts.map((part) => part.text(viewer)), tail)
}

async function guestContents({ rootDb, clock }: Ctx, kind: CurriculumKind, id: string): Promise<SharedBody> {
  const [opened = fail('curriculum-not-found')] = await openContents(rootDb, null, kind, id, clock.now())
  const { parts } = await sharedContents(rootDb, opened.id, opened.contentVersion)
  const texts = parts.map((part) => part.text({ owned: false, progress: {} }))
  return new SharedBody(`${new PrewrittenBody(head, ...texts, tail).plain()}`)
}
