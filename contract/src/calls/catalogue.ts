import * as z from 'zod'
import { call, calls } from '../call'
import { Paging, pageOf } from '../paging'
import { Amount, CurriculumKind, Id, UnixSeconds } from '../shapes'
import { Banner, Category } from './content'
import { ExamCard } from './exams'

export const Subject = z.object({ id: Id, name: z.string(), colour: z.string() })
export type Subject = z.infer<typeof Subject>

/** A curriculum as a list item. */
export const CurriculumCard = z.object({
  id: Id,
  kind: CurriculumKind,
  title: z.string(),
  subtitle: z.string(),
  summary: z.string(),
  /** URL; if null, the cover is generated from subject and title. */
  cover: z.string().nullable(),
  subject: Subject.nullable(),
  /** The teacher of a course, the author of a book. */
  by: z.string(),
  amount: Amount,
  learners: z.int(),
  /** Average with one decimal; 0 without ratings. */
  rating: z.number(),
  ratingCount: z.int(),
  chapterCount: z.int(),
  durationSeconds: z.int(),
  tags: z.array(z.string()),
  /** Always false for guests. */
  owned: z.boolean(),
})
export type CurriculumCard = z.infer<typeof CurriculumCard>

/** The student's last position. */
export const Progress = z.object({
  chapterId: Id,
  chapterTitle: z.string(),
  /** Percent of the whole curriculum. */
  percent: z.int(),
  /** Position in a video in seconds; 0 for texts. */
  seconds: z.int(),
  updatedAt: UnixSeconds,
})
export type Progress = z.infer<typeof Progress>

export const TeacherCard = z.object({ id: Id, name: z.string(), title: z.string(), avatar: z.string().nullable() })
export type TeacherCard = z.infer<typeof TeacherCard>

export const CurriculumInfo = CurriculumCard.extend({
  introHtml: z.string(),
  teacher: TeacherCard.nullable(),
  wordCount: z.int(),
  minutes: z.int(),
  publishedAt: UnixSeconds,
  /** When the item is taken off the shelf; null if no end is planned. */
  saleEndsAt: UnixSeconds.nullable(),
  updatedAt: UnixSeconds,
  /** Number of ratings with 1, 2, 3, 4, 5 stars. */
  ratings: z.array(z.int()).length(5),
  favourite: z.boolean(),
  favouriteCount: z.int(),
  progress: Progress.nullable(),
  /** The first chapter that is free to try; null if there is none. */
  trialChapterId: Id.nullable(),
  relatedCount: z.int(),
  /** The user's own comment, for editing; null if there is none. */
  myCommentId: Id.nullable(),
})
export type CurriculumInfo = z.infer<typeof CurriculumInfo>

/** A row of the table of contents, which is in reading order; rows with `depth` 0 are of kind `part`. */
export const ChapterRow = z.object({
  id: Id,
  title: z.string(),
  kind: z.enum(['part', 'text', 'video', 'expand']),
  depth: z.int(),
  free: z.boolean(),
  /** Whether the chapter is neither free nor owned. */
  locked: z.boolean(),
  done: z.boolean(),
  /** Percent of this chapter. */
  percent: z.int(),
  durationSeconds: z.int(),
  minutes: z.int(),
  /** Title of the test at the end of a `part` row, if it has one. */
  test: z.string().nullable(),
  /** Headings, or table-of-contents entries, inside the chapter; `pid` is the block of each. */
  outline: z.array(z.object({ title: z.string(), depth: z.int(), pid: z.string() })),
})
export type ChapterRow = z.infer<typeof ChapterRow>

export const Sort = z.enum(['default', 'newest', 'popular', 'price-up', 'price-down'])
export type Sort = z.infer<typeof Sort>

const ListInput = Paging.extend({
  classify: Id.optional(),
  sort: Sort.default('default'),
  /** Filters by price: all, only free or only paid items. */
  price: z.enum(['all', 'free', 'paid']).default('all'),
})
const OneInput = z.object({ id: Id })
const Classify = z.array(Subject.extend({ count: z.int() }))

/** A section of the store. */
export const StoreSection = z.object({ title: z.string(), note: z.string(), list: z.array(CurriculumCard) })
export type StoreSection = z.infer<typeof StoreSection>

