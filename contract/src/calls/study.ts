import * as z from 'zod'
import { call, calls } from '../call'
import { Locator } from '../locator'
import { Paging, pageOf } from '../paging'
import { Count, CurriculumKind, Done, Id, UnixSeconds } from '../shapes'
import { CurriculumCard, Progress } from './catalogue'
import { ExamCard } from './exams'

/** A resource of a curriculum: a file, a video, a recording or a link. */
export const Resource = z.object({
  id: Id,
  title: z.string(),
  kind: z.enum(['video', 'audio', 'file', 'link']),
  /** File name; empty for links. */
  name: z.string(),
  mime: z.string(),
  bytes: z.int(),
  durationSeconds: z.int(),
  /** True if the resource is neither owned nor used in a free chapter; `url` is null then. */
  locked: z.boolean(),
  /** Download URL of a file, valid until `expiresAt`; the address of an external link. */
  url: z.string().nullable(),
  poster: z.string().nullable(),
  /** Null if the URL does not expire. */
  expiresAt: UnixSeconds.nullable(),
  /** Last playback position of the user, in seconds. */
  seconds: z.int(),
})
export type Resource = z.infer<typeof Resource>

export const Video = z.object({
  /** A playlist if `hls`, else a file. All files of the playlist accept the same signature. */
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
  /** Later than the end of any lesson. If the URL is refused with 403 before, the client requests the chapter again. */
  expiresAt: UnixSeconds,
})
export type Video = z.infer<typeof Video>

/** The user's progress in one chapter. */
export const ChapterProgress = z.object({
  percent: z.int(),
  done: z.boolean(),
  /** Position in a video, in seconds. */
  seconds: z.int(),
  /** Position in a text; null if unknown. */
  locator: Locator.nullable(),
  /** Whether the text at `locator` is unchanged; see Highlight.state. */
  state: z.enum(['sure', 'unsure', 'lost']),
  updatedAt: UnixSeconds,
})
export type ChapterProgress = z.infer<typeof ChapterProgress>

const Near = z.object({ id: Id, title: z.string(), locked: z.boolean() })

/** `known`: revision that the client has cached. If it is current, the response omits the text. */
export const ChapterInput = z.object({ id: Id, known: Count.optional() })

/** A chapter with its content, only for users who may read it. */
export const Chapter = z.object({
  id: Id,
  title: z.string(),
  kind: z.enum(['text', 'video', 'expand']),
  free: z.boolean(),
  curriculum: z.object({ id: Id, kind: CurriculumKind, title: z.string(), owned: z.boolean() }),
  /** Title of the `part` row that contains the chapter; empty if none. */
  partTitle: z.string(),
  revision: z.int(),
  /**
   * Sanitised text; null if `known` is the current revision. Media are named by key (rules/media inserts the URLs).
   * Blocks carry `data-p`. Placeholders: `div[data-question]` (GET /v1/textbooks_get_question), `div[data-resource]`
   * (below), `pre[data-cell]` with `data-language`, `data-stdin`, `data-db` (below), `a[data-footnote]` with
   * `[data-note]`, `a[data-chapter]` with `data-anchor` (a pid).
   */
  html: z.string().nullable(),
  media: z.record(z.string(), z.string()),
  rightToLeft: z.boolean(),
  /** Whether lines run from top to bottom and follow each other from right to left. */
  vertical: z.boolean(),
  words: z.int(),
  minutes: z.int(),
  previous: Near.nullable(),
  /** The client prefetches the next chapter unless it is locked. */
  next: Near.nullable(),
  /** The chapter whose test follows this one (GET /v1/textbooks_get_test); null if none. */
  testId: Id.nullable(),
  /** Extra reading of this chapter; if this chapter is extra reading itself, that of the chapter it belongs to. */
  expands: z.array(Near),
  /** Resources shown in the text; for a lesson, all its files and links. */
  resources: z.array(Resource),
  /** SQL that creates the sample database of a code cell, by the cell's `data-db`. */
  datasets: z.record(z.string(), z.string()),
  video: Video.nullable(),
  /** Number of discussions per block; '' is the whole chapter. */
  discussions: z.record(z.string(), z.int()),
  progress: ChapterProgress.nullable(),
})
export type Chapter = z.infer<typeof Chapter>

