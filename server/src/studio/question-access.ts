import type { CurriculumKind } from '@dxx/contract/shapes'
import { sql } from 'kysely'
import { fail } from '../base/refusal'
import type { StaffCtx } from '../context'
import { graceSeconds } from '../modules/questions/public'
import { curriculumScope, examScope } from '../modules/staff/public'
import { markdownOf, type QuestionHome } from './question-text'

export interface FoundQuestion {
  home: QuestionHome & { uid: string; title: string }
  slug: string
  uid: string
  /** Null for a question that was never published. */
  row: { id: number; versionId: number; origin: string; removed: boolean } | null
  /** Markdown as published. */
  published: string | null
  draft: { id: number; text: string; updatedAt: number; updatedBy: number | null } | null
}

interface FoundRow {
  curriculumId: number
  kind: CurriculumKind
  curriculumSlug: string
  curriculumUid: string
  title: string
  slug: string
  id: number | null
  versionId: number
  origin: string
  removed: boolean
  source: unknown
  difficulty: number
  tags: string[]
  test: string | null
  chapter: string | null
  draftId: number | null
  draftText: string
  draftAt: number
  draftBy: number | null
}

/** Finds a question, or the draft of a new one, in the scope of the staff member. */
export async function questionInScope(
  { db, staff }: Pick<StaffCtx, 'db' | 'staff'>,
  uid: string,
): Promise<FoundQuestion> {
  const scope = curriculumScope(staff, 'bank.edit', 'c')
  const { rows } = await sql<FoundRow>`
    select c.id as "curriculumId", c.kind, c.slug as "curriculumSlug", c.uid as "curriculumUid", c.title,
      coalesce(q.slug, dr.slug) as slug, q.id, q.version_id as "versionId", q.origin,
      q.removed_at is not null as removed, v.source, q.difficulty, q.tags, q.test_slug as test, ch.slug as chapter,
      dr.id as "draftId", dr.text as "draftText", dr.updated_at as "draftAt", dr.updated_by as "draftBy"
    from (select ${uid}::uuid as uid) asked
      left join questions q on q.uid = asked.uid
      left join question_drafts dr on dr.uid = asked.uid
      join curricula c on c.id = coalesce(q.curriculum_id, dr.curriculum_id)
      left join question_versions v on v.id = q.version_id
      left join chapters ch on ch.id = q.chapter_id
    where ${scope}`.execute(db)
  const row = rows[0] ?? fail('question-not-found')
  const { id, versionId, origin, removed, draftId } = row
  return {
    home: { id: row.curriculumId, kind: row.kind, slug: row.curriculumSlug, uid: row.curriculumUid, title: row.title },
    slug: row.slug,
    uid,
    row: id === null ? null : { id, versionId, origin, removed },
    published: id === null ? null : markdownOf(row.kind, row),
    draft:
      draftId === null ? null : { id: draftId, text: row.draftText, updatedAt: row.draftAt, updatedBy: row.draftBy },
  }
}

/** Exams that have not ended and contain the question; those outside the scope have no title. */
export async function openExams({ db, staff, clock }: StaffCtx, questionId: number) {
  const now = clock.now()
  const { rows } = await sql<{ title: string; endsAt: number }>`
    select case when ${examScope(staff, 'exam.results', 'e')} then e.title else '' end as title, e.closes_at as "endsAt"
    from exam_questions p join exams e on e.id = p.exam_id
    where p.question_id = ${questionId} and e.withdrawn_at is null
      and e.closes_at + ${graceSeconds} >= coalesce(e.paused_at, ${now}::bigint) order by e.closes_at`.execute(db)
  return rows
}

export async function refuseLocked(ctx: StaffCtx, row: { id: number } | null): Promise<void> {
  const exams = row ? await openExams(ctx, row.id) : []
  if (exams.length === 0) return
  const named = exams.map(({ title }) => title && `《${title}》`).filter(Boolean)
  const where = named.length > 0 ? named.join('') : '别处的考试'
  fail('question-locked', { msg: `这道题在还没有结束的考试里（${where}），考试结束后才能改`, data: { exams } })
}
