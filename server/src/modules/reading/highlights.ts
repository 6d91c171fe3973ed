import type { HighlightChange } from '@dxx/contract/calls/reading'
import type { ErrorName } from '@dxx/contract/errors'
import type { Position } from '@dxx/contract/rules/anchor'
import { sql } from 'kysely'
import { Refusal } from '../../base/refusal'
import type { User } from '../../context'
import type { Db } from '../../db/connection'
import { countRows } from '../../db/count-rows'
import { lockName } from '../../db/lock'
import { gramQuery } from '../../text/text'
import { type AnchoredPosition, anchorInBlocks, type Block } from './anchor'
import { blocksOf, type ReadableChapter, readableChapter } from './chapter'

/** Maximum number of highlights per book: above any real use, and few enough to anchor quickly. */
const most = 5000
/** Minimum length of a quote that is also searched for in other chapters, to which the text may have moved. */
const movable = 8

const nextChange = sql<number>`nextval('highlight_changes')`

/**
 * Serialises changes per user, so that change numbers become visible in ascending order: a device that has received
 * change 7 has received all earlier changes.
 */
export const lockHighlights = (tx: Db, userId: number) => lockName(tx, `highlights ${userId}`)

/** Anchors highlights whose chapters have changed. The caller's transaction holds the lock of lockHighlights. */
export async function refreshAnchors(tx: Db, userId: number): Promise<void> {
  const stale = await tx
    .selectFrom('highlights as h')
    .innerJoin('chapters as ch', 'ch.id', 'h.chapter_id')
    .select(['h.id', 'h.curriculum_id', 'h.chapter_id', 'h.locator', 'h.place', 'h.state'])
    .select(['ch.revision', 'ch.removed_at'])
    .where('h.user_id', '=', userId)
    .where('h.removed', '=', false)
    .where(
      sql<boolean>`(h.revision <> ch.revision and ch.removed_at is null or ch.removed_at is not null and h.state <> 'lost')`,
    )
    .orderBy('h.chapter_id')
    .execute()
  const texts = new Map<number, Block[]>()
  for (const { id, locator, place, ...row } of stale) {
    if (!texts.has(row.chapter_id))
      texts.set(row.chapter_id, row.removed_at === null ? await blocksOf(tx, row.chapter_id) : [])
    const here = anchorInBlocks(texts.get(row.chapter_id)!, locator, place)
    const moved = here.state === 'lost' ? await movedTo(tx, row, locator.exact) : null
    const found: Found = moved ?? { ...here, chapter_id: row.chapter_id, revision: row.revision }
    const same = !moved && found.state === row.state && isSame(found.place, place)
    await tx
      .updateTable('highlights')
      .set({
        chapter_id: found.chapter_id,
        revision: found.revision,
        place: JSON.stringify(found.place),
        state: found.state,
        ...(!same && { change: nextChange }),
      })
      .where('id', '=', id)
      .execute()
  }
}

const isSame = (a: Position, b: Position) =>
  a.pid === b.pid && a.start === b.start && a.endPid === b.endPid && a.end === b.end

type Found = AnchoredPosition & { chapter_id: number; revision: number }

/** Returns the position of a quote in another chapter if exactly one paragraph contains it; otherwise null. */
async function movedTo(tx: Db, from: { curriculum_id: number; chapter_id: number }, exact: string) {
  // The index search uses whole words, so a word cut off at the start is left out; `strpos` checks the full quote.
  const grams = gramQuery(exact.slice(0, 40).replace(/^[\w-]+/, ''))
  if (exact.length < movable || exact.includes('\n') || grams === null) return null
  const found = await tx
    .selectFrom('paragraphs as p')
    .innerJoin('chapters as ch', 'ch.id', 'p.chapter_id')
    .select(['p.pid', 'p.text', 'ch.id', 'ch.revision'])
    .where('ch.curriculum_id', '=', from.curriculum_id)
    .where('ch.removed_at', 'is', null)
    .where('ch.id', '<>', from.chapter_id)
    .where(sql<boolean>`p.grams @@ ${grams}::tsquery and strpos(p.text, ${exact}) > 0`)
    .limit(2)
    .execute()
  const [only] = found
  if (!only || found.length > 1) return null
  const start = only.text.indexOf(exact)
  const place = { pid: only.pid, start, end: start + exact.length }
  return { place, state: 'unsure', chapter_id: only.id, revision: only.revision } satisfies Found
}

