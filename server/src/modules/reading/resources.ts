import type { reading } from '@dxx/contract/calls/reading'
import type { Resource } from '@dxx/contract/calls/study'
import { sql } from 'kysely'
import { pageOfQuery, pageOfRows } from '../../base/paging'
import { fail } from '../../base/refusal'
import type { Ctx, Handlers, User } from '../../context'
import type { Db } from '../../db/connection'
import { cardsById, curriculumByUid, kindIsShown, onSale, ownedBy } from '../catalogue/public'
import { linksExpireAt, mediaUrl } from '../media/public'

/** SQL: chapters that show the resource `r`, by a placeholder in the text or as an attachment of the chapter. */
const shownIn = sql`
  select x.uid, x.title, x.free from chapters x
  where x.curriculum_id = r.curriculum_id and x.removed_at is null and x.kind <> 'part'
    and (x.id = r.chapter_id or strpos(x.html, 'data-resource="' || r.uid || '"') > 0)`

/** Selects resources with their files, without fields that depend on the user. */
export const selectFiles = (db: Db) =>
  db
    .selectFrom('resources as r')
    .innerJoin('curricula as c', 'c.id', 'r.curriculum_id')
    .leftJoin('media as m', 'm.id', 'r.media_id')
    .leftJoin('media as poster', 'poster.id', 'm.poster_id')
    .select(['r.id as rowId', 'r.uid', 'r.title', 'r.name', 'r.url'])
    .select(['m.key', 'm.mime', 'm.bytes', 'm.duration_seconds', 'poster.key as poster'])
    .select(sql<Resource['kind']>`r.kind`.as('kind'))
    .select(sql<boolean>`exists (${shownIn} and x.free)`.as('isFree'))
    .where('r.removed_at', 'is', null)
    .where('r.kind', '<>', 'dataset')

/** Selects resources; `open` for owners, and for all users if a free chapter shows the resource. */
const selectResources = (db: Db, user: User) =>
  selectFiles(db)
    .leftJoin('resource_positions as at', (join) =>
      join.onRef('at.resource_id', '=', 'r.id').on('at.user_id', '=', user.id),
    )
    .select('at.seconds')
    .select(sql<boolean>`(${ownedBy(user)} or exists (${shownIn} and x.free))`.as('open'))
    .where(kindIsShown)

type ResourceRow = Omit<Awaited<ReturnType<ReturnType<typeof selectResources>['executeTakeFirstOrThrow']>>, 'isFree'>

export function resourceOf({ clock, config, user }: Ctx<'user' | 'purchase'>, row: ResourceRow): Resource {
  const now = clock.now()
  const lesson = Number(row.duration_seconds ?? 0)
  const url = (key: string) => mediaUrl(config.secret, key, now, { user: user.uid, lesson })
  return {
    id: row.uid,
    title: row.title,
    kind: row.kind,
    name: row.name,
    mime: row.mime ?? '',
    bytes: row.bytes ?? 0,
    durationSeconds: Math.round(lesson),
    locked: !row.open,
    url: /* check: file */ row.open ? (row.key === null ? row.url : url(row.key)) : null,
    poster: /* check: poster */ row.open && row.poster !== null ? url(row.poster) : null,
    expiresAt: /* check: expiry */ row.open && row.key !== null ? linksExpireAt(now, lesson) : null,
    seconds: row.seconds ?? 0,
  }
}

/** Returns a resource with its book. Resources that the user cannot see are reported as not found. */
async function resourceByUid({ db, user, clock }: Ctx<'user'> | Ctx<'purchase'>, uid: string) {
  const row = await selectResources(db, user)
    .select(['c.id as curriculum_id', 'c.uid as curriculum_uid', 'c.kind as curriculum_kind'])
    .select('c.title as curriculum_title')
    .where('r.uid', '=', uid)
    .where(sql<boolean>`(${onSale(clock.now())} or ${ownedBy(user)})`)
    .executeTakeFirst()
  return row ?? fail('resource-not-found')
}

/** Returns a resource the user may use. */
export async function openResource(ctx: Ctx<'purchase'>, uid: string) {
  const row = await resourceByUid(ctx, uid)
  if (!row.open) fail('not-purchased')
  return row
}

/** Returns the first chapter that shows a resource. */
async function chapterOf(db: Db, resourceId: number) {
  const { rows } = await sql<{ uid: string; title: string }>`
    select s.uid, s.title from resources r cross join lateral (${shownIn} order by x.position limit 1) as s
    where r.id = ${resourceId}`.execute(db)
  return rows[0]
}

export const resourceHandlers: Pick<
  Handlers<typeof reading>,
  'GET /v1/textbooks_resource' | 'GET /v1/textbooks_resource_info' | 'GET /v1/textbooks_resource_card'
> = {
  'GET /v1/textbooks_resource': async (ctx, { id, kind, chapterId, ...paging }) => {
    const { db, user, clock } = ctx
    const found = (await curriculumByUid(db, user, id, clock.now())) ?? fail('curriculum-not-found')
    let all = selectResources(db, user).where('r.curriculum_id', '=', found.id)
    if (chapterId) all = all.where(sql<boolean>`exists (${shownIn} and x.uid = ${chapterId}::uuid)`)
    const counted = await all
      .clearSelect()
      .select((eb) => ['r.kind', eb.fn.countAll<number>().as('count')])
      .groupBy('r.kind')
      .execute()
    const counts: Record<string, number> = Object.fromEntries(counted.map((row) => [row.kind, row.count]))
    const shown = kind ? all.where('r.kind', '=', kind) : all
    const order = { key: sql<number>`r.position::bigint`, uid: sql<string>`r.uid`, direction: 'asc' as const }
    const rows = await pageOfQuery(shown, order, paging).execute()
    const total = kind ? (counts[kind] ?? 0) : counted.reduce((sum, { count }) => sum + count, 0)
    return { ...pageOfRows(rows, total, paging, (row) => resourceOf(ctx, row)), counts }
  },

  'GET /v1/textbooks_resource_info': async (ctx, { id }) => {
    const row = await openResource(ctx, id)
    const chapter = await chapterOf(ctx.db, row.rowId)
    return {
      ...resourceOf(ctx, row),
      curriculum: { id: row.curriculum_uid, kind: row.curriculum_kind, title: row.curriculum_title },
      chapterId: chapter?.uid ?? null,
      chapterTitle: chapter?.title ?? '',
    }
  },

  'GET /v1/textbooks_resource_card': async (ctx, { id }) => {
    const row = await resourceByUid(ctx, id)
    const cards = await cardsById(ctx.db, ctx.user, [row.curriculum_id])
    const chapter = await chapterOf(ctx.db, row.rowId)
    return {
      ...resourceOf(ctx, row),
      curriculum: cards.get(row.curriculum_id) ?? fail('resource-not-found'),
      chapterTitle: chapter?.title ?? '',
    }
  },
}
