import { z } from 'zod'
import { call, calls } from '../call'
import { Locator } from '../locator'
import { Paging, pageOf } from '../paging'
import { CurriculumKind, Done, Id, UnixSeconds } from '../shapes'
import { CurriculumCard, Progress } from './catalogue'
import { ExamCard } from './exams'

/** Something beside the text: a file, a film, a recording, a link. */
export const Resource = z.object({
  id: Id,
  title: z.string(),
  kind: z.enum(['video', 'audio', 'file', 'link']),
  /** The file's name; empty for links. */
  name: z.string(),
  mime: z.string(),
  bytes: z.int(),
  durationSeconds: z.int(),
  /** Neither owned nor used in a free chapter: there is no address then. */
  locked: z.boolean(),
  /** Where it can be got until `expiresAt`; a link's own address. */
  url: z.string().nullable(),
  poster: z.string().nullable(),
  /** Null where the address does not expire. */
  expiresAt: UnixSeconds.nullable(),
  /** The second where the user stopped it. */
  seconds: z.int(),
})
export type Resource = z.infer<typeof Resource>

export const Video = z.object({
  /** A playlist where `hls`, else a file. Everything below the playlist opens with the same signature. */
  url: z.string(),
  hls: z.boolean(),
  mime: z.string(),
  bytes: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  durationSeconds: z.int(),
  poster: z.string().nullable(),
  /** WebVTT. */
  subtitles: z.string().nullable(),
  /** Later than any lesson ends. A 403 before that is answered by asking for the chapter again. */
  expiresAt: UnixSeconds,
})
export type Video = z.infer<typeof Video>

/** How far the user is in one chapter. */
export const ChapterProgress = z.object({
  percent: z.int(),
  done: z.boolean(),
  /** The second of a video. */
  seconds: z.int(),
  /** The place in a text; null where none is known. */
  locator: Locator.nullable(),
  /** Whether the text at `locator` is still what it was; see Highlight.state. */
  state: z.enum(['sure', 'unsure', 'lost']),
  updatedAt: UnixSeconds,
})
export type ChapterProgress = z.infer<typeof ChapterProgress>

const Near = z.object({ id: Id, title: z.string(), locked: z.boolean() })

/** What `known` is for: a reader that has this revision of the text gets everything but the text. */
export const ChapterInput = z.object({ id: Id, known: z.int().optional() })

/** A chapter, opened. Only for those who may read it. */
export const Chapter = z.object({
  id: Id,
  title: z.string(),
  kind: z.enum(['text', 'video', 'expand']),
  free: z.boolean(),
  curriculum: z.object({ id: Id, kind: CurriculumKind, title: z.string(), owned: z.boolean() }),
  /** The part that it stands in; empty for none. */
  partTitle: z.string(),
  revision: z.int(),
  /**
   * The text, sanitised. Null where `known` is the revision. Pictures and films are named by key (rules/media puts the
   * addresses in). Blocks carry `data-p`. Placeholders: `div[data-question]` (GET /v1/textbooks_get_question),
   * `div[data-resource]` (below), `pre[data-cell]` with `data-language`, `data-stdin`, `data-db` (below),
   * `a[data-footnote]` with `[data-note]`, `a[data-chapter]` with `data-anchor` (a pid).
   */
  html: z.string().nullable(),
  media: z.record(z.string(), z.string()),
  rightToLeft: z.boolean(),
  words: z.int(),
  minutes: z.int(),
  previous: Near.nullable(),
  /** To be fetched ahead where it is not locked. */
  next: Near.nullable(),
  /** The chapter whose test comes after this one (GET /v1/textbooks_get_test); null for none. */
  testId: Id.nullable(),
  /** Extra reading that belongs to it, or to the chapter that this extra reading belongs to. */
  expands: z.array(Near),
  /** Those that the text shows; of a lesson its materials. */
  resources: z.array(Resource),
  /** The SQL that cells with this `data-db` start from. */
  datasets: z.record(z.string(), z.string()),
  video: Video.nullable(),
  /** How many discussions each block has; '' is the whole chapter. */
  discussions: z.record(z.string(), z.int()),
  progress: ChapterProgress.nullable(),
})
export type Chapter = z.infer<typeof Chapter>

/**
 * A heartbeat, about every 15 seconds and when a page is left. `session` is made by the client when a chapter is
 * opened; `seconds` is all that was studied in it so far, so that lost, repeated and overtaken beats cost nothing.
 */
export const Beat = z.object({
  /** The curriculum. */
  id: Id,
  chapterId: Id,
  session: z.uuid({ error: '编号无效' }),
  seconds: z.int().min(0).max(86_400),
  /** When the last of these seconds passed, by the server's clock as the client knows it. */
  at: UnixSeconds,
})

export const BeatAnswer = z.object({
  percent: z.int(),
  done: z.boolean(),
  /** Of the whole curriculum. */
  totalPercent: z.int(),
  todayMinutes: z.int(),
})

