import { z } from 'zod'
import { call, calls } from '../../call'
import { Count, CurriculumKind, Done, Id, Ordinal, UnixSeconds } from '../../shapes'
import { After, cursorPageSchema } from './shapes'

const access = { staff: 'content.edit' } as const
const source = 'added' as const

/** Largest text of one file, in characters. */
const textMax = 400_000
const Slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: '标识只能用小写字母、数字和连字符' })
  .max(80)
const Title = z.string().trim().min(1, { error: '请填写标题' }).max(100, { error: '标题最多 100 个字' })
/** Path of a source file inside the folder of a curriculum. */
const Path = z
  .string()
  .min(1)
  .max(200)
  .regex(/^(?!\/)(?!.*(^|\/)\.\.?(\/|$))[^\\\0]+$/, { error: '文件名无效' })
/** Hash of the text that an edit is based on; empty for a file that does not exist yet. */
const Hash = z.string().regex(/^([0-9a-f]{32})?$/, { error: '版本无效' })

const Editor = z.object({ name: z.string(), at: UnixSeconds, path: z.string() })

/** A message about a source file, as an import reports it. */
const ContentProblem = z.object({
  file: z.string(),
  line: z.int(),
  level: z.enum(['error', 'warning']),
  text: z.string(),
})

const Publication = z.object({
  state: z.enum(['planned', 'running', 'failed']),
  at: UnixSeconds,
  by: z.string(),
  /** What is being done. */
  progress: z.string(),
  /** Why it failed. */
  problems: z.array(ContentProblem),
})

export const StudioBrief = z.object({
  id: Id,
  kind: CurriculumKind,
  slug: z.string(),
  title: z.string(),
  /** Whether students see it in lists. */
  onShelf: z.boolean(),
  chapters: z.int(),
  questions: z.int(),
  updatedAt: UnixSeconds,
  /** Changes that are not published; null if there are none. */
  draft: z.object({ files: z.int(), updatedAt: UnixSeconds, updatedBy: z.string() }).nullable(),
  publication: Publication.nullable(),
})
export type StudioBrief = z.infer<typeof StudioBrief>

export const TreeNode = z.object({
  slug: z.string(),
  title: z.string(),
  /** `part`: a title with sections below. `text`: a Markdown text. `lesson`: of a course. `group`: chapter of a bank. */
  kind: z.enum(['part', 'text', 'lesson', 'expand', 'group']),
  parent: z.string().nullable(),
  /** Markdown file; null for a part, a group and a lesson without notes. */
  path: z.string().nullable(),
  free: z.boolean(),
  video: z.string().nullable(),
  subtitles: z.string().nullable(),
  /** Compared with what is published. */
  state: z.enum(['same', 'changed', 'new']),
})
export type TreeNode = z.infer<typeof TreeNode>

const StudioResource = z.object({
  slug: z.string(),
  title: z.string(),
  kind: z.enum(['video', 'audio', 'file', 'link']),
  path: z.string().nullable(),
  url: z.string().nullable(),
})

const Fields = z.object({
  title: Title,
  subtitle: z.string().trim().max(200),
  author: z.string().trim().max(100),
  summary: z.string().trim().max(500),
  tags: z.array(z.string().trim().min(1).max(30)).max(20),
  subject: z.string().max(80),
  teacher: z.string().max(80),
})

