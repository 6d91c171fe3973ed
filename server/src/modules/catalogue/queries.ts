import type { Sort } from '@dxx/contract/calls/catalogue'
import type { PageInput } from '@dxx/contract/paging'
import type { CurriculumKind } from '@dxx/contract/shapes'
import { type RawBuilder, sql } from 'kysely'
import { type Order, pageOfQuery } from '../../base/paging'
import type { Db } from '../../db/connection'
import { countRows } from '../../db/count-rows'
import { preparedQuery, preparedSql } from '../../db/prepared'
import { showsBooks } from '../content/public'
import { kindIsShown, onSale, ownedBy, selectCards, type Viewer } from './cards'
import { totalPercent } from './total-percent'

/**
 * Score of the sort order 综合. Ten times as many learners count as much as being half a year newer; one star more
 * counts as much as two months. Independent of the current time, so that paging is stable.
 */
const score = sql<number>`round(1000 * (
  ln(c.learners + 1.0) + c.published_at / 6760000.0 + coalesce((
    select sum(n * i)::numeric / nullif(sum(n), 0) from unnest(c.ratings) with ordinality as r (n, i)), 3.5) * 0.77))::bigint`

/** Recommended items come before all others, in the order that staff chose. */
const recommendedScore = sql<number>`coalesce(1000000000000 - c.recommended, ${score})`

const keys: Record<Sort, ReturnType<typeof sql<number>>> = {
  default: recommendedScore,
  newest: sql<number>`c.published_at`,
  popular: sql<number>`c.learners::bigint`,
  'price-up': sql<number>`-c.pay_cents::bigint`,
  'price-down': sql<number>`c.pay_cents::bigint`,
}

export const orderBy = (sort: Sort): Order => ({ key: keys[sort], uid: sql<string>`c.uid` })

export interface ListFilter {
  kind: CurriculumKind
  classify?: string
  price: 'all' | 'free' | 'paid'
}

const matching = ({ kind, classify, price }: ListFilter, now: number) =>
  sql<boolean>`${onSale(now)} and c.kind = ${kind}
    and (${classify ?? null}::uuid is null or c.subject_id = (select id from subjects where uid = ${classify ?? null}::uuid))
    and (${price} = 'all' or (${price} = 'free') = (c.pay_cents = 0))`

export function curriculumPage(
  db: Db,
  viewer: Viewer,
  filter: ListFilter,
  { sort, ...paging }: PageInput & { sort: Sort },
  now: number,
) {
  return pageOfQuery(selectCards(db, viewer).where(matching(filter, now)), orderBy(sort), paging).execute()
}

export async function countCurricula(db: Db, filter: ListFilter, now: number): Promise<number> {
  return countRows(db.selectFrom('curricula as c').where(matching(filter, now)))
}

/** Selects the first curricula of each kind in the orders best, popular and newest, with their ranks. */
export function sectionCards(db: Db, { kinds, subject, most }: SectionFilter, now: number) {
  const ranked = sql<{ id: number; best: number; popular: number; newest: number }>`(
    select c.id,
      row_number() over (partition by c.kind order by ${recommendedScore} desc, c.uid) as best,
      row_number() over (partition by c.kind order by c.learners desc, c.uid) as popular,
      row_number() over (partition by c.kind order by c.published_at desc, c.uid) as newest
    from curricula c left join subjects s on s.id = c.subject_id
    where ${onSale(now)} and c.kind = any (${kinds}) and (${subject}::uuid is null or s.uid = ${subject}::uuid))`
  return selectCards(db, null)
    .innerJoin(ranked.as('r'), 'r.id', 'c.id')
    .select(['r.best', 'r.popular', 'r.newest'])
    .where(sql<boolean>`least(r.best, r.popular, r.newest) <= ${most}`)
    .execute()
}

/** Selects the items on sale of all published collections, in their order. */
export function collectionCards(db: Db, now: number) {
  return selectCards(db, null)
    .innerJoin('collection_items as i', 'i.curriculum_id', 'c.id')
    .innerJoin('collections as k', 'k.id', 'i.collection_id')
    .select(['k.uid as collection', 'k.title as section', 'k.note'])
    .where('k.published', '=', true)
    .where(onSale(now))
    .orderBy('k.position')
    .orderBy('k.id')
    .orderBy('i.position')
    .execute()
}

export interface SectionFilter {
  kinds: CurriculumKind[]
  subject: string | null
  most: number
}

