import * as z from 'zod'
import { call, calls } from '../call'
import { Locator } from '../locator'
import { Paging, pageOf } from '../paging'
import { Count, CurriculumKind, Done, Id, UnixSeconds } from '../shapes'
import { CurriculumCard } from './catalogue'
import { Chapter, ChapterInput, Heartbeat, HeartbeatResponse, Resource } from './study'

/** Five colours, underline, and bookmark; all are stored and synchronised in the same way. */
export const HighlightStyle = z.enum(['yellow', 'green', 'blue', 'pink', 'purple', 'underline', 'bookmark'])
export type HighlightStyle = z.infer<typeof HighlightStyle>

export const Highlight = z.object({
  id: Id,
  curriculum: z.object({ id: Id, kind: CurriculumKind, title: z.string() }),
  chapterId: Id,
  chapterTitle: z.string(),
  /** Whether the chapter still exists in the book and the user may read it. */
  open: z.boolean(),
  mark: HighlightStyle,
  note: z.string(),
  /** Current position; `exact`, `prefix` and `suffix` keep the originally highlighted text. */
  locator: Locator,
  /**
   * Anchor state after a text change: `sure`: found verbatim at its position; `unsure`: found with changes, or at one
   * of several positions; `lost`: the text was deleted, and `locator` is its last position.
   */
  state: z.enum(['sure', 'unsure', 'lost']),
  createdAt: UnixSeconds,
  updatedAt: UnixSeconds,
})
export type Highlight = z.infer<typeof Highlight>

/**
 * The client generates the id, so a highlight created offline keeps its identity when it is sent late or repeatedly.
 */
export const HighlightChange = z.object({
  id: Id,
  curriculumId: Id,
  chapterId: Id,
  mark: HighlightStyle,
  note: z.string().max(5000, { error: '最多 5000 个字' }).default(''),
  locator: Locator,
  /**
   * Revision of the chapter for which the locator was made: a locator of the current revision is stored unchanged,
   * others are anchored again.
   */
  revision: Count.default(0),
  /** Time of the user action in the client's estimate of server time: the later of two changes wins. */
  at: UnixSeconds,
})
export type HighlightChange = z.infer<typeof HighlightChange>

const Removal = z.object({ id: Id, at: UnixSeconds })

const TextHeartbeat = Heartbeat.extend({
  /** First sentence on the screen, for resuming. */
  locator: Locator.nullable().default(null),
  /** Time at which `locator` was reached, possibly before `at`. Of several devices, the latest position wins. */
  placedAt: UnixSeconds.optional(),
  /**
   * The pid of the last block shown to its end; at the end of the chapter, its last block (pop-up notes included). The
   * server computes the percentage from it.
   */
  reached: z.string().max(64).default(''),
})

const chapter = (kind: string) => ({
  replica: true as const,
  access: 'purchase' as const,
  source: 'spec' as const,
  summary: `打开${kind}的一章`,
  input: ChapterInput,
  data: Chapter,
  errors: ['chapter-not-found'] as const,
})
const speed = (kind: string) => ({
  access: 'purchase' as const,
  source: 'spec' as const,
  writes: 'natural' as const,
  summary: `${kind}的阅读进度（心跳）`,
  data: HeartbeatResponse,
  errors: ['chapter-not-found'] as const,
})

/** A match of the search text. */
export const TextHit = z.object({
  chapterId: Id,
  chapterTitle: z.string(),
  chapterKind: z.enum(['text', 'video', 'expand']),
  pid: z.string(),
  snippet: z.string(),
  /** Match ranges in the snippet, [start, length]. */
  marks: z.array(z.tuple([z.int(), z.int()])),
  /** Offset of the first match in the block's text, for navigation. */
  start: z.int(),
  end: z.int(),
})
export type TextHit = z.infer<typeof TextHit>

