import * as z from 'zod'
import { call, calls } from '../../call'
import { PublicQuestion } from '../../questions'
import { CurriculumKind, Id, UnixSeconds } from '../../shapes'
import { Program, RunResult } from '../runcode'
import { After, cursorPageSchema } from './shapes'
import { ContentProblem, Editor, Path, Slug, StudioBrief, StudioItem, Title, TreeChange } from './studio-shapes'

const access = { staff: 'content.edit' } as const
const source = 'added' as const
const id = { id: Id }

/** Largest text of one file, in characters. */
const textMax = 400_000
/** Hash of the text that an edit is based on; empty for a file that does not exist yet. */
const Hash = z.string().regex(/^([0-9a-f]{32})?$/, { error: '版本无效' })

/** Calls that list, open and edit drafts. */
export const studioDrafts = calls({
  'GET /staff/v1/studio_list': call({
    access,
    source,
    summary: '内容工作室：我能编辑的课程、书、教材和题库，最近修改的在前',
    input: After.extend({
      keyword: z.string().trim().max(50).optional(),
      kind: CurriculumKind.optional(),
      /** Only those with changes that are not published. */
      drafts: z.boolean().optional(),
    }),
    data: cursorPageSchema(StudioBrief),
  }),
  'POST /staff/v1/studio_create': call({
    access,
    source,
    writes: 'keyed',
    summary: '新建一门内容，只有草稿；学生在发布后才看得到',
    input: z.object({
      kind: CurriculumKind,
      title: Title,
      slug: Slug,
      subject: Slug,
      author: z.string().trim().max(100),
    }),
    data: z.object(id),
    errors: ['content-refused'],
  }),
  'GET /staff/v1/studio_subjects': call({
    access,
    source,
    summary: '可以选的学科和教师',
    input: z.object({}),
    data: z.object({
      subjects: z.array(z.object({ slug: z.string(), name: z.string() })),
      teachers: z.array(z.object({ slug: z.string(), name: z.string() })),
    }),
  }),
  'GET /staff/v1/studio_open': call({
    access,
    source,
    summary: '一门内容的草稿：目录、资源、改动和正在编辑的人',
    input: z.object(id),
    data: StudioItem,
    errors: ['content-not-found'],
  }),
  'GET /staff/v1/studio_text': call({
    access,
    source,
    summary: '一个文件的文字：草稿里的；没有改过就是已发布的',
    input: z.object({ ...id, path: Path }),
    data: z.object({
      text: z.string(),
      hash: z.string(),
      /** The published text; null for a new file. */
      published: z.string().nullable(),
      updatedAt: UnixSeconds,
      updatedBy: z.string(),
      /** Whether the caller saved it. */
      isOwn: z.boolean(),
      others: z.array(Editor),
    }),
    errors: ['content-not-found', 'file-not-found'],
  }),
  'GET /staff/v1/studio_media': call({
    access,
    source,
    summary: '草稿里一个视频、音频或图片的临时地址，在编辑字幕和选封面时显示',
    input: z.object({ ...id, path: Path }),
    data: z.object({
      url: z.string(),
      /** Whether it is a playlist (HLS). */
      stream: z.boolean(),
    }),
    errors: ['content-not-found', 'file-not-found'],
  }),
  'POST /staff/v1/studio_save': call({
    access,
    source,
    writes: 'natural',
    summary: '保存一个文件的草稿；base 不是现在的版本就不保存，并说明谁在什么时候改过（data.by、data.at）',
    input: z.object({
      ...id,
      path: Path,
      text: z.string().max(textMax, { error: '这一节太长，请拆成几节' }),
      base: Hash,
    }),
    data: z.object({ hash: z.string(), updatedAt: UnixSeconds, changed: z.boolean(), others: z.array(Editor) }),
    errors: ['content-not-found', 'draft-changed', 'content-refused'],
  }),
  'POST /staff/v1/studio_presence': call({
    access: { staff: 'content.edit', quiet: true },
    source,
    writes: 'natural',
    summary: '报到：我正在编辑这个文件；得到它现在的版本和其他正在编辑的人，每 20 秒一次',
    input: z.object({ ...id, path: z.string().max(200) }),
    data: z.object({ hash: z.string(), others: z.array(Editor) }),
    errors: ['content-not-found'],
  }),
  'POST /staff/v1/studio_tree': call({
    access,
    source,
    writes: 'natural',
    summary: '改目录：新增、移动、改名、移除、试读、视频、字幕和资料、资源、基本信息；都只改草稿',
    input: z.object({ ...id, change: TreeChange }),
    data: z.object({
      item: StudioItem,
      /** Slug of the added or changed entry. */
      slug: z.string(),
      /** Input of studio_save that restores the text from before the change. */
      undo: z.object({ path: z.string(), text: z.string(), base: z.string() }),
    }),
    errors: ['content-not-found', 'content-refused'],
  }),
  'POST /staff/v1/studio_preview': call({
    access,
    source,
    summary: '用导入时的同一个渲染显示一段文字；什么也不保存',
    input: z.object({ ...id, path: Path, text: z.string().max(textMax, { error: '这一节太长，请拆成几节' }) }),
    data: z.object({
      html: z.string(),
      title: z.string(),
      words: z.int(),
      minutes: z.int(),
      blockLines: z.array(z.int()),
      problems: z.array(ContentProblem),
      /** Published questions in the order of the text; those that are not published are missing. */
      questions: z.array(PublicQuestion),
      resources: z.array(z.object({ id: Id, slug: z.string(), title: z.string(), kind: z.string() })),
      /** SQL that creates the sample databases of code cells, by name. */
      datasets: z.record(z.string(), z.string()),
    }),
    errors: ['content-not-found'],
  }),
  'POST /staff/v1/studio_run': call({
    access,
    source,
    summary: '在预览里运行一段代码，限制与学生的相同；什么也不保存',
    input: Program,
    data: RunResult,
  }),
  'POST /staff/v1/studio_discard': call({
    access,
    source,
    writes: 'natural',
    summary: '放弃草稿：一个文件（path），或全部；回到已发布的',
    input: z.object({ ...id, path: Path.optional() }),
    data: z.object({ files: z.int() }),
    errors: ['content-not-found', 'publishing'],
  }),
  'POST /staff/v1/studio_link': call({
    access,
    source,
    writes: 'natural',
    summary: '预览链接：拿到的人不登录也能看草稿，到期失效',
    input: z.object({ ...id, hours: z.int().min(1).max(720).default(72) }),
    data: z.object({ path: z.string(), expiresAt: UnixSeconds }),
    errors: ['content-not-found'],
  }),
})