/** A curriculum as study lists show it. */
export const StudyCard = CurriculumCard.extend({
  /** Of the whole. */
  percent: z.int(),
  chaptersDone: z.int(),
  /** Null where it was not begun, or where the user may not go on. */
  progress: Progress.nullable(),
  minutes: z.int(),
  /** Notes and highlights with a note. */
  notes: z.int(),
  /** When it was studied last, or else when it was got. */
  at: UnixSeconds,
})
export type StudyCard = z.infer<typeof StudyCard>

/** A question bank as the study tab shows it. */
export const StudyBank = CurriculumCard.extend({
  questions: z.int(),
  /** By the last answer to each. */
  answered: z.int(),
  right: z.int(),
  /** In 错题本. */
  wrong: z.int(),
  minutes: z.int(),
  /** When it was practised last, or else when it was got. */
  at: UnixSeconds,
})
export type StudyBank = z.infer<typeof StudyBank>

/** A day in Shanghai, yyyy-mm-dd, and what was studied on it. */
export const StudyDay = z.object({ day: z.string(), minutes: z.int() })
export type StudyDay = z.infer<typeof StudyDay>

const list = (summary: string) => ({
  access: 'user' as const,
  source: 'spec' as const,
  summary,
  input: Paging,
  data: pageOf(StudyCard),
})

export const study = calls({
  'GET /v1/view_chapter': call({
    access: 'purchase',
    source: 'spec',
    summary: '打开课程的一节：视频、讲义、资料与学到的位置',
    input: ChapterInput,
    data: Chapter,
    errors: ['chapter-not-found'],
  }),
  'POST /v1/course_speed': call({
    access: 'purchase',
    source: 'spec',
    writes: 'natural',
    summary: '课程的学习进度（心跳）',
    input: Beat.extend({
      /** Where the video is now. */
      second: z.int().min(0).default(0),
      /** All ranges of the video watched in this session, [from, to), merged and in order. */
      watched: z
        .array(z.tuple([z.int().min(0), z.int().min(0)]))
        .max(200)
        .default([]),
      /** Of a lesson that is a text. */
      locator: Locator.nullable().default(null),
      reached: z.string().max(64).default(''),
    }),
    data: BeatAnswer,
    errors: ['chapter-not-found'],
  }),
  'POST /v1/bank_speed': call({
    access: 'purchase',
    source: 'added',
    writes: 'natural',
    summary: '题库练习的用时（心跳）',
    input: Beat.omit({ chapterId: true }),
    data: BeatAnswer.pick({ todayMinutes: true }),
    errors: ['curriculum-not-found'],
  }),
  'GET /v130/recently_study': call(list('最近学习，新的在前')),
  'GET /v130/study_afoot': call(list('进行中：开始了还没学完的')),
  'GET /v130/study_course': call(list('我的课程：拥有的与学过的')),
  'GET /v130/study_library': call(list('书架：拥有的与读过的电子书和数字教材')),
  'GET /v130/study_bank': call({
    access: 'user',
    source: 'spec',
    summary: '我的题库：拥有的与练过的',
    input: Paging,
    data: pageOf(StudyBank),
  }),
  'GET /v130/study_exam': call({
    access: 'user',
    source: 'spec',
    summary: '我的考试：进行中的、将要开始的、参加过的；没有学生认证的为空',
    input: Paging,
    data: pageOf(ExamCard),
  }),
  'POST /v130/study_delete': call({
    access: 'user',
    source: 'spec',
    writes: 'natural',
    summary: '从学习记录里删除，或撤销删除；再次学习会重新出现，学习时长不变',
    input: z.object({ ids: z.array(Id).min(1).max(100), undo: z.boolean().default(false) }),
    data: Done,
  }),
  'GET /v130/study_statistics': call({
    access: 'user',
    source: 'added',
    summary: '今日分钟数、连续天数、最近七天，和等着做的：考试与错题',
    input: z.object({}),
    data: z.object({
      todayMinutes: z.int(),
      /** Days in a row with at least a minute, up to today; a today without study does not end it yet. */
      streak: z.int(),
      longestStreak: z.int(),
      totalMinutes: z.int(),
      totalDays: z.int(),
      /** Seven days, the last is today. */
      week: z.array(StudyDay).length(7),
      /** Exams that run or begin within a day and can still be taken, the most urgent first; three at most. */
      examsDue: z.array(ExamCard),
      /** Questions of 错题本 that should be looked at again by now. */
      wrongDue: z.int(),
    }),
  }),
  'GET /v130/study_calendar': call({
    access: 'user',
    source: 'added',
    summary: '一个月里学习过的日子',
    input: z.object({ month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, { error: '请选择月份' }) }),
    data: z.object({ days: z.array(StudyDay), minutes: z.int() }),
  }),
})