export const reading = calls({
  'GET /v1/ebook_view_chapter': call(chapter('电子书')),
  'POST /v1/ebook_speed': call({ ...speed('电子书'), input: TextHeartbeat }),
  'GET /v1/textbooks_view_chapter': call({ ...chapter('数字教材'), queries: 2 }),
  'POST /v1/textbooks_speed': call({
    queries: 7,
    ...speed('数字教材'),
    input: TextHeartbeat.extend({
      /** Null while a resource without a chapter is played. */
      chapterId: Id.nullable(),
      /** The video or recording being played, and its position in seconds. */
      resource: z.object({ id: Id, second: Count }).optional(),
    }),
    errors: ['chapter-not-found', 'resource-not-found'],
  }),
  'GET /v1/textbooks_resource': call({
    replica: true,
    access: 'user',
    source: 'spec',
    summary: '教材的资源，可按类型；没有购买的只有名称',
    input: Paging.extend({ id: Id, kind: Resource.shape.kind.optional(), chapterId: Id.optional() }),
    data: pageOf(Resource).extend({ counts: z.record(z.string(), z.int()) }),
    errors: ['curriculum-not-found'],
  }),
  'GET /v1/textbooks_resource_info': call({
    access: 'purchase',
    source: 'spec',
    summary: '打开一个资源',
    input: z.object({ id: Id }),
    data: Resource.extend({
      curriculum: z.object({ id: Id, kind: CurriculumKind, title: z.string() }),
      /** The chapter that contains the resource, for navigation and for study time. */
      chapterId: Id.nullable(),
      chapterTitle: z.string(),
    }),
    errors: ['resource-not-found'],
  }),
  'GET /v1/textbooks_resource_card': call({
    access: 'user',
    source: 'added',
    summary: '一个资源是什么、属于哪本书、能不能打开；不购买也能看',
    input: z.object({ id: Id }),
    data: Resource.pick({ id: true, title: true, kind: true, name: true, mime: true, bytes: true })
      .extend(Resource.pick({ durationSeconds: true, locked: true }).shape)
      .extend({ curriculum: CurriculumCard, chapterTitle: z.string() }),
    errors: ['resource-not-found'],
  }),
  'GET /v1/textbooks_search': call({
    replica: true,
    access: 'user',
    source: 'spec',
    summary: '在一本书里搜索；只搜能读的章节',
    input: Paging.extend({
      id: Id,
      keyword: z.string().trim().min(1, { error: '请输入关键字' }).max(50, { error: '关键字最多 50 个字' }),
    }),
    data: pageOf(TextHit).extend({
      /** Number of chapters not searched because the user does not own them. */
      lockedChapters: z.int(),
    }),
    errors: ['curriculum-not-found'],
  }),
  'POST /v1/textbooks_brightness': call({
    access: 'purchase',
    source: 'spec',
    writes: 'natural',
    summary: '划线、写批注、加书签，或修改；电子书和数字教材都可以',
    input: HighlightChange,
    data: Highlight,
    errors: ['chapter-not-found', 'highlight-not-found', 'highlights-full'],
  }),
  'POST /v1/textbooks_delete_brightness': call({
    access: 'user',
    source: 'spec',
    writes: 'natural',
    summary: '删除划线或书签；早于最近一次修改的删除不算数',
    input: z.object({ id: Id, at: UnixSeconds.optional() }),
    data: Done,
    errors: ['highlight-not-found'],
  }),
  'GET /v1/textbooks_brightness_search': call({
    access: 'user',
    source: 'spec',
    summary: '我的划线、批注和书签：按书、章、颜色筛选，按文字搜索',
    input: Paging.extend({
      id: Id.optional(),
      chapterId: Id.optional(),
      marks: z.array(HighlightStyle).max(7).optional(),
      withNote: z.boolean().optional(),
      /** Matched against the highlighted text and the note. */
      keyword: z.string().trim().max(50, { error: '关键字最多 50 个字' }).optional(),
      /** `place`: in reading order; `newest`: last changed first. */
      sort: z.enum(['place', 'newest']).default('newest'),
    }),
    data: pageOf(Highlight),
  }),
  'POST /v1/highlights_sync': call({
    access: 'user',
    source: 'added',
    writes: 'natural',
    summary: '同步划线和书签：先收下本机的改动，再给出上次之后的改动，以及这本书最近读到的地方',
    input: z.object({
      /** Limits the call to the highlights of one book; each book then has its own `since`. */
      id: Id.optional(),
      changes: z.array(HighlightChange).max(100).default([]),
      removals: z.array(Removal).max(100).default([]),
      /** `since` of the last response; empty to request all highlights. */
      since: z
        .string()
        .regex(/^\d{0,18}$/)
        .default(''),
    }),
    data: z.object({
      list: z.array(Highlight),
      removed: z.array(Id),
      since: z.string(),
      /** If true, the client requests the rest immediately with the new `since`. */
      hasMore: z.boolean(),
      /** Changes rejected permanently, with the error name; the client drops them and informs the user. */
      refused: z.array(
        z.object({
          id: Id,
          error: z.enum(['chapter-not-found', 'not-purchased', 'highlight-not-found', 'highlights-full']),
        }),
      ),
      /** Last reading position of the book on any device; null without `id`, or if the book was not read yet. */
      place: z.object({ chapterId: Id, chapterTitle: z.string(), locator: Locator, at: UnixSeconds }).nullable(),
    }),
  }),
  'GET /v1/highlights_export': call({
    access: 'user',
    source: 'added',
    summary: '导出一本书的划线与批注：Markdown，或 W3C Web Annotation',
    input: z.object({ id: Id, format: z.enum(['markdown', 'w3c']) }),
    data: z.object({ name: z.string(), mime: z.string(), text: z.string() }),
    errors: ['curriculum-not-found'],
  }),
})
