import * as z from 'zod'
import { call, calls } from '../call'
import { Paging, pageOf } from '../paging'
import { CurriculumKind, Id, UnixSeconds } from '../shapes'
import { HighlightStyle } from './reading'

/** highlight: a highlight without a note. thought: one with a note. note: written beside a chapter, video or question. */
export const NoteKind = z.enum(['highlight', 'thought', 'bookmark', 'note'])
export type NoteKind = z.infer<typeof NoteKind>

export const MyNote = z.object({
  id: Id,
  kind: NoteKind,
  curriculum: z.object({ id: Id, kind: CurriculumKind, title: z.string() }),
  chapterId: Id,
  chapterTitle: z.string(),
  chapterKind: z.string(),
  /** Whether the chapter still exists and the user may open it. */
  open: z.boolean(),
  /** Null for notes that are not highlights. */
  mark: HighlightStyle.nullable(),
  /** The text that the note refers to, with the text around it. */
  quote: z.string(),
  prefix: z.string(),
  suffix: z.string(),
  text: z.string(),
  /** Paragraph; empty if unknown. */
  pid: z.string(),
  /** Second of the video; null for texts. */
  seconds: z.int().nullable(),
  /** The question that the note was written to. */
  questionId: Id.nullable(),
  public: z.boolean(),
  updatedAt: UnixSeconds,
  /** Next review; null for bookmarks, which are not reviewed. */
  dueAt: UnixSeconds.nullable(),
})
export type MyNote = z.infer<typeof MyNote>

const filter = {
  keyword: z.string().trim().max(50, { error: '关键字最多 50 个字' }).optional(),
  kind: NoteKind.optional(),
  mark: HighlightStyle.exclude(['bookmark']).optional(),
  curriculum: Id.optional(),
}

/** How well the student remembered a card. */
const Memory = z.enum(['forgot', 'unsure', 'knew'])

/** All notes, highlights and bookmarks of a user over all books, courses and banks. */
export const notes = calls({
  'GET /v1/my_notes': call({
    access: 'user',
    source: 'added',
    summary: '我的全部笔记、划线和书签：可搜索，可按种类、颜色、出处筛选，最近改的在前',
    input: Paging.extend(filter),
    data: pageOf(MyNote),
  }),
  'GET /v1/my_notes_summary': call({
    access: 'user',
    source: 'added',
    summary: '我的笔记的总数、待复习数，按种类、颜色和出处的数目',
    input: z.object({}),
    data: z.object({
      total: z.int(),
      due: z.int(),
      kinds: z.array(z.object({ kind: NoteKind, count: z.int() })),
      /** Highlights and thoughts by colour, without bookmarks. Missing in responses cached by earlier versions. */
      marks: z.array(z.object({ mark: HighlightStyle, count: z.int() })).optional(),
      curricula: z.array(z.object({ id: Id, title: z.string(), count: z.int() })),
    }),
  }),
  'GET /v1/my_notes_export': call({
    access: 'user',
    source: 'added',
    summary: '导出筛选出的笔记：Markdown，按出处和章节，最多 5000 条',
    input: z.object(filter),
    data: z.object({ name: z.string(), mime: z.string(), text: z.string(), count: z.int() }),
  }),
  'GET /v1/note_cards': call({
    access: 'user',
    source: 'added',
    summary: '到期要复习的笔记卡片，最急的在前',
    input: z.object({ count: z.int().min(1).max(50).default(20) }),
    data: z.object({ list: z.array(MyNote), due: z.int() }),
  }),
  'POST /v1/note_review': call({
    access: 'user',
    source: 'added',
    writes: 'keyed',
    summary: '复习一张笔记卡片，按遗忘曲线排定下一次',
    input: z.object({ id: Id, memory: Memory }),
    data: z.object({ dueAt: UnixSeconds }),
    errors: ['note-not-found'],
  }),
})
