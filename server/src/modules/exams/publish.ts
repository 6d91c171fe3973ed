import { formatChineseTime } from '@dxx/contract/rules/time-from'
import { type Insertable, sql } from 'kysely'
import type { Db } from '../../db/connection'
import type { AnalysisRule, ExamForms, ExamsSchema, PaperSection } from '../../db/schema/exams'
import { inTransaction } from '../../db/transaction'
import { notifyAll } from '../messages/public'
import { newSeed } from '../questions/public'
import { examLink, studentsOf } from './remind'

/** An exam as written by its author; references are slugs. */
export interface ExamPlan {
  slug: string
  title: string
  school: string
  classes: string[]
  /** HTML. */
  notice: string
  /** Markdown. */
  noticeSource?: string
  startsAt: number
  endsAt: number
  /** Seconds. */
  duration: number
  attempts: number
  /** Points. */
  pass: number
  analysis: AnalysisRule
  rank: boolean
  shuffle: { questions: boolean; options: boolean }
  questions: QuestionChoice[]
}

/** Questions of one curriculum: by slug in this order, or a whole chapter of a bank. */
interface QuestionChoice {
  from: { kind: string; slug: string }
  chapter?: string
  slugs?: string[]
}

/** Reason why an exam cannot be published; shown to staff. */
export class PlanError extends Error {}

/** A plan or draft whose references are resolved. */
export interface Resolved {
  classIds: number[]
  school: string
  paper: Chosen[]
  forms: ExamForms | null
  row: Omit<Insertable<ExamsSchema['exams']>, 'slug' | 'seed' | 'published_at'>
}

/** Resolves and validates the references of a plan, for publishing and corrections. */
export async function resolvePlan(tx: Db, plan: ExamPlan): Promise<Resolved> {
  const { schoolId, school, classIds } = await placesOf(tx, plan)
  const paper = (await Promise.all(plan.questions.map((choice) => questionsOf(tx, choice)))).flat()
  return completeExam(plan, { schoolId, school, classIds, paper, sections: null })
}

interface Places {
  schoolId: number
  school: string
  classIds: number[]
  paper: Chosen[]
  sections: PaperSection[] | null
  /** Papers of the students, if they differ. */
  forms?: ExamForms | null
}

type Rules = Omit<ExamPlan, 'slug' | 'school' | 'classes' | 'questions'>

/** Checks the rules that files and drafts have in common. */
export function completeExam(
  plan: Rules,
  { schoolId, school, classIds, paper, sections, forms = null }: Places,
): Resolved {
  if (classIds.length === 0) throw new PlanError('没有写发布给哪些班级')
  if (paper.length === 0) throw new PlanError('试卷里没有题目')
  if (new Set(paper.map(({ questionId }) => questionId)).size < paper.length) throw new PlanError('有的题选了两次')
  const shown = forms ? forms.lists[0]!.map((position) => paper[position]!) : paper
  const score = shown.reduce((sum, question) => sum + question.score, 0)
  if (plan.pass * 100 > score) throw new PlanError(`及格分 ${plan.pass} 高于满分 ${score / 100}`)
  if (plan.endsAt <= plan.startsAt) throw new PlanError('结束时间要晚于开始时间')
  const row = {
    school_id: schoolId,
    title: plan.title,
    notice: plan.notice,
    notice_source: plan.noticeSource ?? null,
    starts_at: plan.startsAt,
    ends_at: plan.endsAt,
    duration: plan.duration,
    attempts_allowed: plan.attempts,
    score,
    pass_score: Math.round(plan.pass * 100),
    question_count: shown.length,
    analysis: plan.analysis,
    rank: plan.rank,
    shuffle_questions: plan.shuffle.questions,
    shuffle_options: plan.shuffle.options,
    closes_at: plan.endsAt,
    sections: sections && JSON.stringify(sections),
    forms: forms && JSON.stringify(forms),
  }
  return { classIds, school, paper, forms, row }
}

/** Publishes the plan of an exam file. Returns the exam's uid. */
export function publishExam(db: Db, plan: ExamPlan, now: number): Promise<string> {
  return inTransaction(db, async (tx) => (await storeExam(tx, plan.slug, await resolvePlan(tx, plan), now)).uid)
}

