import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { inTransaction } from '../../db/transaction'
import { notifyAll } from '../messages/public'
import { newSeed } from '../questions/public'
import { examLink, studentsOf } from './remind'
import { sayTime } from './rules'
import type { AnalysisRule } from './schema'

/** An exam as its author wrote it, with everything known by slug. */
export interface ExamPlan {
  slug: string
  title: string
  school: string
  classes: string[]
  /** HTML. */
  notice: string
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

/** Questions of one curriculum: by slug in this order, or all of a bank's chapter. */
export interface QuestionChoice {
  from: { kind: string; slug: string }
  chapter?: string
  slugs?: string[]
}

/** What stands in the way of publishing; said to whoever publishes. */
export class PlanError extends Error {}

/** Freezes the paper and lets the classes know, all or nothing. Answers the exam's uid. */
export function publishExam(db: Db, plan: ExamPlan, now: number): Promise<string> {
  return inTransaction(db, async (tx) => {
    const { schoolId, school, classIds } = await placesOf(tx, plan)
    const paper = (await Promise.all(plan.questions.map((choice) => questionsOf(tx, choice)))).flat()
    if (paper.length === 0) throw new PlanError('试卷里没有题目')
    if (new Set(paper.map(({ questionId }) => questionId)).size < paper.length) throw new PlanError('有的题选了两次')
    const score = paper.reduce((sum, question) => sum + question.score, 0)
    if (plan.pass * 100 > score) throw new PlanError(`及格分 ${plan.pass} 高于满分 ${score / 100}`)
    if (plan.endsAt <= plan.startsAt) throw new PlanError('结束时间要晚于开始时间')
    const exam = await tx
      .insertInto('exams')
      .values({
        slug: plan.slug,
        school_id: schoolId,
        title: plan.title,
        notice: plan.notice,
        starts_at: plan.startsAt,
        ends_at: plan.endsAt,
        duration: plan.duration,
        attempts_allowed: plan.attempts,
        score,
        pass_score: Math.round(plan.pass * 100),
        question_count: paper.length,
        analysis: plan.analysis,
        rank: plan.rank,
        shuffle_questions: plan.shuffle.questions,
        shuffle_options: plan.shuffle.options,
        seed: newSeed(),
        closes_at: plan.endsAt,
        published_at: now,
      })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .returning(['id', 'uid'])
      .executeTakeFirst()
    if (!exam) throw new PlanError(`考试 ${plan.slug} 已经发布过了；发布后的试卷不能再改，请换一个名字`)
    await tx
      .insertInto('exam_classes')
      .values(classIds.map((id) => ({ exam_id: exam.id, class_id: id })))
      .execute()
    await tx
      .insertInto('exam_questions')
      .values(
        paper.map(({ questionId, versionId }, position) => ({
          exam_id: exam.id,
          position,
          question_id: questionId,
          version_id: versionId,
        })),
      )
      .execute()
    const body = `${school}发布了《${plan.title}》，${sayTime(plan.startsAt)} 开始，${sayTime(plan.endsAt)} 结束。`
    await notifyAll(
      tx,
      (await studentsOf(tx, exam.id).execute()).map(({ id }) => id),
      { kind: 'study', title: '新的考试', body, link: examLink(exam.uid) },
      now,
    )
    return exam.uid
  })
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
  if (classIds.length === 0) throw new PlanError('没有写发布给哪些班级')
  return { schoolId: school.id, school: school.name, classIds }
}

interface Chosen {
  slug: string
  questionId: number
  versionId: number
  score: number
}

async function questionsOf(tx: Db, { from, chapter, slugs }: QuestionChoice): Promise<Chosen[]> {
  const name = `${from.kind}/${from.slug}`
  const { rows } = await sql<Chosen & { chapter: string | null }>`
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
