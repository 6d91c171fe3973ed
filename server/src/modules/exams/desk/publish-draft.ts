import { randomInt } from 'node:crypto'
import type { Clash } from '@dxx/contract/calls/staff/exam-shapes'
import { sql } from 'kysely'
import { fail } from '../../../base/refusal'
import type { Db } from '../../../db/connection'
import type { PaperSection } from '../../../db/schema/exams'
import { requireProof } from '../../../http/staff-calls'
import { classScope, examScope } from '../../staff/public'
import { assembleForms, mostForms } from '../forms'
import { draftNotice } from '../notice'
import { completeExam, PlanError, type Resolved, storeExam } from '../publish'
import { correctBySlug } from '../revise'
import type { StaffCtx } from './access'
import { type DraftRow, knownQuestions, listDraftQuestionUids } from './drafts'
import { nearDuplicates } from './near-duplicates'

interface ClassRow {
  id: number
  uid: string
  name: string
  schoolId: number
  school: string
  schoolUid: string
  students: number
}

/**
 * Classes of a draft with the number of students who get the exam: the chosen classes within scope and, for a
 * correction, the exam's classes outside the scope. Staff cannot remove classes of a colleague.
 */
export async function draftClasses({ db, staff }: StaffCtx, { body, examId }: DraftContent): Promise<ClassRow[]> {
  const inScope = classScope(staff, 'exam.manage', 'k')
  const { rows } = await sql<ClassRow>`
    select k.id, k.uid, k.name, s.id as "schoolId", s.name as school, s.uid as "schoolUid",
      (select count(*) from student_classes a join users u on u.id = a.user_id
        where a.class_id = k.id and a.school_id = k.school_id and u.student_status = 'passed' and u.closed_at is null) as students
    from classes k join schools s on s.id = k.school_id
    where k.uid = any(${body.classes}::uuid[]) and ${inScope}
      or not ${inScope} and exists (select from exam_classes o where o.exam_id = ${examId}::bigint and o.class_id = k.id)
    order by k.position, k.id`.execute(db)
  return rows
}

