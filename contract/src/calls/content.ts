import * as z from 'zod'
import { call, calls } from '../call'
import { Paging, pageOf } from '../paging'
import { Id, UnixSeconds } from '../shapes'

export const SiteConfig = z.object({
  name: z.string(),
  version: z.string(),
  /** The ICP filing number shown in 关于; empty if not configured. */
  icp: z.string(),
  /** Whether this is a development server, with sample logins and the page that lists them (test_desk). */
  development: z.boolean(),
  /** Whether WeChat login is configured: inside WeChat's browser (mp), and by QR code elsewhere (web). */
  wechat: z.object({ mp: z.boolean(), web: z.boolean() }),
  /** Contacts of customer service besides the chat; empty ones are not offered. */
  contact: z.object({ phone: z.string(), email: z.string(), wechat: z.string(), hours: z.string() }),
  /** Hosts that pages/webview opens without a warning; `*.example.cn` matches all subdomains. */
  webHosts: z.array(z.string()),
  /** URL pattern of map tiles, `https://…/{z}/{x}/{y}.png`; empty without maps. */
  map: z.object({ tiles: z.string(), attribution: z.string() }),
  /** Download URLs of the apps; empty if there is none. */
  apps: z.object({ android: z.string(), ios: z.string() }),
})
export type SiteConfig = z.infer<typeof SiteConfig>

/** Version of the product, and the switches for an app store's review. */
export const Gvss = z.object({ version: z.string(), review: z.boolean(), showBook: z.boolean() })
export type Gvss = z.infer<typeof Gvss>

export const NewVersion = z.object({
  version: z.string(),
  notes: z.string(),
  /** Whether the app must be updated before further use. */
  force: z.boolean(),
  url: z.string(),
  publishedAt: UnixSeconds,
})
export type NewVersion = z.infer<typeof NewVersion>

/** An entry below the home banner. `icon` is the name of an icon in the web client. */
export const Category = z.object({
  id: Id,
  title: z.string(),
  icon: z.string(),
  colour: z.string(),
  /** A route of the app with its query. */
  link: z.string(),
})
export type Category = z.infer<typeof Category>

export const Banner = z.object({
  id: Id,
  title: z.string(),
  subtitle: z.string(),
  action: z.string(),
  image: z.string().nullable(),
  colour: z.string(),
  /** A route of the app; if empty, the banner opens its own page. */
  link: z.string(),
})
export type Banner = z.infer<typeof Banner>

export const Article = z.object({ id: Id, title: z.string(), summary: z.string(), publishedAt: UnixSeconds })
export type Article = z.infer<typeof Article>

export const content = calls({
  'GET /v1/get_config': call({
    access: 'public',
    source: 'spec',
    summary: '站点配置',
    input: z.object({}),
    data: SiteConfig,
  }),
  'GET /v130/gvss': call({
    access: 'public',
    source: 'spec',
    summary: '版本与审核开关',
    input: z.object({}),
    data: Gvss,
  }),
  'GET /v130/get_new_version': call({
    access: 'public',
    source: 'spec',
    summary: '比 v 更新的应用版本；没有则为空',
    input: z.object({ v: z.string().regex(/^\d{1,4}(\.\d{1,4}){0,3}$/, { error: '版本号应形如 2.4.4' }) }),
    data: NewVersion.nullable(),
  }),
  'GET /v130/category': call({
    replica: true,
    access: 'public',
    source: 'spec',
    summary: '首页分类入口',
    input: z.object({}),
    data: z.array(Category),
  }),
  'GET /v130/app_banner': call({
    replica: true,
    access: 'public',
    source: 'spec',
    summary: '首页轮播图',
    input: z.object({}),
    data: z.array(Banner),
  }),
  'GET /v130/banner_info': call({
    replica: true,
    access: 'public',
    source: 'spec',
    summary: '轮播图的详情页',
    input: z.object({ id: Id }),
    data: Banner.extend({ html: z.string() }),
    errors: ['banner-not-found'],
  }),
  'GET /v1/agreement/{id}': call({
    replica: true,
    access: 'public',
    source: 'spec',
    summary: '协议：1 用户协议，2 隐私政策',
    input: z.object({ id: z.int().min(1).max(99) }),
    data: z.object({ id: z.int(), title: z.string(), html: z.string(), updatedAt: UnixSeconds }),
    errors: ['agreement-not-found'],
  }),
  'GET /v1/article_list': call({
    replica: true,
    access: 'public',
    source: 'added',
    summary: '文章列表',
    input: Paging,
    data: pageOf(Article),
  }),
  'GET /v1/article_info': call({
    replica: true,
    access: 'public',
    source: 'added',
    summary: '文章',
    input: z.object({ id: Id }),
    data: Article.extend({ html: z.string() }),
    errors: ['article-not-found'],
  }),
})
