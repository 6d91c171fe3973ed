import * as z from 'zod'
import { call, calls } from '../../call'
import { Done, Ordinal, UnixSeconds } from '../../shapes'
import { After, cursorPageSchema } from './shapes'

const access = { staff: 'site.manage' } as const
const source = 'added' as const

/** `banners`: text of a banner's own page; its other values are those of banner_save. */
export const SiteSection = z.enum(['articles', 'help', 'banners'], { error: '没有这一类' })
export type SiteSection = z.infer<typeof SiteSection>

const Slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: '标识只能用小写字母、数字和连字符' })
  .max(80)
const Title = z.string().trim().min(1, { error: '请填写标题' }).max(60, { error: '标题最多 60 个字' })
const Text = z.string().max(200_000, { error: '正文最多 20 万个字符' })
/** Hash of the text on which an edit is based. */
const Hash = z.string().regex(/^([0-9a-f]{32})?$/, { error: '版本无效' })
const name = { section: SiteSection, slug: Slug }

const Fields = z.object({
  title: Title,
  summary: z.string().trim().max(200, { error: '摘要最多 200 个字' }),
  /** Time from which an article is shown; null: when it is published. */
  publishedAt: UnixSeconds.nullable(),
  /** Slug of the help category; empty for others. */
  category: z.string().max(80),
})

export const SiteTextBrief = z.object({
  slug: z.string(),
  title: z.string(),
  /** Title of the help category; empty for articles. */
  category: z.string(),
  /** `draft`: never published. `planned`: published, shown from `publishedAt` on. */
  state: z.enum(['draft', 'planned', 'shown', 'deleted']),
  /** Whether there are changes that are not published. */
  changed: z.boolean(),
  /** Whether it was published in the console, so that imports do not overwrite it. */
  kept: z.boolean(),
  publishedAt: UnixSeconds.nullable(),
  /** Null if it was never changed in the console. */
  updatedAt: UnixSeconds.nullable(),
  updatedBy: z.string(),
})
export type SiteTextBrief = z.infer<typeof SiteTextBrief>

const ShownContent = Fields.extend({ text: z.string() })

export const SiteText = SiteTextBrief.extend({
  section: SiteSection,
  /** Whether the caller changed it last. */
  isOwn: z.boolean(),
  fields: Fields,
  /** Hash of the fields, the base of site_text_fields. */
  fieldsHash: z.string(),
  text: z.string(),
  /** Hash of the text, the base of site_text_save. */
  hash: z.string(),
  /** The text that students see; null if it is not published. */
  published: ShownContent.nullable(),
  /** Number of the last revision; 0 before the first publication in the console. */
  revision: z.int(),
  /** Help categories to choose from. */
  categories: z.array(z.object({ slug: z.string(), title: z.string() })),
})
export type SiteText = z.infer<typeof SiteText>

export const SiteRevision = z.object({
  number: z.int(),
  origin: z.enum(['files', 'console', 'start']),
  by: z.string(),
  at: UnixSeconds,
  note: z.string(),
  title: z.string(),
})
export type SiteRevision = z.infer<typeof SiteRevision>