/** Number of students of the classes; a student of several of them counts once. */
export async function countStudents(db: Db, classes: readonly { id: number }[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct a.user_id) as count from student_classes a
      join classes k on k.id = a.class_id and k.school_id = a.school_id
      join users u on u.id = a.user_id and u.student_status = 'passed' and u.closed_at is null
    where a.class_id = any(${classes.map(({ id }) => id)}::bigint[])`.execute(db)
  return rows[0]!.count
}

type DraftContent = Pick<DraftRow, 'body' | 'examId'>

/** Schools with the classes that staff may publish exams to. */
export async function listClasses({ db, staff }: StaffCtx) {
  const { rows } = await sql<{ id: string; name: string; classes: { id: string; name: string; students: number }[] }>`
    select s.uid as id, s.name, json_agg(json_build_object('id', k.uid, 'name', k.name, 'students', (
      select count(*) from student_classes a join users u on u.id = a.user_id
      where a.class_id = k.id and a.school_id = k.school_id and u.student_status = 'passed' and u.closed_at is null))
      order by k.position, k.id) as classes
    from classes k join schools s on s.id = k.school_id where ${classScope(staff, 'exam.manage', 'k')}
    group by s.id order by s.name`.execute(db)
  return rows
}

/** Other exams at an overlapping time that the same classes or students of them in other classes take. */
export async function clashesOf(
  db: Db,
  { classIds, startsAt, endsAt, apart }: { classIds: number[]; startsAt: number; endsAt: number; apart: number | null },
): Promise<Clash[]> {
  const { rows } = await sql<Clash>`
    with own as materialized (
      select distinct s.user_id from student_classes s join users u on u.id = s.user_id and u.student_status = 'passed'
      where s.class_id = any(${classIds}::bigint[])),
    met as (
      select e.id, k.class_id from exams e join exam_classes k on k.exam_id = e.id
      where e.withdrawn_at is null and e.starts_at < ${endsAt}::bigint and e.closes_at > ${startsAt}::bigint
        and e.id is distinct from ${apart}::bigint
        and (k.class_id = any(${classIds}::bigint[]) or exists (
          select from student_classes s join own on own.user_id = s.user_id where s.class_id = k.class_id)))
    select e.uid as id, e.title, e.starts_at as "startsAt", e.ends_at as "endsAt",
      array_agg(c.name order by c.position, c.id) as classes
    from met join exams e on e.id = met.id join classes c on c.id = met.class_id
    group by e.id order by e.starts_at, e.id limit 20`.execute(db)
  return rows
}

async function isWithdrawn(db: Db, { examId }: DraftContent): Promise<boolean> {
  if (examId === null) return false
  const exam = await db.selectFrom('exams').select('withdrawn_at').where('id', '=', examId).executeTakeFirst()
  return exam !== undefined && exam.withdrawn_at !== null
}

/**
 * Resolves a draft to the rows of an exam; throws PlanError with the first problem. A check assembles `sample` papers only.
 */
export async function resolveDraft(ctx: StaffCtx, draft: DraftContent, sample?: number): Promise<Resolved> {
  const { body } = draft
  const { title, startsAt, endsAt, durationMinutes } = body
  if (title.trim() === '') throw new PlanError('请填写考试名称')
  if (startsAt === null || endsAt === null) throw new PlanError('请填写开始和结束时间')
  if (endsAt <= ctx.clock.now()) throw new PlanError('结束时间已经过去了')
  if (durationMinutes === null) throw new PlanError('请填写作答时长')
  if (await isWithdrawn(ctx.db, draft)) throw new PlanError('这场考试已经撤回。要再考，请复制为新草稿，再发布')
  const classes = await draftClasses(ctx, draft)
  if (classes.length === 0) throw new PlanError('请选择班级')
  const found = new Set(classes.map(({ uid }) => uid))
  if (body.classes.some((uid) => !found.has(uid))) throw new PlanError('有的班级不存在或不归你管理，请重新选择')
  const schools = new Map(classes.map(({ schoolId, school }) => [schoolId, school]))
  if (schools.size > 1) throw new PlanError('一场考试只能发布给同一所学校的班级')
  const students = await countStudents(ctx.db, classes)
  if (students === 0) throw new PlanError('所选班级里还没有认证通过的学生，不能发布')
  const known = new Map((await knownQuestions(ctx, body)).map((question) => [question.brief.id, question]))
  const paper = body.sections.flatMap(({ questions }) =>
    questions.map(({ question, points }) => {
      const brief = known.get(question)
      if (!brief || brief.brief.removed) {
        const number = listDraftQuestionUids(body).indexOf(question) + 1
        throw new PlanError(`第 ${number} 题已从题库移除或不归你使用，请换一题`)
      }
      const setScore = points === null ? undefined : Math.round(points * 100)
      return {
        questionId: brief.rowId,
        versionId: brief.versionId,
        score: setScore ?? brief.score,
        ...(setScore !== undefined && setScore !== brief.score && { points: setScore }),
      }
    }),
  )
  const sections = body.sections
    .filter(({ questions }) => questions.length > 0)
    .map(({ title, draw, questions }) => ({ title, count: questions.length, ...(draw !== undefined && { draw }) }))
  refuseUnequalPoints(paper, sections)
  const rules = body.papers
  // Bounds that staff set may hold for a few sample papers and not for all.
  const isBound = rules && [rules.exposure, rules.overlap, rules.repeated].some((bound) => bound !== null)
  const forms = sections.some(isDrawn)
    ? await assembleForms(ctx.db, poolOf(draft, paper, known), sections, {
        count: isBound ? countForms(students) : (sample ?? countForms(students)),
        seed: randomInt(2 ** 31),
        rules,
        earlier: rules?.repeated != null ? await earlierPapers(ctx.db, draft, classes) : [],
      })
    : null
  const shown = forms ? forms.lists[0]!.map((position) => paper[position]!) : paper
  const score = shown.reduce((sum, question) => sum + question.score, 0)
  const [schoolId, school] = [...schools][0]!
  const row = {
    title: title.trim(),
    notice: (await draftNotice(body.notice)).html,
    noticeSource: body.notice,
    startsAt,
    endsAt,
    duration: durationMinutes * 60,
    attempts: body.attempts,
    pass: body.pass ?? Math.round(score * 0.6) / 100,
    analysis: body.analysis,
    rank: body.rank,
    shuffle: body.shuffle,
  }
  return completeExam(row, { schoolId, school, classIds: classes.map(({ id }) => id), paper, sections, forms })
}

const isDrawn = ({ count, draw }: PaperSection) => draw !== undefined && draw < count

/** One paper per student, up to a maximum. */
export const countForms = (students: number) => Math.min(mostForms, Math.max(2, students))

type PaperQuestion = { questionId: number; versionId: number; score: number }
type Known = Map<string, Awaited<ReturnType<typeof knownQuestions>>[number]>

/** Number of earlier exams whose papers a draft may have to avoid; the newest count. */
const mostEarlier = 20

/** Papers of the classes' other exams that start before a draft does: each form, or all questions, by version id. */
async function earlierPapers(db: Db, { body, examId }: DraftContent, classes: { id: number }[]) {
  const { rows } = await sql<{ questions: number[]; lists: number[][] | null }>`
    select e.forms -> 'lists' as lists,
      (select json_agg(v.id order by p.position) from exam_questions p
        join questions q on q.id = p.question_id join question_versions v on v.id = q.version_id where p.exam_id = e.id) as questions
    from exams e
    where e.withdrawn_at is null and e.id is distinct from ${examId}::bigint and e.starts_at < ${body.startsAt}::bigint
      and exists (select from exam_classes k where k.exam_id = e.id and k.class_id = any(${classes.map(({ id }) => id)}::bigint[]))
    order by e.starts_at desc limit ${mostEarlier}`.execute(db)
  return rows.flatMap(({ questions, lists }) =>
    (lists ?? [questions.map((_, position) => position)]).map(
      (list) => new Set(list.map((position) => questions[position]!)),
    ),
  )
}

/** The pool with the questions that exclude one another. */
function poolOf({ body }: DraftContent, paper: PaperQuestion[], known: Known) {
  const groups = (body.papers?.enemies ?? []).map((group) => new Set(group.map((id) => known.get(id)?.rowId)))
  return withNearDuplicates(paper, known).map((question) => ({
    ...question,
    setEnemies: groups.flatMap((group, at) => (group.has(question.questionId) ? [`set ${at}`] : [])),
  }))
}

/** Questions with almost the same text are not on the same paper if others are left. */
function withNearDuplicates(paper: PaperQuestion[], known: Known) {
  const texts = new Map([...known.values()].map(({ rowId, fullText }) => [rowId, fullText]))
  const pairs = nearDuplicates(
    paper.map(({ questionId }) => ({ id: String(questionId), text: texts.get(questionId)! })),
  )
  return paper.map((question) => ({
    ...question,
    enemies: pairs.flatMap(({ first, second }) =>
      first === String(question.questionId) || second === String(question.questionId) ? [`${first} ${second}`] : [],
    ),
  }))
}

/** All papers have the same points only if questions that replace one another have the same points. */
function refuseUnequalPoints(paper: { score: number }[], sections: PaperSection[]): void {
  let from = 0
  for (const section of sections) {
    const sectionQuestions = paper.slice(from, from + section.count)
    from += section.count
    if (isDrawn(section) && sectionQuestions.some(({ score }) => score !== sectionQuestions[0]!.score))
      throw new PlanError(`“${section.title}”里每题的分值要相同，才能每人抽 ${section.draw} 题，请统一给分`)
  }
}

/** Refuses a time at which the classes take another exam, unless the staff member accepts the clash. */
export async function refuseClashes(
  db: Db,
  time: Parameters<typeof clashesOf>[1],
  acceptClashes: boolean,
): Promise<void> {
  const clashes = acceptClashes ? [] : await clashesOf(db, time)
  if (clashes.length === 0) return
  const names = clashes.map(({ title }) => `《${title}》`).join('、')
  fail('exam-clash', { msg: `这些班级的学生在同一时间还有${names}，请确认`, data: { clashes } })
}

interface Publishing {
  acceptClashes: boolean
  /** Reason of a correction, shown to students. */
  reason?: string
}

/** Publishes a draft, or corrects the exam it was published as. Returns the exam and the number of its students. */
export async function publishDraft(ctx: StaffCtx, draft: DraftRow, { acceptClashes, reason }: Publishing) {
  const now = ctx.clock.now()
  const resolved = await resolveDraft(ctx, draft)
  const { starts_at: startsAt, ends_at: endsAt } = resolved.row
  await refuseClashes(ctx.db, { classIds: resolved.classIds, startsAt, endsAt, apart: draft.examId }, acceptClashes)
  const published = draft.examId === null ? null : await correct(ctx, draft.examId, resolved, reason)
  const exam = published ?? (await storeExam(ctx.db, `desk-${draft.uid.slice(0, 13)}`, resolved, now))
  // Stores a new version, so that a colleague who publishes the old version at the same moment is refused.
  await ctx.db
    .updateTable('exam_drafts')
    .set((eb) => ({
      exam_id: draft.examId ?? exam.id,
      version: eb('version', '+', 1),
      updated_by: ctx.user.id,
      updated_at: now,
    }))
    .where('id', '=', draft.id)
    .execute()
  return { ...exam, classes: resolved.classIds.length, before: published?.before }
}

/** Corrects an exam in scope. Removing a class counts as a withdrawal and needs a fresh proof (`requireProof`). */
async function correct(ctx: StaffCtx, examId: number, resolved: Resolved, reason: string | undefined) {
  if (!reason) throw new PlanError('修改已发布的考试要写原因，学生会看到')
  const { db } = ctx
  const exam = await db
    .selectFrom('exams as e')
    .select(['e.id', 'e.uid', 'e.slug', 'e.title', 'e.starts_at as startsAt', 'e.ends_at as endsAt'])
    .where('e.id', '=', examId)
    .where(examScope(ctx.staff, 'exam.manage', 'e'))
    .executeTakeFirst()
  if (!exam) return fail('exam-not-found')
  const classes = await db.selectFrom('exam_classes').select('class_id as id').where('exam_id', '=', examId).execute()
  if (classes.some(({ id }) => !resolved.classIds.includes(id))) requireProof(ctx.staff, ctx.clock.now())
  const { id, uid, slug, ...times } = exam
  const students = await correctBySlug(db, slug, resolved, ctx.clock.now(), reason)
  return { id, uid, students, before: { ...times, classes: classes.length } }
}
