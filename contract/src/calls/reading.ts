import { z } from 'zod'
import { call, calls } from '../call'
import { Locator } from '../locator'
import { Paging, pageOf } from '../paging'
import { CurriculumKind, Done, Id, UnixSeconds } from '../shapes'
import { Beat, BeatAnswer, Chapter, ChapterInput, Resource } from './study'

/** Five colours, underlined, or a bookmark: one kind of thing, kept and synchronised in one way. */
export const Mark = z.enum(['yellow', 'green', 'blue', 'pink', 'purple', 'underline', 'bookmark'])
export type Mark = z.infer<typeof Mark>

export const Highlight = z.object({
  id: Id,
  curriculum: z.object({ id: Id, kind: CurriculumKind, title: z.string() }),
  chapterId: Id,
  chapterTitle: z.string(),
  /** The chapter is in the book, and the user may read it. */
  open: z.boolean(),
  mark: Mark,
  note: z.string(),
  /** Where it is now; `exact`, `prefix` and `suffix` stay as the user marked them. */
  locator: Locator,
  /**
   * After the text changed: `sure` found word for word in its place; `unsure` found alike, or in one of several places;
   * `lost` the words are gone, and `locator` says where they were.
   */
  state: z.enum(['sure', 'unsure', 'lost']),
  createdAt: UnixSeconds,
  updatedAt: UnixSeconds,
})
export type Highlight = z.infer<typeof Highlight>

/** The id is made by the client, so that a highlight made offline is the same one when it arrives, twice or late. */
export const HighlightChange = z.object({
  id: Id,
  curriculumId: Id,
  chapterId: Id,
  mark: Mark,
  note: z.string().max(5000, { error: '最多 5000 个字' }).default(''),
  locator: Locator,
  /** Of the chapter that was marked in: a locator in the current text is taken as it is, one in another is found again. */
  revision: z.int().default(0),
  /** When the user did it, by the server's clock as the client knows it: of two changes the later one stays. */
  at: UnixSeconds,
})
export type HighlightChange = z.infer<typeof HighlightChange>

const Removal = z.object({ id: Id, at: UnixSeconds })

const TextBeat = Beat.extend({
  /** The first sentence on the screen, to come back to. */
  locator: Locator.nullable().default(null),
  /**
   * The pid of the last block that was shown to its end, at the end of the chapter the last one of all (notes that pop
   * up included); the server reckons the percentage from it.
   */
  reached: z.string().max(64).default(''),
})

const chapter = (kind: string) => ({
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
  data: BeatAnswer,
  errors: ['chapter-not-found'] as const,
})

/** A place where the words stand. */
export const TextHit = z.object({
  chapterId: Id,
  chapterTitle: z.string(),
  chapterKind: z.enum(['text', 'video', 'expand']),
  pid: z.string(),
  snippet: z.string(),
  /** Ranges to highlight in the snippet, [start, length]. */
  marks: z.array(z.tuple([z.int(), z.int()])),
  /** Of the first hit in the block's text, to jump to. */
  start: z.int(),
  end: z.int(),
})
export type TextHit = z.infer<typeof TextHit>

export const reading = calls({
  'GET /v1/ebook_view_chapter': call(chapter('电子书')),
  'POST /v1/ebook_speed': call({ ...speed('电子书'), input: TextBeat }),
  'GET /v1/textbooks_view_chapter': call(chapter('数字教材')),
  'POST /v1/textbooks_speed': call({
    ...speed('数字教材'),
    input: TextBeat.extend({
      /** Null while a resource is played that no chapter shows. */
      chapterId: Id.nullable(),
      /** A film or recording that is being played, and its second. */
      resource: z.object({ id: Id, second: z.int().min(0) }).optional(),
    }),
    errors: ['chapter-not-found', 'resource-not-found'],
  }),
  'GET /v1/textbooks_resource': call({
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
      /** The chapter that shows it, to go back to or to credit the time to. */
      chapterId: Id.nullable(),
      chapterTitle: z.string(),
    }),
    errors: ['resource-not-found'],
  }),
  'GET /v1/textbooks_search': call({
    access: 'user',
    source: 'spec',
    summary: '在一本书里搜索；只搜能读的章节',
    input: Paging.extend({
      id: Id,
      keyword: z.string().trim().min(1, { error: '请输入关键字' }).max(50, { error: '关键字最多 50 个字' }),
    }),
    data: pageOf(TextHit).extend({
      /** Chapters that were not searched because they are not paid for. */
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
      marks: z.array(Mark).max(7).optional(),
      withNote: z.boolean().optional(),
      /** In the text that was marked, and in the note. */
      keyword: z.string().trim().max(50, { error: '关键字最多 50 个字' }).optional(),
      /** `place`: as they stand in the book; `newest`: the last changed first. */
      sort: z.enum(['place', 'newest']).default('newest'),
    }),
    data: pageOf(Highlight),
  }),
  'POST /v1/highlights_sync': call({
    access: 'user',
    source: 'added',
    writes: 'natural',
    summary: '同步划线和书签：先收下本机的改动，再给出上次之后的改动',
    input: z.object({
      /** Only those of one book; each book then has a `since` of its own. */
      id: Id.optional(),
      changes: z.array(HighlightChange).max(100).default([]),
      removals: z.array(Removal).max(100).default([]),
      /** What the last answer said; empty for everything. */
      since: z
        .string()
        .regex(/^\d{0,18}$/)
        .default(''),
    }),
    data: z.object({
      list: z.array(Highlight),
      removed: z.array(Id),
      since: z.string(),
      /** Ask again at once with the new `since`. */
      hasMore: z.boolean(),
      /** Changes that will never be accepted, by name of the error; the client drops them and says so. */
      refused: z.array(
        z.object({
          id: Id,
          error: z.enum(['chapter-not-found', 'not-purchased', 'highlight-not-found', 'highlights-full']),
        }),
      ),
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
