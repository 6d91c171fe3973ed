import { DraftBody } from '@dxx/contract/calls/staff/exam-drafts'
import type { ExamState, RulingKind } from '@dxx/contract/calls/staff/exam-shapes'
import { drawnShare } from '@dxx/contract/rules/drawn-share'
import { sql } from 'kysely'
import { fail } from '../../../base/refusal'
import type { Db } from '../../../db/connection'
import { classScope, examScope, schoolScope } from '../../staff/public'
import { rulingsOf } from '../papers'
import type { DeskExam, StaffCtx } from './access'
import { examState } from './exam-state'
import { inSections } from './paper-view'
import { readBriefs, usableQuestion } from './question-briefs'

/** Seconds after an editor's last request during which other editors see that the draft is open. */
const presentFor = 60
/** Seconds for which deleted drafts can be restored. */
export const restorableFor = 30 * 86_400

export const emptyDraft: DraftBody = {
  title: '',
  school: null,
  classes: [],
  notice: '',
  startsAt: null,
  endsAt: null,
  durationMinutes: null,
  attempts: 1,
  pass: null,
  analysis: 'ended',
  rank: false,
  shuffle: { questions: true, options: true },
  goal: { points: 100, expected: 0.7 },
  sections: [],
}

/**
 * SQL condition: staff may use a draft that they wrote, or whose school or classes they manage. For the draft of a
 * published exam only the scope of the exam counts, because the author may have lost the class since.
 */
export const draftScope = ({ staff, user }: Pick<StaffCtx, 'staff' | 'user'>) => sql<boolean>`case
  when d.exam_id is not null then exists (
    select from exams x where x.id = d.exam_id and ${examScope(staff, 'exam.manage', 'x')})
  else d.created_by = ${user.id}
    or exists (select from schools s where s.id = d.school_id and ${schoolScope(staff, 'exam.manage', 's')})
    or exists (select from classes k where k.id = any(d.class_ids) and ${classScope(staff, 'exam.manage', 'k')}) end`

export interface DraftRow {
  id: number
  uid: string
  body: DraftBody
  version: number
  examId: number | null
  updatedAt: number
  updatedBy: string
  updatedById: number
  exam: { id: string; state: ExamState } | null
}

export const draftQuery = (ctx: StaffCtx) => sql`
  select d.id, d.uid, d.body, d.version, d.exam_id as "examId", d.updated_at as "updatedAt", u.nickname as "updatedBy",
    d.updated_by as "updatedById",
    case when e.id is not null then json_build_object('id', e.uid, 'state', ${examState(ctx.clock.now())}) end as exam
  from exam_drafts d join users u on u.id = d.updated_by left join exams e on e.id = d.exam_id
  where ${draftScope(ctx)}`

export async function draftByUid(ctx: StaffCtx, uid: string, lock = false): Promise<DraftRow> {
  const { rows } = await sql<DraftRow>`
    ${draftQuery(ctx)} and d.uid = ${uid}::uuid and d.deleted_at is null ${lock ? sql`for update of d` : sql``}`.execute(
    ctx.db,
  )
  const row = rows[0] ?? fail('draft-not-found')
  // Drafts stored before a field was added get its default.
  return { ...row, body: { ...emptyDraft, ...row.body } }
}

export const listDraftQuestionUids = (body: DraftBody) =>
  body.sections.flatMap((section) => section.questions.map(({ question }) => question))

/** Number of questions and points of a draft. A question without a known score adds 0 points. */
export function sumDraft(body: DraftBody, scores: Map<string, number>) {
  let [count, points] = [0, 0]
  for (const section of body.sections) {
    const share = drawnShare(section)
    count += section.questions.length * share
    for (const { question, points: setPoints } of section.questions)
      points += (setPoints ?? (scores.get(question) ?? 0) / 100) * share
  }
  return { questions: Math.round(count), points: Math.round(points * 100) / 100 }
}

/** Questions of a draft that staff may use, including retired ones. Other ids are left out, like unknown ids. */
export async function knownQuestions(ctx: Pick<StaffCtx, 'db' | 'staff' | 'clock'>, body: DraftBody) {
  const ids = [...new Set(listDraftQuestionUids(body))]
  if (ids.length === 0) return []
  return readBriefs(ctx, sql<boolean>`q.uid = any(${ids}::uuid[]) and ${usableQuestion(ctx.staff, ctx.clock.now())}`)
}

export const scoresOf = (known: Awaited<ReturnType<typeof knownQuestions>>) =>
  new Map(known.map(({ brief, score }) => [brief.id, score]))

/** Returns a draft with the briefs of its questions. */
export async function showDraft(ctx: StaffCtx, row: DraftRow) {
  const known = await knownQuestions(ctx, row.body)
  return {
    id: row.uid,
    title: row.body.title,
    ...sumDraft(row.body, scoresOf(known)),
    updatedAt: row.updatedAt,
    updatedBy: row.updatedBy,
    exam: row.exam,
    version: row.version,
    body: row.body,
    briefs: known.map(({ brief }) => brief),
    others: await otherEditors(ctx, row.id),
  }
}

/** Other staff who have the draft open. */
export async function otherEditors({ db, user, clock }: StaffCtx, draftId: number) {
  const rows = await db
    .selectFrom('exam_draft_editors as o')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .select(['u.nickname as name', 'o.seen_at as at'])
    .where('o.draft_id', '=', draftId)
    .where('o.user_id', '!=', user.id)
    .where('o.seen_at', '>', clock.now() - presentFor)
    .orderBy('o.seen_at', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, isMe: false }))
}

