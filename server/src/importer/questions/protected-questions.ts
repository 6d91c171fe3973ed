import { formatDate } from '@dxx/contract/rules/time-from'
import type { CurriculumKind } from '@dxx/contract/shapes'
import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { inOpenExam } from '../../modules/questions/public'
import type { SourceQuestion } from '../../questions/rubric'
import type { StoredSource } from './write'

/** A question of the database that stays unchanged when its file is imported. */
export interface ProtectedQuestion {
  /** Text of the report if the question in the file differs. */
  note: string
  /** The published question with the storage keys of its pictures; null if the console retired it. */
  stored: { question: SourceQuestion; images: Record<string, string> } | null
}

interface ProtectedTarget {
  kind: CurriculumKind
  slug: string
  curriculumId: number
  origin: string
}

interface ProtectedRow {
  slug: string
  setAt: number | null
  retired: boolean
  difficulty: number
  tags: string[]
  test: string | null
  chapter: string | null
  source: unknown
}

/** Prefix of the targets in `console_fields` of a curriculum's questions. */
export const questionTargets = ({ kind, slug }: Pick<ProtectedTarget, 'kind' | 'slug'>) => `questions ${kind}/${slug}/`

/**
 * Questions of one origin that the console changed or retired, unless `takeFiles`, or that are in an exam which has not
 * ended, by their slugs.
 */
export async function listProtectedQuestions(
  db: Db,
  { kind, slug, curriculumId, origin }: ProtectedTarget,
  { now, takeFiles = false }: { now: number; takeFiles?: boolean },
): Promise<Map<string, ProtectedQuestion>> {
  const { rows } = await sql<ProtectedRow>`
    select q.slug, f.set_at as "setAt", q.removed_at is not null as retired, q.difficulty, q.tags, q.test_slug as test,
      ch.slug as chapter, v.source
    from questions q join question_versions v on v.id = q.version_id left join chapters ch on ch.id = q.chapter_id
      left join console_fields f on f.field = 'text' and not ${takeFiles}
        and f.target = ${questionTargets({ kind, slug })} || q.slug
    where q.curriculum_id = ${curriculumId} and q.origin = ${origin}
      and (f.set_at is not null or ${inOpenExam('q.id', now)} and q.removed_at is null)`.execute(db)
  return new Map(
    rows.map(({ slug: name, setAt, retired, source, difficulty, tags, test, chapter }) => {
      const { question, images } = source as StoredSource
      const labels = { difficulty, tags, test, chapter: kind === 'bank' ? chapter : null }
      const note =
        setAt === null
          ? '在还没有结束的考试里，保留现在的内容'
          : `保留管理台 ${formatDate(setAt)} 的${retired ? '停用' : '改动'}`
      const stored = retired ? null : { question: { ...question, ...labels } as SourceQuestion, images }
      return [name, { note, stored }]
    }),
  )
}
