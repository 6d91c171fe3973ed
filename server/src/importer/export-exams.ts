import { formatExactTime } from '@dxx/contract/rules/time-from'
import { sql } from 'kysely'
import { stringify } from 'yaml'
import type { Db } from '../db/connection'
import type { ExportFolder } from './export-folder'
import { htmlToMarkdown } from './questions/html-to-markdown'

/** Includes seconds, which relative times of a plan produce; without them the exam would begin and end earlier. */
const planTime = (seconds: number) => formatExactTime(seconds).replace(/:00$/, '')

interface Asked {
  from: string
  slug: string
}

/**
 * Writes the exams that were not withdrawn as files for `npm run ops -- exams publish`, which uses the questions that
 * exist at the time of publication. Students' submissions are not exported.
 */
export async function exportExams(db: Db, folder: ExportFolder): Promise<void> {
  const exams = await db
    .selectFrom('exams as e')
    .innerJoin('schools as s', 's.id', 'e.school_id')
    .selectAll('e')
    .select('s.slug as school')
    .select(
      sql<string[]>`array(select c.slug from exam_classes k join classes c on c.id = k.class_id
        where k.exam_id = e.id order by c.position)`.as('classes'),
    )
    .where('e.withdrawn_at', 'is', null)
    .orderBy('e.slug')
    .execute()
  for (const exam of exams) {
    const { rows } = await sql<Asked>`
      select c.kind || '/' || c.slug as from, q.slug from exam_questions p
      join questions q on q.id = p.question_id join curricula c on c.id = q.curriculum_id
      where p.exam_id = ${exam.id} order by p.position`.execute(db)
    const shuffle = [exam.shuffle_questions && 'questions', exam.shuffle_options && 'options'].filter(Boolean)
    const plan = {
      title: exam.title,
      school: exam.school,
      classes: exam.classes,
      notice: exam.notice_source ?? htmlToMarkdown(exam.notice, { lost: () => {} }),
      starts: planTime(exam.starts_at),
      ends: planTime(exam.ends_at),
      duration: exam.duration / 60,
      attempts: exam.attempts_allowed,
      pass: exam.pass_score / 100,
      analysis: exam.analysis,
      rank: exam.rank,
      shuffle,
      questions: grouped(rows),
    }
    await folder.text(`exams/${exam.slug}.yaml`, stringify(plan))
  }
}

/** Groups adjacent questions of the same curriculum. */
function grouped(asked: Asked[]): { from: string; slugs: string[] }[] {
  const groups: { from: string; slugs: string[] }[] = []
  for (const { from, slug } of asked) {
    const last = groups.at(-1)
    if (last?.from === from) last.slugs.push(slug)
    else groups.push({ from, slugs: [slug] })
  }
  return groups
}
