import * as z from 'zod'
import { call, calls } from '../../call'
import { gradientNames } from '../../rules/cover-art'
import { Done, Id, UnixSeconds } from '../../shapes'

const Link = z
  .string()
  .trim()
  .max(200)
  .regex(/^(pages\/[\w\-/]+(\?[^\s#]*)?)?$/, { error: '链接应形如 pages/my/coupons，或留空' })

export const StaffBanner = z.object({
  id: Id,
  slug: z.string(),
  title: z.string(),
  subtitle: z.string(),
  action: z.string(),
  image: z.string().nullable(),
  colour: z.string(),
  link: z.string(),
  startsAt: UnixSeconds.nullable(),
  endsAt: UnixSeconds.nullable(),
  state: z.enum(['planned', 'shown', 'ended']),
  /** Whether it was changed in the console, so that imports do not overwrite it. */
  kept: z.boolean(),
})
export type StaffBanner = z.infer<typeof StaffBanner>

export const StaffVersion = z.object({
  version: z.string(),
  notes: z.string(),
  force: z.boolean(),
  url: z.string(),
  publishedAt: UnixSeconds,
})
export type StaffVersion = z.infer<typeof StaffVersion>

const access = { staff: 'site.manage' } as const

export const siteContent = calls({
  'GET /staff/v1/banner_list': call({
    access,
    source: 'added',
    summary: '首页轮播图，按显示的顺序，包括未开始和已结束的',
    input: z.object({}),
    data: z.object({ list: z.array(StaffBanner) }),
  }),
  'POST /staff/v1/banner_save': call({
    access,
    source: 'added',
    writes: 'keyed',
    summary: '新建或修改轮播图；之后的导入保留',
    input: z
      .object({
        id: Id.optional(),
        title: z.string().trim().min(1, { error: '请填写标题' }).max(30, { error: '标题最多 30 个字' }),
        subtitle: z.string().trim().max(40, { error: '副标题最多 40 个字' }),
        action: z.string().trim().max(10, { error: '按钮最多 10 个字' }),
        colour: z.enum(gradientNames, { error: '没有这种颜色' }),
        link: Link,
        startsAt: UnixSeconds.nullable(),
        endsAt: UnixSeconds.nullable(),
      })
      .refine(({ startsAt, endsAt }) => startsAt === null || endsAt === null || endsAt > startsAt, {
        error: '结束时间要晚于开始时间',
      })
      .refine(({ id, link }) => id !== undefined || link !== '', { error: '请填写点开后去哪里' }),
    data: z.object({ id: Id }),
    errors: ['banner-not-found'],
  }),
  'POST /staff/v1/banner_image': call({
    access,
    source: 'added',
    writes: 'natural',
    summary: '换轮播图的图片（base64，最大 500 KB），或去掉（null）；之后的导入保留',
    input: z.object({
      id: Id,
      data: z.string().min(1, { error: '图片是空的' }).max(700_000, { error: '图片不能超过 500 KB' }).nullable(),
    }),
    data: z.object({ image: z.string().nullable() }),
    errors: ['banner-not-found', 'upload-refused'],
  }),
  'POST /staff/v1/banner_order': call({
    access,
    source: 'added',
    writes: 'natural',
    summary: '轮播图的顺序',
    input: z.object({ ids: z.array(Id).max(100) }),
    data: Done,
  }),
  'POST /staff/v1/banner_delete': call({
    access,
    source: 'added',
    writes: 'natural',
    summary: '删除轮播图',
    input: z.object({ id: Id }),
    data: Done,
    errors: ['banner-not-found'],
  }),
  'GET /staff/v1/version_list': call({
    access,
    source: 'added',
    summary: '应用版本，新的在前',
    input: z.object({}),
    data: z.object({ list: z.array(StaffVersion) }),
  }),
  'POST /staff/v1/version_save': call({
    access,
    source: 'added',
    writes: 'natural',
    summary: '新增或修改一个应用版本；到时间后应用会提示更新',
    input: z.object({
      version: z.string().regex(/^\d{1,4}(\.\d{1,4}){0,3}$/, { error: '版本号应形如 2.4.4' }),
      notes: z.string().trim().min(1, { error: '请写更新内容' }).max(500, { error: '更新内容最多 500 个字' }),
      force: z.boolean(),
      url: z
        .string()
        .trim()
        .max(300)
        .regex(/^(https:\/\/[^\s/]+\S*|pages\/[\w\-/]+)$/, {
          error: '下载地址应以 https:// 开头，或是 pages/download/index 这样的页面',
        }),
      publishedAt: UnixSeconds,
    }),
    data: Done,
  }),
  'POST /staff/v1/version_delete': call({
    access,
    source: 'added',
    writes: 'natural',
    summary: '删除一个应用版本',
    input: z.object({ version: z.string().max(30) }),
    data: Done,
  }),
  'GET /staff/v1/word_list': call({
    access,
    source: 'added',
    summary: '敏感词：内置的和添加的',
    input: z.object({}),
    data: z.object({ builtIn: z.array(z.string()), added: z.array(z.string()) }),
  }),
  'POST /staff/v1/word_change': call({
    access,
    source: 'added',
    writes: 'natural',
    summary: '添加或去掉敏感词；30 秒内在所有服务器生效',
    input: z.object({
      add: z
        .array(z.string().trim().min(1).max(30, { error: '一个词最多 30 个字' }))
        .max(200, { error: '一次最多 200 个' }),
      remove: z.array(z.string().max(30)).max(200),
    }),
    data: z.object({ added: z.array(z.string()) }),
    errors: ['words-full'],
  }),
})
