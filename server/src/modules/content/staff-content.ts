import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import type { StaffBanner, siteContent } from '@dxx/contract/calls/staff/site-content'
import { sql } from 'kysely'
import { fail } from '../../base/refusal'
import { stableId } from '../../base/stable-ids'
import type { Handlers, StaffCtx } from '../../context'
import type { Db } from '../../db/connection'
import { markConsoleFields } from '../../db/console-fields'
import { MediaError, storeBytes, storeImage } from '../media/public'
import { compareVersions } from './rules'

interface BannerRow {
  uid: string
  slug: string
  title: string
  subtitle: string
  action: string
  image: string | null
  colour: string
  link: string
  starts_at: number | null
  ends_at: number | null
  kept: boolean
}

const selectBanners = (db: Db) =>
  sql<BannerRow>`
    select b.*, exists (select from console_fields f where f.target = 'banners ' || b.slug) as kept
    from banners b order by b.position, b.id`.execute(db)

function bannerState({ starts_at, ends_at }: BannerRow, now: number): StaffBanner['state'] {
  if (ends_at !== null && ends_at <= now) return 'ended'
  return starts_at !== null && starts_at > now ? 'planned' : 'shown'
}

type SavedBanner = Parameters<Handlers<typeof siteContent>['POST /staff/v1/banner_save']>[1]

async function saveBanner(ctx: StaffCtx, { id: uid, startsAt, endsAt, ...saved }: SavedBanner) {
  const { db, user, clock } = ctx
  const values = { ...saved, starts_at: startsAt, ends_at: endsAt }
  const slug = `console-${randomUUID()}`
  const row =
    uid === undefined
      ? await db
          .insertInto('banners')
          .values({
            ...values,
            slug,
            // Derived as by an import, so that an exported banner has the same id.
            uid: stableId('banner', slug),
            image: null,
            html: '',
            position: sql<number>`(select coalesce(max(position), -1) + 1 from banners)`,
          })
          .returning(['uid', 'slug'])
          .executeTakeFirstOrThrow()
      : await db.updateTable('banners').set(values).where('uid', '=', uid).returning(['uid', 'slug']).executeTakeFirst()
  if (!row) return fail('banner-not-found')
  await markConsoleFields(db, `banners ${row.slug}`, Object.keys(values), user.id, clock.now())
  ctx.audit({ target: { kind: 'banner', id: row.uid, name: saved.title }, after: { ...saved, startsAt, endsAt } })
  return { id: row.uid }
}

/** Stores the picture as an import does: in the sizes that students get, and the original as a source for exports. */
async function saveImage(ctx: StaffCtx, { id: uid, data }: { id: string; data: string | null }) {
  const { db, user, clock, storage } = ctx
  const row = await db
    .selectFrom('banners')
    .select(['slug', 'title'])
    .where('uid', '=', uid)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return fail('banner-not-found')
  const main = `site/banners/${row.slug}/main/`
  await sql`delete from source_files where curriculum_id is null and starts_with(path, ${main})`.execute(db)
  let image: string | null = null
  if (data !== null) {
    const bytes = Buffer.from(data, 'base64')
    const stored = await storeImage(storage, bytes, { area: 'p', max: 1600, sizes: [800], trusted: true }).catch(
      (error) => {
        if (!(error instanceof MediaError)) throw error
        return fail('upload-refused', { msg: error.message })
      },
    )
    // SVG may contain scripts, and its original is stored. Therefore only importers, who have shell access, may add it.
    if (stored.key.endsWith('.svg')) fail('upload-refused', { msg: '这里不能用 SVG，请换成 PNG、JPEG 或 WebP' })
    image = `/media/${stored.key}`
    const { key } = await storeBytes(storage, bytes, 'banner', 'f')
    await db
      .insertInto('source_files')
      .values({ curriculum_id: null, path: main + basename(key), text: null, media_key: key })
      .execute()
  }
  await db.updateTable('banners').set({ image }).where('uid', '=', uid).execute()
  await markConsoleFields(db, `banners ${row.slug}`, ['image'], user.id, clock.now())
  ctx.audit({ target: { kind: 'banner', id: uid, name: row.title }, after: { image: image !== null } })
  return { image }
}

export const contentStaffHandlers: Pick<
  Handlers<typeof siteContent>,
  Exclude<keyof typeof siteContent, 'GET /staff/v1/word_list' | 'POST /staff/v1/word_change'>
> = {
  'GET /staff/v1/banner_list': async ({ db, clock }) => {
    const { rows } = await selectBanners(db)
    return {
      list: rows.map((row) => ({
        id: row.uid,
        slug: row.slug,
        title: row.title,
        subtitle: row.subtitle,
        action: row.action,
        image: row.image,
        colour: row.colour,
        link: row.link,
        startsAt: row.starts_at,
        endsAt: row.ends_at,
        state: bannerState(row, clock.now()),
        kept: row.kept,
      })),
    }
  },
  'POST /staff/v1/banner_save': saveBanner,
  'POST /staff/v1/banner_image': saveImage,
  'POST /staff/v1/banner_order': async (ctx, { ids }) => {
    await sql`
      update banners b set position = array_position(${ids}::uuid[], b.uid)
      where b.uid = any (${ids}::uuid[])`.execute(ctx.db)
    ctx.audit({ target: { kind: 'banner', id: '', name: '轮播图的顺序' }, after: { count: ids.length } })
    return {}
  },
  'POST /staff/v1/banner_delete': async (ctx, { id }) => {
    const row = await ctx.db.deleteFrom('banners').where('uid', '=', id).returning(['slug', 'title']).executeTakeFirst()
    if (!row) return fail('banner-not-found')
    await markConsoleFields(ctx.db, `banners ${row.slug}`, ['deleted'], ctx.user.id, ctx.clock.now())
    ctx.audit({ target: { kind: 'banner', id, name: row.title }, after: { deleted: true } })
    return {}
  },

  'GET /staff/v1/version_list': async ({ db }) => {
    const rows = await db.selectFrom('app_versions').selectAll().execute()
    return {
      list: rows
        .sort((a, b) => compareVersions(b.version, a.version))
        .map(({ published_at, ...row }) => ({ ...row, publishedAt: published_at })),
    }
  },
  'POST /staff/v1/version_save': async (ctx, { version, publishedAt, ...saved }) => {
    const { db, user, clock } = ctx
    const values = { ...saved, published_at: publishedAt }
    await db
      .insertInto('app_versions')
      .values({ version, ...values })
      .onConflict((conflict) => conflict.column('version').doUpdateSet(values))
      .execute()
    await markConsoleFields(db, `app_versions ${version}`, Object.keys(values), user.id, clock.now())
    ctx.audit({ target: { kind: 'version', id: version, name: version }, after: { ...saved, startsAt: publishedAt } })
    return {}
  },
  'POST /staff/v1/version_delete': async (ctx, { version }) => {
    const row = await ctx.db
      .deleteFrom('app_versions')
      .where('version', '=', version)
      .returning('version')
      .executeTakeFirst()
    ctx.audit(row ? { target: { kind: 'version', id: version, name: version }, after: { deleted: true } } : null)
    return {}
  },
}
