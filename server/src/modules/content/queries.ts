import type { PageInput } from '@dxx/contract/paging'
import { sql } from 'kysely'
import { pageOfQuery } from '../../base/paging'
import type { Db } from '../../db/connection'
import { countRows } from '../../db/count-rows'
import { prepared } from '../../db/prepared'
import { linkIsShown } from './books-visibility'

const settingByKey = prepared<{ value: unknown }>('select value from settings where key = $1')

export async function setting(db: Db, key: string): Promise<unknown> {
  return (await settingByKey(db, key))[0]?.value
}

const versionKey = 'settings-version'

/** Number raised with every change of a setting; a server that reads a new number drops its cache. */
export async function settingsVersion(db: Db): Promise<number> {
  return ((await setting(db, versionKey)) as number | undefined) ?? 0
}

export async function raiseSettingsVersion(tx: Db): Promise<void> {
  await sql`
    insert into settings (key, value) values (${versionKey}, '1'::jsonb)
    on conflict (key) do update set value = to_jsonb((settings.value)::int + 1)`.execute(tx)
}

export function appVersions(db: Db, now: number) {
  return db.selectFrom('app_versions').selectAll().where('published_at', '<=', now).execute()
}

export function allCategories(db: Db) {
  return db
    .selectFrom('categories')
    .select(['uid as id', 'title', 'icon', 'colour', 'link'])
    .where(linkIsShown)
    .orderBy('position')
    .execute()
}

const shownBanners = (db: Db, now: number) =>
  db
    .selectFrom('banners')
    .select(['uid as id', 'title', 'subtitle', 'action', 'image', 'colour', 'link'])
    .where((eb) => eb.or([eb('starts_at', 'is', null), eb('starts_at', '<=', now)]))
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .where(linkIsShown)

export function currentBanners(db: Db, now: number) {
  return shownBanners(db, now).orderBy('position').execute()
}

export function bannerById(db: Db, id: string, now: number) {
  return shownBanners(db, now).select('html').where('uid', '=', id).executeTakeFirst()
}

export function agreementById(db: Db, id: number) {
  return db
    .selectFrom('agreements')
    .select(['id', 'title', 'html', 'updated_at as updatedAt'])
    .where('id', '=', id)
    .executeTakeFirst()
}

const publishedArticles = (db: Db, now: number) => db.selectFrom('articles').where('published_at', '<=', now)

export function articleById(db: Db, id: string, now: number) {
  return publishedArticles(db, now)
    .select(['uid as id', 'title', 'summary', 'html', 'published_at as publishedAt'])
    .where('uid', '=', id)
    .executeTakeFirst()
}

export function articlePage(db: Db, paging: PageInput, now: number) {
  const order = { key: sql<number>`published_at`, uid: sql<string>`uid` }
  return pageOfQuery(
    publishedArticles(db, now).select(['uid as id', 'title', 'summary', 'published_at as publishedAt']),
    order,
    paging,
  ).execute()
}

export async function countArticles(db: Db, now: number): Promise<number> {
  return countRows(publishedArticles(db, now))
}
