import type { Highlight } from '@dxx/contract/calls/reading'
import { type RawBuilder, sql } from 'kysely'
import type { User } from '../../context'
import type { Db } from '../../db/connection'
import { onSale, ownedBy } from '../catalogue/public'

/** Selects a user's highlights with their chapters and positions. */
export const selectHighlights = (db: Db, user: User, now: number) =>
  db
    .selectFrom('highlights as h')
    .innerJoin('chapters as ch', 'ch.id', 'h.chapter_id')
    .innerJoin('curricula as c', 'c.id', 'h.curriculum_id')
    .leftJoin('paragraphs as p', (join) =>
      join.onRef('p.chapter_id', '=', 'h.chapter_id').on(sql<boolean>`p.pid = h.place->>'pid'`),
    )
    .select(['h.uid', 'h.mark', 'h.note', 'h.locator', 'h.place', 'h.state', 'h.created_at', 'h.edited_at'])
    .select(['h.removed', 'h.change', 'ch.uid as chapter_uid', 'ch.title as chapter_title'])
    .select(['c.uid as curriculum_uid', 'c.kind as curriculum_kind', 'c.title as curriculum_title'])
    .select(sql<boolean>`(ch.removed_at is null and (${ownedBy(user)} or ch.free and ${onSale(now)}))`.as('open'))
    .where('h.user_id', '=', user.id)

type HighlightRow = Awaited<ReturnType<ReturnType<typeof selectHighlights>['executeTakeFirstOrThrow']>>

export function highlightOf(row: HighlightRow): Highlight {
  const { exact, prefix, suffix } = row.locator
  return {
    id: row.uid,
    curriculum: { id: row.curriculum_uid, kind: row.curriculum_kind, title: row.curriculum_title },
    chapterId: row.chapter_uid,
    chapterTitle: row.chapter_title,
    open: row.open,
    mark: row.mark,
    note: row.note,
    locator: { ...row.place, exact, prefix, suffix },
    state: row.state,
    createdAt: row.created_at,
    updatedAt: row.edited_at,
  }
}

/** Sort key in book order: chapter, block, character. */
export const placeKey: RawBuilder<number> = sql<number>`(
  ch.position::bigint * 1000000000 + least(coalesce(p.position, 9999), 9999) * 100000
  + least((h.place->>'start')::int, 99999))`
