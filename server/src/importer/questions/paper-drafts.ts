import { DraftBody } from '@dxx/contract/calls/staff/exam-drafts'
import { roleHasPermission } from '@dxx/contract/staff'
import { sql } from 'kysely'
import { type CurriculumRef, questionUid, stableId } from '../../base/stable-ids'
import type { Db } from '../../db/connection'
import { emptyDraft } from '../../modules/exams/desk/drafts'
import { isLive, readGrants } from '../../modules/staff/grants'
import type { ImportedPaper } from './paper'

/** Limits of DraftBody. */
const [maxTitle, maxSections, maxQuestions, maxMinutes, maxNotice] = [100, 50, 500, 1440, 20_000]
/** Hundredths. */
const maxPoints = 100_000

export interface DraftResult {
  title: string
  /** False if an earlier import created the draft: staff may have edited it since, so it stays unchanged. */
  created: boolean
  notes: string[]
}

/** Whether a member of staff may organise exams, and so have drafts of exams. */
export async function mayHaveDrafts(db: Db, user: number, now: number): Promise<boolean> {
  const grants = await readGrants(db, sql<boolean>`g.user_id = ${user}`)
  return grants.some((grant) => isLive(grant, now) && roleHasPermission(grant.role, 'exam.manage'))
}

/** Finds the member of staff who may organise exams and gets the drafts, by mobile number. */
export async function draftOwner(db: Db, mobile: string, now: number): Promise<number> {
  const user = await db.selectFrom('users').select('id').where('mobile', '=', mobile).executeTakeFirst()
  if (!user || !(await mayHaveDrafts(db, user.id, now)))
    throw new Error(`${mobile} 不是能组织考试的工作人员，请先用 npm run ops -- staff grant 授权`)
  return user.id
}

/** Stores papers of a question file as exam drafts, which their owner completes and publishes in the console. */
export async function draftPapers(
  db: Db,
  papers: ImportedPaper[],
  { to, name, owner, now }: { to: CurriculumRef; name: string; owner: number; now: number },
): Promise<DraftResult[]> {
  const results: DraftResult[] = []
  for (const [i, paper] of papers.entries()) {
    const { body, notes } = draftOf(paper, to)
    const inserted = await db
      .insertInto('exam_drafts')
      .values({
        uid: stableId('exam-draft', `${to.kind}/${to.slug}/${name}/${i}`),
        body: JSON.stringify(body),
        school_id: null,
        class_ids: [],
        exam_id: null,
        created_by: owner,
        created_at: now,
        updated_by: owner,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.column('uid').doNothing())
      .returning('id')
      .executeTakeFirst()
    results.push({ title: body.title, created: inserted !== undefined, notes })
  }
  return results
}

/** Converts a paper to the body of a draft; `notes` lists what is missing in the draft. */
export function draftOf(paper: ImportedPaper, to: CurriculumRef): { body: DraftBody; notes: string[] } {
  const notes = [...paper.notes]
  const missing = paper.sections.reduce((sum, section) => sum + section.missing, 0)
  if (missing > 0) notes.push(`有 ${missing} 题没有导入，不在草稿里`)
  if (paper.duration !== null && paper.duration > maxMinutes) notes.push('时限超过一天，没有带入')
  const filled = paper.sections.filter(({ questions }) => questions.length > 0)
  const beyond = filled.slice(maxSections).reduce((sum, { questions }) => sum + questions.length, 0)
  if (beyond > 0) notes.push(`大题多于 ${maxSections} 个，后面的 ${beyond} 题没有放进草稿`)
  const sections = filled.slice(0, maxSections).map(({ title, questions }) => {
    if (questions.length > maxQuestions) notes.push(`“${title}”多于 ${maxQuestions} 题，其余没有放进草稿`)
    return {
      title: [...title].slice(0, maxTitle).join(''),
      questions: questions.slice(0, maxQuestions).map(({ slug, points }) => ({
        question: questionUid(to, slug),
        points: points === null ? null : Math.min(maxPoints, Math.max(1, points)) / 100,
      })),
    }
  })
  const notice = paper.instructions.join('\n\n')
  if (notice.length > maxNotice) notes.push(`试卷的说明多于 ${maxNotice} 字，没有带入`)
  const body = DraftBody.parse({
    ...emptyDraft,
    title: [...paper.title].slice(0, maxTitle).join(''),
    notice: notice.length > maxNotice ? '' : notice,
    durationMinutes: paper.duration !== null && paper.duration <= maxMinutes ? paper.duration : null,
    // The author of the test arranged the questions; whether to shuffle them is decided in the console.
    shuffle: { questions: false, options: false },
    goal: { points: null, expected: null },
    sections,
  })
  return { body, notes }
}