const existing = (tx: Db, userId: number, uid: string) =>
  tx
    .selectFrom('highlights')
    .select(['id', 'curriculum_id', 'edited_at', 'removed'])
    .where('user_id', '=', userId)
    .where('uid', '=', uid)
    .executeTakeFirst()

type Refused = Extract<ErrorName, 'chapter-not-found' | 'not-purchased' | 'highlight-not-found' | 'highlights-full'>

/** Applies highlight changes of one device. The later of two changes wins. Methods return the refusal, or null. */
export class Changes {
  private readonly chapters = new Map<string, ReadableChapter | Refused>()
  private readonly texts = new Map<number, Block[]>()

  constructor(
    private readonly tx: Db,
    private readonly user: User,
    private readonly now: number,
  ) {}

  async save(change: HighlightChange): Promise<Refused | null> {
    const { tx, user } = this
    const chapter = await this.chapter(change.chapterId, change.curriculumId)
    if (typeof chapter === 'string') return chapter
    const known = await existing(tx, user.id, change.id)
    if (known && known.curriculum_id !== chapter.curriculum_id) return 'highlight-not-found'
    const at = Math.min(change.at, this.now)
    if (known && at < known.edited_at) return null
    if ((!known || known.removed) && (await this.isFull(chapter.curriculum_id))) return 'highlights-full'
    const { place, state } = await this.anchored(change, chapter)
    const row = {
      chapter_id: chapter.id,
      mark: change.mark,
      note: change.note,
      locator: JSON.stringify(change.locator),
      place: JSON.stringify(place),
      revision: chapter.revision,
      state,
      edited_at: at,
      removed: false,
      change: nextChange,
    }
    if (known) await tx.updateTable('highlights').set(row).where('id', '=', known.id).execute()
    else
      await tx
        .insertInto('highlights')
        .values({ ...row, uid: change.id, user_id: user.id, curriculum_id: chapter.curriculum_id, created_at: at })
        .execute()
    return null
  }

  /** Removes a highlight. Its id stays stored, so that other devices receive the removal. */
  async remove(uid: string, removedAt: number): Promise<Refused | null> {
    const known = await existing(this.tx, this.user.id, uid)
    if (!known) return 'highlight-not-found'
    const at = Math.min(removedAt, this.now)
    if (known.removed || at < known.edited_at) return null
    await this.tx
      .updateTable('highlights')
      .set({ removed: true, note: '', locator: '{}', place: '{}', edited_at: at, change: nextChange })
      .where('id', '=', known.id)
      .execute()
    return null
  }

  private async chapter(uid: string, curriculum: string): Promise<ReadableChapter | Refused> {
    const key = `${curriculum} ${uid}`
    const known = this.chapters.get(key)
    if (known !== undefined) return known
    const found = await readableChapter(this.tx, this.user, uid, ['ebook', 'textbook'], this.now, curriculum).catch(
      (error) => {
        if (error instanceof Refusal && (error.name === 'chapter-not-found' || error.name === 'not-purchased'))
          return error.name
        throw error
      },
    )
    this.chapters.set(key, found)
    return found
  }

  private async isFull(curriculumId: number): Promise<boolean> {
    const count = await countRows(
      this.tx
        .selectFrom('highlights')
        .where('user_id', '=', this.user.id)
        .where('curriculum_id', '=', curriculumId)
        .where('removed', '=', false),
    )
    return count >= most
  }

  private async anchored({ locator, revision }: HighlightChange, chapter: ReadableChapter): Promise<AnchoredPosition> {
    const blocks = this.texts.get(chapter.id) ?? (await blocksOf(this.tx, chapter.id))
    this.texts.set(chapter.id, blocks)
    const { pid, start, endPid, end } = locator
    // If the client has the current revision of the chapter, its position is exact.
    if (revision === chapter.revision && blocks.some((block) => block.pid === pid))
      return { place: { pid, start, ...(endPid && { endPid }), end }, state: 'sure' }
    return anchorInBlocks(blocks, locator)
  }
}

/** Saves one change of a highlight in the caller's transaction. */
export async function saveHighlight(tx: Db, user: User, change: HighlightChange, now: number): Promise<void> {
  await lockHighlights(tx, user.id)
  await new Changes(tx, user, now).save(change)
}