/** Whether the viewer may see the curriculum: published or owned, and of a kind that is shown. */
export const visible = (viewer: Viewer, now: number) =>
  sql<boolean>`((${onSale(now)} or ${ownedBy(viewer)}) and ${kindIsShown})`

export interface LatestProgress {
  curriculumId: number
  chapterId: string
  chapterTitle: string
  percent: number
  seconds: number
  updatedAt: number
  /** Whether the user owns the curriculum. */
  owned: boolean
}

/** Selects the user's last position in each accessible curriculum, or only in the given ones; latest first. */
export const selectLatestProgress = (
  userId: number,
  curriculumIds: number[] | null | RawBuilder<unknown>,
  { most, now }: { most: number; now: number },
) => sql<LatestProgress>`
    select c.id as "curriculumId", l.uid as "chapterId", l.title as "chapterTitle", l.seconds,
      l.updated_at as "updatedAt", ${totalPercent(userId)} as percent, c.owned
    from (
      select c.id, c.chapter_count, ${onSale(now)} as sold, ${ownedBy({ id: userId })} as owned
      from curricula c
      where c.id in (select curriculum_id from progress where user_id = ${userId})
        and (${curriculumIds}::bigint[] is null or c.id = any (${curriculumIds})) and ${kindIsShown}
    ) as c cross join lateral (
      select ch.uid, ch.title, p.seconds, p.updated_at
      from progress p join chapters ch on ch.id = p.chapter_id
      where /* check: last */ p.user_id = ${userId} and p.curriculum_id = c.id and ch.removed_at is null
        and (ch.free and c.sold or c.owned)
      order by p.updated_at desc, ch.position desc limit 1
    ) as l
    order by l.updated_at desc, c.id limit ${most}`

const mostRelated = 6

/** Books and textbooks related to curriculum `c`: those named by its author, then others of its subject. */
const related = (now: number) => sql<{ id: number; place: number }>`(
  select b.id, coalesce(r.position, 1000) as place, b.learners
  from curricula b
  left join related_curricula r on r.curriculum_id = c.id and r.kind = b.kind and r.slug = b.slug
  where b.kind in ('ebook', 'textbook') and b.id <> c.id and b.published and b.published_at <= ${now}::bigint
    and (r.position is not null or b.subject_id = c.subject_id) and ${showsBooks}
  order by place, b.learners desc, b.id limit ${mostRelated})`

/** Selects a curriculum with the viewer's favourite, comment and progress. `viewerId`: null for guests. */
export const curriculumInfo = preparedQuery(
  (db, viewerId: number | null, kind: CurriculumKind, uid: string, now: number) => {
    const me = sql`${viewerId}::bigint`
    const viewer = { id: viewerId as number }
    const latest = selectLatestProgress(viewer.id, sql`array(select id from curricula where uid = ${uid}::uuid)`, {
      most: 1,
      now,
    })
    return selectCards(db, viewer)
      .leftJoin('media as avatar', 'avatar.id', 't.avatar_id')
      .select([
        'c.intro_html',
        'c.word_count',
        'c.minutes',
        'c.published_at',
        'c.sale_ends_at',
        'c.updated_at',
        't.uid as teacher_uid',
        't.title as teacher_title',
        'avatar.key as avatar_key',
      ])
      .select([
        sql<boolean>`exists (select from favourites f where f.curriculum_id = c.id and f.user_id = ${me})`.as(
          'favourite',
        ),
        sql<number>`(select count(*) from favourites f where f.curriculum_id = c.id)`.as('favourite_count'),
        sql<
          string | null
        >`(select p.uid from posts p where p.curriculum_id = c.id and p.user_id = ${me} and p.kind = 'comment' and p.public)`.as(
          'my_comment',
        ),
        sql<string | null>`(
        select ch.uid from chapters ch
        where ch.curriculum_id = c.id and ch.removed_at is null and ch.free and ch.kind in ('text', 'video')
        order by ch.position limit 1)`.as('trial_chapter'),
        sql<number>`(select count(*) from ${related(now)} as b)`.as('related_count'),
        sql<LatestProgress | null>`(select to_jsonb(l) from (${latest}) as l)`.as('progress'),
      ])
      .where('c.kind', '=', kind)
      .where('c.uid', '=', uid)
      .where(visible(viewer, now))
  },
)

