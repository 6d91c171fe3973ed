import type { content } from '@dxx/contract/calls/content'
import { appConstants } from '@dxx/contract/rules/constants'
import { pageOfRows } from '../../base/paging'
import { fail } from '../../base/refusal'
import type { Config } from '../../config'
import type { Handlers } from '../../context'
import { cacheShared } from '../../db/cache'
import { siteOption } from './options'
import {
  agreementById,
  allCategories,
  appVersions,
  articleById,
  articlePage,
  bannerById,
  countArticles,
  currentBanners,
} from './queries'
import { compareVersions } from './rules'
import { readSwitches } from './switches'

export const handlers: Handlers<typeof content> = {
  'GET /v1/get_config': async ({ config, rootDb, clock }) => ({
    name: appConstants.name,
    version: appConstants.version,
    icp: config.icp,
    development: config.env !== 'production',
    wechat: { mp: isConfigured(config.wechat.mp), web: isConfigured(config.wechat.web) },
    ...config.site,
    contact: {
      ...config.site.contact,
      hours: await cacheShared({ rootDb, clock }, 'contact hours', () =>
        siteOption(rootDb, 'contact-hours', config),
      ).then(String),
    },
  }),

  'GET /v130/gvss': ({ db }) => readSwitches(db),

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
      // The update is forced if any skipped version was forced, even if the newest one is not.
      force: newer.some(({ force }) => force),
      publishedAt: newest.published_at,
    }
  },

  'GET /v130/category': async ({ db }) => allCategories(db),

  'GET /v130/app_banner': async ({ db, clock }) => currentBanners(db, clock.now()),

  'GET /v130/banner_info': async ({ db, clock }, { id }) =>
    (await bannerById(db, id, clock.now())) ?? fail('banner-not-found'),

  'GET /v1/agreement/{id}': async ({ db }, { id }) => (await agreementById(db, id)) ?? fail('agreement-not-found'),

  'GET /v1/article_list': async ({ db, clock }, paging) => {
    const now = clock.now()
    const rows = await articlePage(db, paging, now)
    return pageOfRows(rows, await countArticles(db, now), paging, ({ id, title, summary, publishedAt }) => ({
      id,
      title,
      summary,
      publishedAt,
    }))
  },

  'GET /v1/article_info': async ({ db, clock }, { id }) =>
    (await articleById(db, id, clock.now())) ?? fail('article-not-found'),
}

const isConfigured = ({ appId, secret }: Config['wechat']['mp']) => appId !== '' && secret !== ''
