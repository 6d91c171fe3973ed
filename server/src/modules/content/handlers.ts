import type { content, Gvss } from '@dxx/contract/calls/content'
import type { Page, PageInput } from '@dxx/contract/paging'
import { app, defaults } from '@dxx/contract/rules/constants'
import type { Config } from '../../config'
import type { Handlers } from '../../context'
import { fail } from '../../http/errors'
import {
  agreementById,
  allCategories,
  appVersions,
  articleById,
  articles,
  bannerById,
  currentBanners,
  setting,
} from './queries'
import { compareVersions } from './rules'

export const handlers: Handlers<typeof content> = {
  'GET /v1/get_config': async ({ config }) => ({
    name: app.name,
    version: app.version,
    icp: config.icp,
    development: config.env !== 'production',
    wechat: { mp: isConfigured(config.wechat.mp), web: isConfigured(config.wechat.web) },
    ...config.site,
  }),

  'GET /v130/gvss': async ({ db }) => {
    const switches = (await setting(db, 'gvss')) as Partial<Gvss> | undefined
    return { version: app.version, review: false, showBook: defaults.showBook, ...switches }
  },

  'GET /v130/get_new_version': async ({ db, clock }, { v }) => {
    const newer = (await appVersions(db, clock.now()))
      .filter(({ version }) => compareVersions(version, v) > 0)
      .sort((a, b) => compareVersions(b.version, a.version))
    const newest = newer[0]
    if (!newest) return null
    return {
      version: newest.version,
      notes: newest.notes,
      url: newest.url,
      // Skipping a forced update by waiting for the next one would defeat it.
      force: newer.some(({ force }) => force),
      publishedAt: newest.published_at,
    }
  },

  'GET /v130/category': async ({ db }) => allCategories(db),

  'GET /v130/app_banner': async ({ db, clock }) => currentBanners(db, clock.now()),

  'GET /v130/banner_info': async ({ db, clock }, { id }) =>
    (await bannerById(db, id, clock.now())) ?? fail('banner-not-found'),

  'GET /v1/agreement/{id}': async ({ db }, { id }) => (await agreementById(db, id)) ?? fail('agreement-not-found'),

  'GET /v1/article_list': async ({ db, clock }, input) => pageOfRows(await articles(db, input, clock.now()), input),

  'GET /v1/article_info': async ({ db, clock }, { id }) =>
    (await articleById(db, id, clock.now())) ?? fail('article-not-found'),
}

const isConfigured = ({ appId, secret }: Config['wechat']['mp']) => appId !== '' && secret !== ''

function pageOfRows<T extends { id: string; total: number }>(rows: T[], { pageNo, pageSize }: PageInput): Page<T> {
  const total = rows[0]?.total ?? 0
  return { list: rows, total, pageNo, pageSize, hasMore: pageNo * pageSize < total, lastItem: rows.at(-1)?.id ?? null }
}