/** Selects a curriculum by uid, optionally of one kind, if visible to the viewer. */
export function curriculumByUid(db: Db, viewer: Viewer, uid: string, now: number, kind?: CurriculumKind) {
  return db
    .selectFrom('curricula as c')
    .select(['c.id', 'c.uid', 'c.kind', 'c.title', 'c.ratings'])
    .where('c.uid', '=', uid)
    .where(visible(viewer, now))
    .$if(kind !== undefined, (query) => query.where('c.kind', '=', kind!))
    .executeTakeFirst()
}

export function relatedBooks(db: Db, viewer: Viewer, curriculumId: number, now: number) {
  const found = sql<{ id: number; place: number; learners: number }>`(
    select b.id, b.place, b.learners from curricula c cross join lateral ${related(now)} as b where c.id = ${curriculumId})`
  return selectCards(db, viewer)
    .innerJoin(found.as('b'), 'b.id', 'c.id')
    .orderBy('b.place')
    .orderBy('b.learners', 'desc')
    .orderBy('c.id')
    .execute()
}

const mostAlike = 12

/** Items to study next after a curriculum: those named by its author, then others of its subject, best known first. */
export function alikeCards(db: Db, curriculumId: number, now: number) {
  const found = sql<{ id: number; place: number }>`(
    select c.id, coalesce(r.position, 1000) as place
    from curricula origin cross join curricula c
    left join related_curricula r on r.curriculum_id = origin.id and r.kind = c.kind and r.slug = c.slug
    where origin.id = ${curriculumId} and c.id <> origin.id and ${onSale(now)}
      and (r.position is not null or c.subject_id = origin.subject_id)
    order by place, c.learners desc, c.id limit ${mostAlike})`
  return selectCards(db, null)
    .innerJoin(found.as('f'), 'f.id', 'c.id')
    .orderBy('f.place')
    .orderBy('c.learners', 'desc')
    .orderBy('c.id')
    .execute()
}

/** Tag that announces a curriculum before its date of publication. */
const announcedTag = '即将上架'
const mostUpcoming = 60

/** Announced curricula of these kinds; the first to be published comes first. */
export function upcomingCards(db: Db, kinds: CurriculumKind[], now: number) {
  return selectCards(db, null)
    .where('c.kind', 'in', kinds)
    .where('c.published', '=', true)
    .where('c.published_at', '>', now)
    .where(sql<boolean>`${announcedTag} = any (c.tags)`)
    .where(kindIsShown)
    .orderBy('c.published_at')
    .orderBy('c.uid')
    .limit(mostUpcoming)
    .execute()
}

interface OpenedContents {
  id: number
  contentVersion: number
  owned: boolean
  /** Percent and whether done, by chapter; null without progress. */
  progress: Record<string, [percent: number, done: boolean]> | null
}

/** Selects the viewer's fields in the contents of a visible curriculum. `viewerId`: null for guests. */
export const openContents = preparedSql(
  (viewerId: number | null, kind: CurriculumKind, uid: string, now: number) => sql<OpenedContents>`
    select c.id, c.content_version as "contentVersion", ${ownedBy({ id: viewerId as number })} as owned,
      (select jsonb_object_agg(p.chapter_id, jsonb_build_array(p.percent, p.done_at is not null))
        from progress p where p.user_id = ${viewerId}::bigint and p.curriculum_id = c.id) as progress
    from curricula c where c.uid = ${uid} and c.kind = ${kind} and ${visible({ id: viewerId as number }, now)}`,
)

/** Selects the contents of a curriculum without the viewer's fields. */
export const contentsRows = (db: Db, curriculumId: number) =>
  db
    .selectFrom('chapters as ch')
    .leftJoin('chapters as before', 'before.id', 'ch.after_id')
    .select(['ch.id', 'ch.uid', 'ch.parent_id', 'ch.after_id', 'ch.title', 'ch.kind', 'ch.free', 'ch.test_slug'])
    .select(['ch.outline', 'ch.minutes', 'ch.duration_seconds'])
    .where('ch.curriculum_id', '=', curriculumId)
    .where('ch.removed_at', 'is', null)
    // Extra reading follows the chapter it belongs to.
    .orderBy(sql`coalesce(before.position, ch.position)`)
    .orderBy(sql`ch.after_id is not null`)
    .orderBy('ch.position')
    .execute()

export async function latestProgress(
  db: Db,
  userId: number,
  curriculumIds: number[] | null,
  limits: { most: number; now: number },
): Promise<LatestProgress[]> {
  return (await selectLatestProgress(userId, curriculumIds, limits).execute(db)).rows
}
