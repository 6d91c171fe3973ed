import type { CurriculumCard } from '@dxx/contract/calls/catalogue'
import { formatAmount } from '@dxx/contract/rules/amount'
import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { preparedQuery, preparedSql } from '../../db/prepared'
import { showsBooks } from '../content/public'
import { publicUrl } from '../media/public'

/** A card with its row id, for look-ups. */
export type Card = CurriculumCard & { rowId: number }

export type Viewer = { id: number } | null

/** Whether the viewer owns the curriculum `c` of a query. */
export const ownedBy = (viewer: { id: number | null } | null) => sql<boolean>`exists (
  select from entitlements e where e.curriculum_id = c.id and e.user_id = ${viewer?.id ?? null}::bigint and e.revoked_at is null)`

/** Selects curricula with all fields of a card in one query. */
export function selectCards(db: Db, viewer: { id: number | null } | null) {
  return db
    .selectFrom('curricula as c')
    .leftJoin('subjects as s', 's.id', 'c.subject_id')
    .leftJoin('teachers as t', 't.id', 'c.teacher_id')
    .leftJoin('media as cover', 'cover.id', 'c.cover_id')
    .select([
      'c.id as rowId',
      'c.uid',
      'c.kind',
      'c.title',
      'c.subtitle',
      'c.summary',
      'c.author',
      'c.price_cents',
      'c.discount_percent',
      'c.learners',
      'c.ratings',
      'c.chapter_count',
      'c.duration_seconds',
      'c.tags',
      'cover.key as cover_key',
      's.uid as subject_uid',
      's.name as subject_name',
      's.colour as subject_colour',
      't.name as teacher_name',
      ownedBy(viewer).as('owned'),
    ])
}

/** SQL: whether the kind of curriculum `c` is shown; an app review may require hiding books. */
export const kindIsShown = sql<boolean>`(c.kind in ('course', 'bank') or ${showsBooks})`

/** Whether curriculum `c` is published now and of a kind that is shown. */
export const onSale = (now: number) =>
  sql<boolean>`(c.published and c.published_at <= ${now}::bigint and ${kindIsShown})`

export type CardRow = Awaited<ReturnType<ReturnType<typeof selectCards>['executeTakeFirstOrThrow']>>

export function cardOf(row: CardRow): Card {
  const ratingCount = row.ratings.reduce((sum, count) => sum + count, 0)
  const stars = row.ratings.reduce((sum, count, i) => sum + count * (i + 1), 0)
  return {
    rowId: row.rowId,
    id: row.uid,
    kind: row.kind,
    title: row.title,
    subtitle: row.subtitle,
    summary: row.summary,
    cover: row.cover_key === null ? null : publicUrl(row.cover_key),
    subject:
      row.subject_uid === null ? null : { id: row.subject_uid, name: row.subject_name!, colour: row.subject_colour! },
    by: (row.kind === 'course' ? row.teacher_name : row.author) || row.author || row.teacher_name || '',
    amount: formatAmount(row.price_cents, row.discount_percent),
    learners: row.learners,
    rating: ratingCount === 0 ? 0 : Math.round((stars / ratingCount) * 10) / 10,
    ratingCount,
    chapterCount: row.chapter_count,
    durationSeconds: row.duration_seconds,
    tags: row.tags,
    owned: row.owned,
  }
}

const cardsAmong = preparedQuery((db, userId: number | null, ids: number[]) =>
  selectCards(db, { id: userId }).where(sql<boolean>`c.id = any(${ids}::bigint[])`),
)

/** Returns cards by curriculum id, also of unpublished curricula, for example for a list of comments. */
export async function cardsById(db: Db, viewer: Viewer, ids: readonly number[]): Promise<Map<number, Card>> {
  if (ids.length === 0) return new Map()
  const rows = await cardsAmong(db, viewer?.id ?? null, [...new Set(ids)])
  return new Map(rows.map((row) => [row.rowId, cardOf(row)]))
}

const ownedAmong = preparedSql(
  (userId: number, ids: number[]) => sql<{ curriculum_id: number }>`
    select curriculum_id from entitlements
    where user_id = ${userId} and revoked_at is null and curriculum_id = any(${ids}::bigint[])`,
)

/** Sets `owned` on shared cards that were read without a viewer. */
export async function withOwned<C extends Card>(db: Db, viewer: Viewer, cards: readonly C[]): Promise<C[]> {
  if (!viewer || cards.length === 0) return [...cards]
  const rows = await ownedAmong(
    db,
    viewer.id,
    cards.map(({ rowId }) => rowId),
  )
  const owned = new Set(rows.map(({ curriculum_id }) => curriculum_id))
  return cards.map((card) => ({ ...card, owned: owned.has(card.rowId) }))
}