export const ContentTask = z.object({
  id: Id,
  /** `file`: a book, document or archive is read into the draft. `video`: a video is converted for streaming. */
  kind: z.enum(['file', 'video']),
  name: z.string(),
  /** Lesson of a video, or section after which a document is inserted. */
  slug: z.string().nullable(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** What is being done, or what was done. */
  progress: z.string(),
  at: UnixSeconds,
  by: z.string(),
  problems: z.array(ContentProblem),
})
export type ContentTask = z.infer<typeof ContentTask>

export const StudioItem = StudioBrief.extend({
  /** Number of the published revision; 0 before the first change after an import. */
  revision: z.int(),
  /** Whether the chapters can be arranged and edited here; those of an EPUB are in its file. */
  editable: z.boolean(),
  canPublish: z.boolean(),
  tree: z.array(TreeNode),
  resources: z.array(StudioResource),
  fields: Fields,
  /** Paths that the draft changes or removes. */
  changes: z.array(z.object({ path: z.string(), removed: z.boolean() })),
  others: z.array(Editor),
  /** Work on uploads: under way, or finished with a report that nobody has closed. */
  tasks: z.array(ContentTask),
  /** Whether the server can convert videos for streaming (ffmpeg is installed). */
  canConvert: z.boolean(),
})
export type StudioItem = z.infer<typeof StudioItem>

const TreeChange = z.discriminatedUnion('op', [
  z.object({
    op: z.literal('add'),
    kind: z.enum(['part', 'text', 'lesson', 'expand', 'group']),
    title: Title,
    parent: Slug.nullable(),
    /** Position among its siblings; at the end if missing. */
    index: Count.optional(),
    slug: Slug.optional(),
  }),
  z.object({ op: z.literal('move'), slug: Slug, parent: Slug.nullable(), index: Count }),
  z.object({ op: z.literal('remove'), slug: Slug }),
  z.object({ op: z.literal('rename'), slug: Slug, title: Title }),
  z.object({ op: z.literal('free'), slug: Slug, free: z.boolean() }),
  z.object({
    op: z.literal('media'),
    slug: Slug,
    video: Path.nullable().optional(),
    subtitles: Path.nullable().optional(),
  }),
  z.object({
    op: z.literal('resource'),
    slug: Slug,
    title: Title,
    kind: z.enum(['video', 'audio', 'file', 'link']),
    path: Path.nullable(),
    url: z
      .url({ protocol: /^https?$/, error: '请写完整的网址' })
      .max(500)
      .nullable(),
  }),
  z.object({ op: z.literal('fields'), fields: Fields.partial() }),
])
export type TreeChange = z.infer<typeof TreeChange>

const Highlights = z.object({
  /** Highlights of readers in changed chapters whose passage is found again for certain. */
  certain: z.int(),
  /** Found, but the text around changed much. */
  unsure: z.int(),
  /** Not found: they stay in the readers' notes. */
  lost: z.int(),
})

const Difference = z.object({
  added: z.array(z.string()),
  changed: z.array(z.string()),
  removed: z.array(z.string()),
})

const Revision = z.object({
  number: z.int(),
  /** `files`: by an import. `console`: published here. `start`: what was there before the first revision. */
  origin: z.enum(['files', 'console', 'start']),
  /** Empty for an import from the shell. */
  by: z.string(),
  at: UnixSeconds,
  note: z.string(),
  files: z.array(z.object({ path: z.string(), removed: z.boolean() })),
})
export type Revision = z.infer<typeof Revision>

const id = { id: Id }

export const studio = calls({
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
      others: z.array(Editor),
    }),
    errors: ['content-not-found', 'file-not-found'],
  }),
  'GET /staff/v1/studio_media': call({
    access,
    source,
    summary: '草稿里一个视频或音频的临时地址，在编辑字幕时播放',
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
    summary: '改目录：新增、移动、改名、移除、试读、视频和字幕、资源、基本信息；都只改草稿',
    input: z.object({ ...id, change: TreeChange }),
    data: z.object({
      item: StudioItem,
      /** Slug of the added or changed entry. */
      slug: z.string(),
      /** Input of studio_save that restores what was there before. */
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
      problems: z.array(ContentProblem),
      questions: z.array(z.object({ id: Id, slug: z.string(), text: z.string() })),
      resources: z.array(z.object({ id: Id, slug: z.string(), title: z.string(), kind: z.string() })),
    }),
    errors: ['content-not-found'],
  }),
  'GET /staff/v1/studio_check': call({
    access,
    source,
    summary: '检查草稿：能不能发布、会改什么、读者的划线还找不找得到；什么也不写入',
    input: z.object(id),
    data: z.object({ problems: z.array(ContentProblem), difference: Difference, highlights: Highlights }),
    errors: ['content-not-found', 'nothing-to-publish'],
  }),
  'POST /staff/v1/studio_publish': call({
    access: { staff: 'content.publish' },
    source,
    writes: 'keyed',
    summary: '发布草稿：现在（at 不给）或到时候；在后台进行，进度在 studio_open 里',
    input: z.object({
      ...id,
      at: UnixSeconds.nullable().default(null),
      note: z.string().trim().max(200, { error: '说明最多 200 个字' }).default(''),
    }),
    data: z.object({ at: UnixSeconds }),
    errors: ['content-not-found', 'nothing-to-publish', 'publishing', 'content-refused'],
  }),
  'POST /staff/v1/studio_publish_cancel': call({
    access: { staff: 'content.publish' },
    source,
    writes: 'natural',
    summary: '取消预定的发布，或收起失败的报告；正在发布的不能取消',
    input: z.object(id),
    data: Done,
    errors: ['content-not-found', 'publishing'],
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
  'GET /staff/v1/studio_revisions': call({
    access,
    source,
    summary: '发布过的版本，新的在前',
    input: After.extend(id),
    data: cursorPageSchema(Revision),
    errors: ['content-not-found'],
  }),
  'GET /staff/v1/studio_compare': call({
    access,
    source,
    summary: '两个版本的不同：每个文件前后的文字；to 不给是草稿',
    input: z.object({ ...id, from: Ordinal.optional(), to: Ordinal.optional() }),
    data: z.object({
      files: z.array(
        z.object({
          path: z.string(),
          /** Null: the file is not there. Empty for a picture or another file that is not a text. */
          before: z.string().nullable(),
          after: z.string().nullable(),
          isText: z.boolean(),
        }),
      ),
      /** Number of changed files beyond those listed. */
      more: z.int(),
    }),
    errors: ['content-not-found', 'revision-not-found'],
  }),
  'POST /staff/v1/studio_restore': call({
    access,
    source,
    writes: 'natural',
    summary: '把一个版本（或其中一个文件）放进草稿；发布后才生效',
    input: z.object({ ...id, revision: Ordinal, path: Path.optional() }),
    data: z.object({ files: z.int() }),
    errors: ['content-not-found', 'revision-not-found', 'publishing'],
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
  'POST /staff/v1/studio_upload_start': call({
    access,
    source,
    writes: 'natural',
    summary: '开始上传一个文件；同一个文件（名称、大小、摘要）断过就从断的地方继续（offset）',
    input: z.object({
      ...id,
      name: z.string().trim().min(1, { error: '文件没有名称' }).max(150, { error: '文件名太长' }),
      bytes: z
        .int()
        .min(1, { error: '文件是空的' })
        .max(4 * 1024 ** 3, { error: '文件不能超过 4 GB' }),
      /** Of the client: name, size and time of change, so that the same file continues. */
      mark: z.string().max(200),
    }),
    data: z.object({ upload: Id, offset: z.int(), part: z.int() }),
    errors: ['content-not-found', 'upload-too-large', 'upload-quota'],
  }),
  'POST /staff/v1/studio_upload_part': call({
    access,
    source,
    writes: 'natural',
    summary: '上传一段（base64）；offset 要接着上一段，不对就返回应该从哪里继续',
    input: z.object({
      upload: Id,
      offset: z
        .int()
        .min(0)
        .max(2 ** 40),
      data: z.string().min(1).max(700_000),
    }),
    data: z.object({ offset: z.int() }),
    errors: ['upload-not-found', 'upload-refused'],
  }),
  'POST /staff/v1/studio_import_start': call({
    access,
    source,
    writes: 'keyed',
    summary:
      '把文件读入草稿：传完的 EPUB、Word、Jupyter、Markdown 或内容文件夹的压缩包，在后台进行；进度和报告在 studio_open 的 tasks 里，不会自己发布',
    input: z.object({
      upload: Id,
      /** Section after which a document is inserted; at the end if null. Books and archives replace the draft. */
      section: Slug.nullable().default(null),
    }),
    data: z.object({ id: Id }),
    errors: ['upload-not-found', 'upload-not-received', 'content-not-found', 'content-refused'],
  }),
  'POST /staff/v1/studio_video_convert': call({
    access,
    source,
    writes: 'natural',
    summary:
      '转换视频：把一课的 mp4 转成两种清晰度（HLS），截取海报和预览图，在后台进行；服务器没有 ffmpeg 就拒绝，视频按原样播放',
    input: z.object({ ...id, slug: Slug }),
    data: z.object({ id: Id }),
    errors: ['content-not-found', 'content-refused'],
  }),
  'POST /staff/v1/studio_task_close': call({
    access,
    source,
    writes: 'natural',
    summary: '收起一份读入或转换的报告',
    input: z.object({ id: Id }),
    data: Done,
    errors: ['import-not-found', 'content-refused'],
  }),
  'POST /staff/v1/studio_upload_finish': call({
    access,
    source,
    writes: 'natural',
    summary: '上传完了：检查内容，放进草稿；返回在正文里引用它的路径',
    input: z.object({ upload: Id }),
    data: z.object({
      path: z.string(),
      kind: z.enum(['image', 'video', 'audio', 'file']),
      notes: z.array(z.string()),
    }),
    errors: ['upload-not-found', 'upload-not-received', 'upload-refused'],
  }),
})

export type StudioCalls = typeof studio