/** A title that is announced but cannot be opened or bought yet. */
export const UpcomingTitle = CurriculumCard.pick({
  id: true,
  kind: true,
  title: true,
  subtitle: true,
  summary: true,
  cover: true,
  subject: true,
  by: true,
  tags: true,
})
export type UpcomingTitle = z.infer<typeof UpcomingTitle>

const StoreIndex = z.object({
  featured: CurriculumCard.nullable(),
  shelves: z.array(StoreSection),
  /** Most read first. May repeat items of the sections. */
  ranking: z.array(CurriculumCard),
  /** Items whose price is 0 today. */
  free: z.array(CurriculumCard),
  upcoming: z.array(UpcomingTitle),
})

const list = (kind: string) => ({
  access: 'public' as const,
  replica: true as const,
  summary: `${kind}列表，可按分类、价格筛选和排序`,
  input: ListInput,
  data: pageOf(CurriculumCard),
})
const classify = (kind: string) => ({
  access: 'public' as const,
  replica: true as const,
  summary: `${kind}的分类`,
  input: z.object({}),
  data: Classify,
})
const info = (kind: string) => ({
  access: 'public' as const,
  replica: true as const,
  summary: `${kind}详情`,
  input: OneInput,
  data: CurriculumInfo,
  errors: ['curriculum-not-found'] as const,
})
const chapters = (kind: string) => ({
  access: 'public' as const,
  replica: true as const,
  summary: `${kind}目录`,
  input: OneInput,
  data: z.array(ChapterRow),
  errors: ['curriculum-not-found'] as const,
})

export const SearchHit = z.object({
  kind: z.enum(['course', 'ebook', 'textbook', 'bank', 'chapter', 'teacher', 'article', 'help']),
  id: Id,
  title: z.string(),
  /** Text around the match; never from a chapter the user may not read. */
  snippet: z.string(),
  /** Match ranges, [start, length], in the title and in the snippet. */
  titleMarks: z.array(z.tuple([z.int(), z.int()])),
  snippetMarks: z.array(z.tuple([z.int(), z.int()])),
  /** The matching curriculum, or the one of the matching chapter. */
  curriculum: CurriculumCard.nullable(),
  /** Route that opens the match. */
  link: z.string(),
})
export type SearchHit = z.infer<typeof SearchHit>

const Keyword = z.string().trim().min(1, { error: '请输入关键字' }).max(50, { error: '关键字最多 50 个字' })

