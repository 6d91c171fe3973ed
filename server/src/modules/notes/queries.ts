import type { MyNote, NoteKind } from '@dxx/contract/calls/notes'
import type { HighlightStyle } from '@dxx/contract/calls/reading'
import type { CurriculumKind } from '@dxx/contract/shapes'
import { sql } from 'kysely'
import type { User } from '../../context'
import type { Db } from '../../db/connection'
import { kindIsShown, onSale, ownedBy } from '../catalogue/public'
import { inOpenExam } from '../questions/public'
import { likePattern } from '../search/public'

export interface NoteFilter {
  keyword?: string
  kind?: NoteKind
  mark?: HighlightStyle
  /** Curriculum uid. */
  curriculum?: string
}

interface Written {
  highlight_id: number | null
  post_id: number | null
  uid: string
  kind: NoteKind
  curriculum_id: number
  chapter_id: number
  question_id: number | null
  mark: HighlightStyle | null
  quote: string
  prefix: string
  suffix: string
  text: string
  pid: string
  seconds: number | null
  public: boolean
  created_at: number
  updated_at: number
}

/** Seconds until the first review of a new card. */
const firstReview = 86_400

/** Highlights and notes of the user as one table. */
const written = (userId: number) => sql<Written>`(
  select h.id as highlight_id, null::bigint as post_id, h.uid,
    case when h.mark = 'bookmark' then 'bookmark' when h.note = '' then 'highlight' else 'thought' end as kind,
    h.curriculum_id, h.chapter_id, null::bigint as question_id, h.mark, coalesce(h.locator->>'exact', '') as quote,
    coalesce(h.locator->>'prefix', '') as prefix, coalesce(h.locator->>'suffix', '') as suffix, h.note as text,
    coalesce(h.place->>'pid', '') as pid, null::int as seconds, false as public, h.created_at,
    h.edited_at as updated_at
  from highlights h where h.user_id = ${userId} and not h.removed
  union all
  select null, p.id, p.uid, 'note', p.curriculum_id, p.chapter_id, p.question_id, null, p.quote, '', '', p.text, p.pid,
    p.seconds, p.public, p.created_at, coalesce(p.edited_at, p.created_at)
  from posts p where p.user_id = ${userId} and p.kind = 'note')`

/** Time of the next review; null for bookmarks. */
export const dueAt = sql<number | null>`
  case when n.kind = 'bookmark' then null else coalesce(r.due_at, n.created_at + ${firstReview}::bigint) end`

/** Selects the user's notes; those to questions of an open exam are left out, because they quote the question. */
export function selectNotes(db: Db, user: User, filter: NoteFilter, now: number) {
  let query = db
    .selectFrom(written(user.id).as('n'))
    .innerJoin('curricula as c', 'c.id', 'n.curriculum_id')
    .innerJoin('chapters as ch', 'ch.id', 'n.chapter_id')
    .leftJoin('questions as q', 'q.id', 'n.question_id')
    .leftJoin('note_reviews as r', (join) =>
      join.on(sql<boolean>`(r.highlight_id = n.highlight_id or r.post_id = n.post_id)`),
    )
    .select(['n.highlight_id', 'n.post_id', 'n.uid', 'n.kind', 'n.mark', 'n.quote', 'n.prefix', 'n.suffix', 'n.text'])
    .select(['n.pid', 'n.seconds', 'n.public', 'n.updated_at', 'q.uid as question_uid'])
    .select(['c.uid as curriculum_uid', 'c.kind as curriculum_kind', 'c.title as curriculum_title'])
    .select(['ch.uid as chapter_uid', 'ch.title as chapter_title', 'ch.kind as chapter_kind'])
    .select(['r.due_at', 'r.stability', 'r.hardness', 'r.reviews', 'r.lapses', 'r.reviewed_at'])
    .select(dueAt.as('next_at'))
    .select(sql<boolean>`(ch.removed_at is null and (${ownedBy(user)} or ch.free and ${onSale(now)}))`.as('open'))
    .where(kindIsShown)
    .where(sql<boolean>`(n.question_id is null or not ${inOpenExam('n.question_id', now)})`)
  const { keyword, kind, mark, curriculum } = filter
  if (kind) query = query.where('n.kind', '=', kind)
  if (mark) query = query.where('n.mark', '=', mark)
  if (curriculum) query = query.where('c.uid', '=', curriculum)
  if (keyword) {
    const wanted = likePattern(keyword)
    query = query.where(sql<boolean>`(n.text ilike ${wanted} or n.quote ilike ${wanted} or c.title ilike ${wanted})`)
  }
  return query
}

export type NoteRow = Awaited<ReturnType<ReturnType<typeof selectNotes>['executeTakeFirstOrThrow']>>

export const noteOf = (row: NoteRow): MyNote => ({
  id: row.uid,
  kind: row.kind,
  curriculum: { id: row.curriculum_uid, kind: row.curriculum_kind as CurriculumKind, title: row.curriculum_title },
  chapterId: row.chapter_uid,
  chapterTitle: row.chapter_title,
  chapterKind: row.chapter_kind,
  open: row.open,
  mark: row.mark,
  quote: row.quote,
  prefix: row.prefix,
  suffix: row.suffix,
  text: row.text,
  pid: row.pid,
  seconds: row.seconds,
  questionId: row.question_uid,
  public: row.public,
  updatedAt: row.updated_at,
  dueAt: row.next_at,
})