/** Stores the paper and notifies the classes. Returns the exam and the number of its students. */
export async function storeExam(tx: Db, slug: string, resolved: Resolved, now: number) {
  const exam = await tx
    .insertInto('exams')
    .values({ ...resolved.row, slug, seed: newSeed(), published_at: now, options_as_written: true })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning(['id', 'uid'])
    .executeTakeFirst()
  if (!exam) throw new PlanError(`考试 ${slug} 已经发布过了；第一位学生开始以前可以修改它，否则请换一个名字`)
  await setClasses(tx, exam.id, resolved.classIds)
  await setPaper(tx, exam.id, resolved.paper)
  const students = await studentIds(tx, exam.id)
  await notifyAll(tx, students, announcement(resolved, exam.uid), now)
  return { ...exam, students: students.length }
}

export const announcement = ({ school, row }: Resolved, uid: string) => ({
  kind: 'study' as const,
  title: '新的考试',
  body: `${school}发布了《${row.title}》，${formatChineseTime(row.starts_at)} 开始，${formatChineseTime(row.ends_at)} 结束。`,
  link: examLink(uid),
})

export const studentIds = async (db: Db, examId: number) => (await studentsOf(db, examId).execute()).map(({ id }) => id)

export async function setClasses(tx: Db, examId: number, classIds: number[]): Promise<void> {
  await tx.deleteFrom('exam_classes').where('exam_id', '=', examId).execute()
  await tx
    .insertInto('exam_classes')
    .values(classIds.map((id) => ({ exam_id: examId, class_id: id })))
    .execute()
}

export async function setPaper(tx: Db, examId: number, paper: Chosen[]): Promise<void> {
  await tx.deleteFrom('exam_questions').where('exam_id', '=', examId).execute()
  await tx
    .insertInto('exam_questions')
    .values(
      paper.map(({ questionId, versionId, points }, position) => ({
        exam_id: examId,
        position,
        question_id: questionId,
        version_id: versionId,
        points: points ?? null,
      })),
    )
    .execute()
}

async function placesOf(tx: Db, plan: ExamPlan) {
  const school = await tx
    .selectFrom('schools')
    .select(['id', 'name'])
    .where('slug', '=', plan.school)
    .executeTakeFirst()
  if (!school) throw new PlanError(`没有学校 ${plan.school}`)
  const classes = await tx.selectFrom('classes').select(['id', 'slug']).where('school_id', '=', school.id).execute()
  const classIds = [...new Set(plan.classes)].map(
    (slug) =>
      classes.find((one) => one.slug === slug)?.id ??
      (() => {
        throw new PlanError(`${school.name}没有班级 ${slug}`)
      })(),
  )
  return { schoolId: school.id, school: school.name, classIds }
}

export interface Chosen {
  questionId: number
  versionId: number
  /** Hundredths of a point on the paper. */
  score: number
  /** Set if the points differ from those of the question bank. */
  points?: number
}

async function questionsOf(tx: Db, { from, chapter, slugs }: QuestionChoice): Promise<Chosen[]> {
  const name = `${from.kind}/${from.slug}`
  const { rows } = await sql<Chosen & { slug: string; chapter: string | null }>`
    select q.slug, q.id as "questionId", q.version_id as "versionId", (v.rubric ->> 'score')::int as score,
      ch.slug as chapter
    from questions q
    join curricula c on c.id = q.curriculum_id
    join question_versions v on v.id = q.version_id
    left join chapters ch on ch.id = q.chapter_id
    where c.kind = ${from.kind} and c.slug = ${from.slug} and q.removed_at is null
    order by q.position`.execute(tx)
  if (rows.length === 0) throw new PlanError(`没有 ${name}，或者里面没有题`)
  if (slugs)
    return slugs.map((slug) => {
      const found = rows.find((row) => row.slug === slug)
      if (!found) throw new PlanError(`${name} 里没有题目 ${slug}`)
      return found
    })
  const chosen = rows.filter((row) => chapter === undefined || row.chapter === chapter)
  if (chosen.length === 0) throw new PlanError(`${name} 的 ${chapter} 章里没有题`)
  return chosen
}