export const catalogue = calls({
  'GET /v1/course_banner': call({
    replica: true,
    access: 'public',
    source: 'spec',
    summary: '课程页的轮播图',
    input: z.object({}),
    data: z.array(Banner),
  }),
  'GET /v1/course_index': call({
    replica: true,
    queries: 2,
    access: 'public',
    source: 'spec',
    summary: '首页：轮播、分类、继续学习与各类推荐，一次给齐',
    input: z.object({}),
    data: z.object({
      /** As app_banner, without banners for actions the user has already completed. */
      banners: z.array(Banner),
      categories: z.array(Category),
      /** The last two studied items, newest first; empty for guests and users without study history. */
      resumes: z.array(z.object({ curriculum: CurriculumCard, progress: Progress })),
      /** Null for guests. */
      today: z.object({ minutes: z.int(), streak: z.int() }).nullable(),
      /** The next exam, in progress or about to start within two weeks. */
      exam: ExamCard.pick({
        id: true,
        title: true,
        examination_start: true,
        examination_end: true,
        status: true,
      }).nullable(),
      /** The most urgent homework with items left that is due within a week, or overdue and still accepted. */
      assignment: z.object({ id: Id, title: z.string(), dueAt: UnixSeconds, left: z.int() }).nullable(),
      /** Number of wrong questions due for review; 0 for guests. */
      reviewDue: z.int(),
      /**
       * Items related to an item that the user studies, without owned ones; null if there are none. `title` names that
       * item.
       */
      because: StoreSection.nullable(),
      /** Sections without items that the user owns; a section of which the user owns every item contains them. */
      shelves: z.array(StoreSection.extend({ kind: CurriculumKind })),
    }),
  }),
  'GET /v1/course_classify': call({ source: 'spec', ...classify('课程') }),
  'GET /v1/course_list': call({ source: 'spec', ...list('课程') }),
  'GET /v1/course_info': call({ source: 'spec', ...info('课程') }),
  'GET /v1/course_chapter': call({ source: 'spec', ...chapters('课程') }),
  'GET /v1/course_ebook': call({
    replica: true,
    access: 'public',
    source: 'spec',
    summary: '相关的书和教材；任何一类内容都可以问',
    input: OneInput,
    data: z.array(CurriculumCard),
    errors: ['curriculum-not-found'],
  }),
  'GET /v1/ebook_index': call({
    replica: true,
    access: 'public',
    source: 'spec',
    summary: '书城：主打与书架',
    input: z.object({ classify: Id.optional() }),
    data: StoreIndex,
  }),
  'GET /v1/ebook_classify': call({ source: 'spec', ...classify('电子书') }),
  'GET /v1/ebook_list': call({ source: 'spec', ...list('电子书') }),
  'GET /v1/ebook_info': call({ source: 'spec', ...info('电子书') }),
  'GET /v1/ebook_chapter': call({ source: 'spec', ...chapters('电子书') }),
  'GET /v1/textbooks_index': call({
    replica: true,
    access: 'public',
    source: 'spec',
    summary: '数字教材：主打与书架',
    input: z.object({ classify: Id.optional() }),
    data: StoreIndex,
  }),
  'GET /v1/textbooks_classify': call({ source: 'spec', ...classify('数字教材') }),
  'GET /v1/textbooks_list': call({ queries: 2, source: 'spec', ...list('数字教材') }),
  'GET /v1/textbooks_info': call({ queries: 2, source: 'spec', ...info('数字教材') }),
  'GET /v1/textbooks_chapter': call({ queries: 2, source: 'spec', ...chapters('数字教材') }),
  'GET /v1/bank_classify': call({ source: 'added', ...classify('题库') }),
  'GET /v1/bank_list': call({ source: 'added', ...list('题库') }),
  'GET /v1/bank_info': call({ source: 'added', ...info('题库') }),
  'GET /v1/bank_chapter': call({ source: 'added', ...chapters('题库') }),

  'GET /v130/curriculum_search': call({
    replica: true,
    access: 'public',
    source: 'spec',
    summary: '搜索课程、书、教材、题库、章节、教师、文章和帮助',
    input: Paging.extend({ keyword: Keyword, kind: SearchHit.shape.kind.optional() }),
    // `meant`: if the results are for a corrected input instead of the mistyped one, the corrected input; otherwise ''.
    data: pageOf(SearchHit).extend({ counts: z.record(z.string(), z.int()), meant: z.string() }),
  }),
  'GET /v130/search_suggest': call({
    replica: true,
    access: 'public',
    source: 'added',
    summary: '输入时的建议，支持拼音首字母',
    input: z.object({ keyword: Keyword }),
    data: z.array(
      z.object({
        text: z.string(),
        marks: SearchHit.shape.titleMarks,
        kind: SearchHit.shape.kind,
        link: z.string(),
      }),
    ),
  }),
  'GET /v130/search_hot': call({
    replica: true,
    access: 'public',
    source: 'added',
    summary: '热门搜索',
    input: z.object({}),
    data: z.array(z.string()),
  }),

  'GET /v130/teacher_info': call({
    replica: true,
    access: 'public',
    source: 'spec',
    summary: '教师主页',
    input: OneInput,
    data: TeacherCard.extend({ introHtml: z.string(), courseCount: z.int(), learners: z.int() }),
    errors: ['teacher-not-found'],
  }),
  'GET /v130/teacher_course': call({
    replica: true,
    access: 'public',
    source: 'spec',
    summary: '教师讲的课和写的书',
    input: Paging.extend({ id: Id }),
    data: pageOf(CurriculumCard),
    errors: ['teacher-not-found'],
  }),

  'POST /v130/code2id': call({
    access: 'user',
    source: 'spec',
    summary: '把书上印的码换成要打开的位置',
    input: z.object({ code: z.string().trim().min(1, { error: '请扫描或输入书上的码' }).max(200) }),
    data: z.object({ link: z.string(), title: z.string() }),
    errors: ['code-not-found'],
  }),
  'POST /v130/param_decrypt': call({
    access: 'user',
    source: 'spec',
    summary: '解开链接里的加密参数，得到要打开的位置',
    input: z.object({ param: z.string().trim().min(1).max(2000) }),
    data: z.object({ link: z.string(), title: z.string() }),
    errors: ['code-not-found'],
  }),
})
