import * as z from 'zod'
import { Count, CurriculumKind, Id, UnixSeconds } from '../../shapes'

export const Slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: '标识只能用小写字母、数字和连字符' })
  .max(80)
export const Title = z.string().trim().min(1, { error: '请填写标题' }).max(100, { error: '标题最多 100 个字' })
/** Path of a source file inside the folder of a curriculum. */
export const Path = z
  .string()
  .min(1)
  .max(200)
  .regex(/^(?!\/)(?!.*(^|\/)\.\.?(\/|$))[^\\\0]+$/, { error: '文件名无效' })

export const Editor = z.object({ name: z.string(), at: UnixSeconds, path: z.string() })

/** A message about a source file, as an import reports it. */
export const ContentProblem = z.object({
  file: z.string(),
  line: z.int(),
  level: z.enum(['error', 'warning']),
  text: z.string(),
})

const Publication = z.object({
  state: z.enum(['planned', 'running', 'failed']),
  at: UnixSeconds,
  by: z.string(),
  /** Current step of the publication. */
  progress: z.string(),
  /** Problems that made the publication fail. */
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
  /** Files of a lesson. */
  materials: z.array(z.object({ title: z.string(), file: z.string() })),
  /** State compared with the published version. */
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
  /** Paths of the cover and of the introduction; empty for a drawn cover and no introduction. */
  cover: z.union([Path, z.literal('')]),
  intro: z.union([Path.regex(/\.md$/, { error: '介绍要写在 .md 文件里' }), z.literal('')]),
})

export const ContentTask = z.object({
  id: Id,
  /** `file`: a book, document or archive is read into the draft. `video`: a video is converted for streaming. */
  kind: z.enum(['file', 'video']),
  name: z.string(),
  /** Lesson of a video, or section after which a document is inserted. */
  slug: z.string().nullable(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** Current step of the task, or its result. */
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
  /** Tasks for uploads: running, or finished with a report that staff have not closed. */
  tasks: z.array(ContentTask),
  /** Whether the server can convert videos for streaming (ffmpeg is installed). */
  canConvert: z.boolean(),
})
export type StudioItem = z.infer<typeof StudioItem>

export const TreeChange = z.discriminatedUnion('op', [
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
    op: z.literal('materials'),
    slug: Slug,
    materials: z.array(z.object({ title: Title, file: Path })).max(50, { error: '一课最多 50 份资料' }),
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
  // Resources and sections may have the same name, so resources are removed by a separate operation.
  z.object({ op: z.literal('remove-resource'), slug: Slug }),
  z.object({ op: z.literal('fields'), fields: Fields.partial() }),
])
export type TreeChange = z.infer<typeof TreeChange>