/**
 * Heartbeat, about every 15 seconds and when a page is left. The client creates `session` when it opens a chapter;
 * `seconds` is the session's total so far, so lost, repeated and reordered heartbeats do no harm.
 */
export const Heartbeat = z.object({
  /** Curriculum id. */
  id: Id,
  chapterId: Id,
  session: z.uuid({ error: '编号无效' }),
  seconds: z.int().min(0).max(86_400),
  /** End of the studied seconds, in the client's estimate of server time. */
  at: UnixSeconds,
})

export const HeartbeatResponse = z.object({
  percent: z.int(),
  done: z.boolean(),
})

/** A curriculum as an item of study lists. */
export const StudyCard = CurriculumCard.extend({
  /** Percent of the whole curriculum. */
  percent: z.int(),
  /** Null if not started, or if the user may not continue. */
  progress: Progress.nullable(),
  minutes: z.int(),
  /** Number of notes, highlights and bookmarks, as in my_notes_summary. */
  notes: z.int(),
  /** Last studied; if never, the time of acquisition. */
  at: UnixSeconds,
})
export type StudyCard = z.infer<typeof StudyCard>

/** A question bank as an item of the study tab. */
export const StudyBank = CurriculumCard.extend({
  questions: z.int(),
  /** `answered` and `right` count the last answer to each question. */
  answered: z.int(),
  right: z.int(),
  /** Number of questions in 错题本. */
  wrong: z.int(),
  minutes: z.int(),
  /** Time of the last practice; before the first one, the time at which the user got the bank. */
  at: UnixSeconds,
})
export type StudyBank = z.infer<typeof StudyBank>

/** Minutes studied on a day (yyyy-mm-dd) in Shanghai. */
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
    replica: true,
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
    input: Heartbeat.extend({
      /** Current position in the video. */
      second: Count.default(0),
      /** All watched ranges of the video in this session, [from, to), merged and sorted. */
      watched: z
        .array(z.tuple([Count, Count]))
        .max(200)
        .default([]),
      /** `locator` and `reached` are for text lessons. */
      locator: Locator.nullable().default(null),
      reached: z.string().max(64).default(''),
    }),
    data: HeartbeatResponse,
    errors: ['chapter-not-found'],
  }),
  'POST /v1/bank_speed': call({
    access: 'purchase',
    source: 'added',
    writes: 'natural',
    summary: '题库练习的用时（心跳）',
    input: Heartbeat.omit({ chapterId: true }),
    data: Done,
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
    replica: true,
    access: 'user',
    source: 'added',
    summary: '今日分钟数、连续天数、最近七天，和等着做的：考试与错题',
    input: z.object({}),
    data: z.object({
      todayMinutes: z.int(),
      /**
       * Consecutive days with at least one minute of study, up to today; a day without study ends the streak only when
       * it is over.
       */
      streak: z.int(),
      longestStreak: z.int(),
      totalMinutes: z.int(),
      totalDays: z.int(),
      /** Seven days, ending today. */
      week: z.array(StudyDay).length(7),
      /** Exams in progress or starting within a day that can still be taken, most urgent first; at most three. */
      examsDue: z.array(ExamCard),
      /** Questions of 错题本 due for review. */
      wrongDue: z.int(),
    }),
  }),
  'GET /v130/study_calendar': call({
    replica: true,
    access: 'user',
    source: 'added',
    summary: '从一个月起的几个月里学习过的日子',
    input: z.object({
      month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, { error: '请选择月份' }),
      months: z.int().min(1).max(12).default(1),
    }),
    data: z.object({ days: z.array(StudyDay), minutes: z.int() }),
  }),
})