export const siteTexts = calls({
  'GET /staff/v1/site_text_list': call({
    access,
    source,
    summary: '文章或帮助：已发布的、草稿和删除了的',
    input: After.extend({
      section: z.enum(['articles', 'help'], { error: '没有这一类' }),
      keyword: z.string().trim().max(50).optional(),
      /** Only those deleted in the console. */
      deleted: z.boolean().optional(),
    }),
    data: cursorPageSchema(SiteTextBrief),
  }),
  'GET /staff/v1/help_categories': call({
    access,
    source,
    summary: '帮助的分类',
    input: z.object({}),
    data: z.object({ list: z.array(z.object({ slug: z.string(), title: z.string() })) }),
  }),
  'GET /staff/v1/site_text_open': call({
    access,
    source,
    summary: '一篇的草稿和已发布的内容',
    input: z.object(name),
    data: SiteText,
    errors: ['site-text-not-found'],
  }),
  'POST /staff/v1/site_text_create': call({
    access,
    source,
    writes: 'keyed',
    summary: '新建一篇文章或帮助，只有草稿',
    input: z.object({
      section: z.enum(['articles', 'help'], { error: '没有这一类' }),
      title: Title,
      category: z.string().max(80).default(''),
    }),
    data: z.object({ slug: z.string() }),
    errors: ['content-refused'],
  }),
  'POST /staff/v1/site_text_save': call({
    access,
    source,
    writes: 'natural',
    summary: '保存正文的草稿；base 不是现在的版本就不保存，并说明谁在什么时候改过（data.by、data.at）',
    input: z.object({ ...name, text: Text, base: Hash }),
    data: z.object({ hash: z.string(), updatedAt: UnixSeconds, changed: z.boolean() }),
    errors: ['site-text-not-found', 'draft-changed'],
  }),
  'POST /staff/v1/site_text_fields': call({
    access,
    source,
    writes: 'natural',
    summary: '保存标题、摘要、时间和分类的草稿',
    input: z.object({ ...name, fields: Fields, base: Hash }),
    data: SiteText,
    errors: ['site-text-not-found', 'draft-changed', 'content-refused'],
  }),
  'POST /staff/v1/site_text_preview': call({
    access,
    source,
    summary: '用导入时的同一个渲染显示正文；什么也不保存',
    input: z.object({ ...name, text: Text }),
    data: z.object({
      html: z.string(),
      words: z.int(),
      minutes: z.int(),
      blockLines: z.array(z.int()),
      problems: z.array(
        z.object({ file: z.string(), line: z.int(), level: z.enum(['error', 'warning']), text: z.string() }),
      ),
    }),
    errors: ['site-text-not-found'],
  }),
  'POST /staff/v1/site_text_picture': call({
    access,
    source,
    writes: 'natural',
    summary: '把一张图片放进草稿（base64，最大 500 KB）；返回在正文里引用它的名称',
    input: z.object({
      ...name,
      name: z.string().trim().min(1, { error: '图片没有名称' }).max(150, { error: '图片的名称太长' }),
      data: z.string().min(1, { error: '图片是空的' }).max(700_000, { error: '图片不能超过 500 KB' }),
    }),
    data: z.object({ path: z.string() }),
    errors: ['site-text-not-found', 'upload-refused'],
  }),
  'POST /staff/v1/site_text_publish': call({
    access,
    source,
    writes: 'keyed',
    summary: '发布草稿；之后的导入保留它',
    input: z.object({ ...name, note: z.string().trim().max(200, { error: '说明最多 200 个字' }).default('') }),
    data: z.object({ revision: z.int() }),
    errors: ['site-text-not-found', 'nothing-to-publish', 'publishing', 'content-refused'],
  }),
  'POST /staff/v1/site_text_discard': call({
    access,
    source,
    writes: 'natural',
    summary: '放弃草稿，回到已发布的；没有发布过的就没有了',
    input: z.object(name),
    data: Done,
    errors: ['site-text-not-found'],
  }),
  'GET /staff/v1/site_text_revisions': call({
    access,
    source,
    summary: '发布过的版本，新的在前',
    input: After.extend(name),
    data: cursorPageSchema(SiteRevision),
  }),
  'GET /staff/v1/site_text_revision': call({
    access,
    source,
    summary: '一个版本的全部内容',
    input: z.object({ ...name, revision: Ordinal }),
    data: ShownContent,
    errors: ['revision-not-found'],
  }),
  'POST /staff/v1/site_text_restore': call({
    access,
    source,
    writes: 'natural',
    summary: '把一个版本放进草稿；发布后才生效',
    input: z.object({ ...name, revision: Ordinal }),
    data: Done,
    errors: ['site-text-not-found', 'revision-not-found'],
  }),
  'POST /staff/v1/site_text_delete': call({
    access,
    source,
    writes: 'natural',
    summary: '删除一篇文章或帮助，可以恢复；之后的导入不会把它带回来',
    input: z.object(name),
    data: Done,
    errors: ['site-text-not-found', 'publishing', 'content-refused'],
  }),
  'POST /staff/v1/site_text_revive': call({
    access,
    source,
    writes: 'natural',
    summary: '恢复删除了的一篇：发布过的回到学生面前，草稿也还在',
    input: z.object(name),
    data: Done,
    errors: ['site-text-not-found', 'publishing', 'content-refused'],
  }),
})

export type SiteTextCalls = typeof siteTexts