export async function notePresence({ db, user, clock }: StaffCtx, draftId: number): Promise<void> {
  await db
    .insertInto('exam_draft_editors')
    .values({ draft_id: draftId, user_id: user.id, seen_at: clock.now() })
    .onConflict((conflict) => conflict.columns(['draft_id', 'user_id']).doUpdateSet({ seen_at: clock.now() }))
    .execute()
}

/** Row ids of the school and classes in a draft, for scope checks; unknown ones are left out. */
async function placesOf(db: Db, body: DraftBody) {
  const school = body.school
    ? await db.selectFrom('schools').select('id').where('uid', '=', body.school).executeTakeFirst()
    : undefined
  const classes = await db
    .selectFrom('classes')
    .select('id')
    .where(sql<boolean>`uid = any(${body.classes}::uuid[])`)
    .execute()
  return { school_id: school?.id ?? null, class_ids: classes.map(({ id }) => id) }
}

export async function createDraft(ctx: StaffCtx, body: DraftBody, examId: number | null = null): Promise<DraftRow> {
  const [now, by] = [ctx.clock.now(), ctx.user.id]
  const { uid } = await ctx.db
    .insertInto('exam_drafts')
    .values({
      body: JSON.stringify(body),
      ...(await placesOf(ctx.db, body)),
      exam_id: examId,
      created_by: by,
      created_at: now,
      updated_by: by,
      updated_at: now,
    })
    .returning('uid')
    .executeTakeFirstOrThrow()
  return draftByUid(ctx, uid)
}

/** Stores a draft if `version` is the newest. Returns the new version, or null if an equal draft is already stored. */
export async function saveDraft(
  ctx: StaffCtx,
  row: DraftRow,
  version: number,
  body: DraftBody,
): Promise<number | null> {
  const same = JSON.stringify(DraftBody.parse(row.body)) === JSON.stringify(body)
  if (same) return null
  if (version !== row.version)
    fail('draft-changed', {
      msg: `${row.updatedBy} 刚刚改过这份草稿，你的内容没有保存，请先看看新的内容`,
      data: { by: row.updatedBy, at: row.updatedAt, version: row.version },
    })
  await ctx.db
    .updateTable('exam_drafts')
    .set({
      body: JSON.stringify(body),
      version: version + 1,
      updated_by: ctx.user.id,
      updated_at: ctx.clock.now(),
      ...(await placesOf(ctx.db, body)),
    })
    .where('id', '=', row.id)
    .execute()
  return version + 1
}

/** Converts a published exam into the body of a draft, for copies and corrections. */
export async function bodyOfExam(db: Db, exam: DeskExam): Promise<DraftBody> {
  const questions = await db
    .selectFrom('exam_questions as p')
    .innerJoin('questions as q', 'q.id', 'p.question_id')
    .select(['q.uid', 'p.points'])
    .where('p.exam_id', '=', exam.id)
    .orderBy('p.position')
    .execute()
  const classes = await db
    .selectFrom('exam_classes as k')
    .innerJoin('classes as c', 'c.id', 'k.class_id')
    .select('c.uid')
    .where('k.exam_id', '=', exam.id)
    .orderBy('c.position')
    .execute()
  const school = await db.selectFrom('schools').select('uid').where('id', '=', exam.school_id).executeTakeFirstOrThrow()
  const sections = inSections(questions, exam.sections).map(({ title, draw, items }) => ({
    title,
    ...(draw !== undefined && { draw }),
    questions: items.map(({ uid, points }) => ({ question: uid, points: points === null ? null : points / 100 })),
  }))
  return {
    title: exam.title,
    school: school.uid,
    classes: classes.map(({ uid }) => uid),
    notice: exam.notice_source ?? '',
    startsAt: exam.starts_at,
    endsAt: exam.ends_at,
    durationMinutes: Math.round(exam.duration / 60),
    attempts: exam.attempts_allowed,
    pass: exam.pass_score / 100,
    analysis: exam.analysis,
    rank: exam.rank,
    shuffle: { questions: exam.shuffle_questions, options: exam.shuffle_options },
    goal: { points: exam.score / 100, expected: null },
    sections,
    ...(exam.forms?.rules && { papers: exam.forms.rules }),
  }
}

/**
 * Converts an exam into the body of a copy: without its void questions, because they had mistakes. A changed key belongs
 * to the exam, so the question still has its old key in the bank; the note names such questions.
 */
export async function copyOfExam(db: Db, exam: DeskExam): Promise<{ body: DraftBody; note: string }> {
  const body = await bodyOfExam(db, exam)
  const rulings = await rulingsOf(db, exam.id)
  const numbersOf = (kind: RulingKind) =>
    [...rulings].flatMap(([position, ruling]) => (ruling.kind === kind ? [position + 1] : [])).sort((a, b) => a - b)
  const [voided, changed] = [numbersOf('void'), numbersOf('key')]
  let number = 0
  const sections = body.sections
    .map((section) => ({ ...section, questions: section.questions.filter(() => !voided.includes(++number)) }))
    .filter(({ questions }) => questions.length > 0)
  const note = [
    voided.length > 0 && `原卷作废的第 ${voided.join('、')} 题没有带上`,
    changed.length > 0 && `原卷第 ${changed.join('、')} 题改过答案，题库里的答案没有变，用之前请核对`,
  ]
  return { body: { ...body, sections }, note: note.filter(Boolean).join('；') }
}
