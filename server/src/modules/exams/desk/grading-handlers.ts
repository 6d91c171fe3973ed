import type { examGrading } from '@dxx/contract/calls/staff/exam-grading'
import { scoringMethods } from '@dxx/contract/rules/question-names'
import { sql } from 'kysely'
import { fail } from '../../../base/refusal'
import type { Handlers } from '../../../context'
import type { Db } from '../../../db/connection'
import { publicQuestion } from '../../../questions/present'
import { escapeHtml } from '../../../text/html-text'
import { paperOf, rulingsOf, viewOf } from '../papers'
import { examInScope, examTarget, managesExam, refuseOnPlanError, type StaffCtx } from './access'
import {
  answerClass,
  givenAnswerText,
  readAnswers,
  selectAnswersToGrade,
  showAnswer,
  takeAnswers,
} from './answers-to-grade'
import { saveGrades, undoGrades } from './grading'
import { listGrading } from './grading-list'
import { readGradingProgress } from './grading-progress'
import { type Graded, gradedPart, gradedParts, readSetups, writeSetup } from './grading-setup'
import { keysOf } from './paper-view'

const readerOf = ({ db, user, clock }: StaffCtx) => ({ db, userId: user.id, now: clock.now() })

/** Resolves the question of a call and checks the scope. */
async function room(ctx: StaffCtx, input: { exam: string; question: string; part: number | null }) {
  const exam = await examInScope(ctx, input.exam, 'exam.grade')
  const graded = await gradedPart(ctx, exam, input.question, input.part)
  const setup = (await readSetups(ctx.db, exam.id))(graded)
  const manages = await managesExam(ctx, exam.id)
  return { exam, graded, setup, manages, shown: { user: ctx.user, now: ctx.clock.now(), manages, setup, graded } }
}

/** Classes with answers to a question that wait for a score, in the order of the school. */
async function openClasses(db: Db, examId: number, graded: Graded) {
  const { rows } = await sql<{ id: string; name: string; open: number }>`
    select k.uid as id, k.name, o.open from classes k join (
      select ${answerClass} as class_id, count(*) as open ${selectAnswersToGrade(examId, graded, sql<boolean>`g.state <> 'graded'`)} group by 1
    ) o on o.class_id = k.id order by k.position, k.id`.execute(db)
  return rows
}

async function gradersOf(db: Db, examId: number, me: number) {
  const { rows } = await sql<{ id: number | null; name: string | null; grades: number }>`
    select m.by_user as id, u.nickname as name, count(*) as grades
    from exam_grades m join question_attempts q on q.id = m.question_attempt_id
      join exam_attempts a on a.id = q.exam_attempt_id left join users u on u.id = m.by_user
    where a.exam_id = ${examId} and m.undone_at is null group by 1, 2 order by 3 desc`.execute(db)
  return rows.map(({ id, name, grades }) => ({ name: name ?? '命令行', grades, isMe: id === me }))
}

export const gradingHandlers: Handlers<typeof examGrading> = {
  'GET /staff/v1/grading_list': listGrading,

  'GET /staff/v1/grading_overview': async (ctx, { exam: uid }) => {
    const exam = await examInScope(ctx, uid, 'exam.grade')
    const parts = gradedParts(await paperOf(ctx, exam))
    const questions = await readGradingProgress(readerOf(ctx), exam, parts)
    return {
      title: exam.title,
      // Programs are graded manually only if the runner gave up.
      questions: questions.filter(({ type, total }) => scoringMethods[type] === 'person' || total > 0),
      graders: await gradersOf(ctx.db, exam.id, ctx.user.id),
    }
  },

  'GET /staff/v1/grading_question': async (ctx, input) => {
    const { exam, graded } = await room(ctx, input)
    const [progress] = await readGradingProgress(readerOf(ctx), exam, [graded])
    const paper = await paperOf(ctx, exam)
    const view = viewOf(paper, ctx.config.secret, ctx.clock.now())
    const version = paper.versions[graded.position]!
    return {
      progress: progress!,
      question: publicQuestion(version, view),
      key: keysOf(version, view).keys[graded.part] ?? null,
      analysis: view.link(graded.rubric.analysis),
      classes: await openClasses(ctx.db, exam.id, graded),
    }
  },

  'POST /staff/v1/grading_take': async (ctx, input) => {
    const { exam, graded, shown } = await room(ctx, input)
    ctx.audit(null)
    // Rejects grading of a void question, which has no score.
    if ((await rulingsOf(ctx.db, exam.id)).get(graded.position)?.kind === 'void')
      return { answers: [], left: 0, held: 0, heldUntil: null }
    const { state, limit, answer, order, class: classId } = input
    const take = { examId: exam.id, graded, state, limit, answer, order, class: classId }
    const { rows, equals, ...counts } = await takeAnswers(ctx, take)
    return { answers: rows.map((row) => showAnswer(row, { ...shown, equals })), ...counts }
  },

  'GET /staff/v1/grading_answers': async (ctx, input) => {
    const { exam, graded, shown } = await room(ctx, input)
    const { state, mine, flagged, answer, after, limit } = input
    if (after !== undefined && !/^\d{1,15}$/.test(after)) fail('invalid-input')
    const where = sql<boolean>`(${state ?? null}::text is null or g.state = ${state ?? null})
      and (${answer ?? null}::uuid is null or q.uid = ${answer ?? null}::uuid)
      and (${flagged !== true} or g.flagged_at is not null)
      and (${mine !== true} or exists (select from exam_grades m where m.question_attempt_id = q.id and m.part = g.part
        and m.by_user = ${ctx.user.id} and m.undone_at is null))`
    const rows = await readAnswers(
      ctx.db,
      exam.id,
      graded,
      sql<boolean>`${where} and q.id > ${after ?? 0}::bigint`,
      limit + 1,
    )
    const { rows: total } = await sql<{ count: number }>`
      select count(*) as count ${selectAnswersToGrade(exam.id, graded, where)}`.execute(ctx.db)
    const page = rows.slice(0, limit)
    return {
      list: page.map((row) => showAnswer(row, shown)),
      next: rows.length > limit ? String(page.at(-1)!.rowId) : null,
      total: total[0]!.count,
    }
  },

  'GET /staff/v1/grading_groups': async (ctx, input) => {
    const { exam, graded, shown } = await room(ctx, input)
    const rows = await readAnswers(ctx.db, exam.id, graded, sql<boolean>`true`, 10_000)
    const groups = new Map<string, typeof rows>()
    for (const row of rows) groups.set(row.hash, [...(groups.get(row.hash) ?? []), row])
    return [...groups.values()]
      .filter(({ length }) => length > 1)
      .sort((a, b) => b.length - a.length)
      .map((equal) => {
        const scores = new Set(equal.map((row) => showAnswer(row, shown).score))
        return {
          answers: equal.map(({ id }) => id),
          text: givenAnswerText(equal[0]!, graded),
          count: equal.length,
          waiting: equal.filter(({ state }) => state !== 'graded').length,
          score: scores.size === 1 ? [...scores][0]! : null,
        }
      })
  },

  'POST /staff/v1/grading_save': async (ctx, input) => {
    const { exam, graded, setup, manages } = await room(ctx, input)
    const saving = { examId: exam.id, graded, setup, manages }
    const { saved, refused, changes } = await refuseOnPlanError(saveGrades(ctx, saving, input.grades), 'grade-refused')
    const points = (value: number | null) => (value === null ? null : value / 100)
    ctx.audit(
      changes.length === 0
        ? null
        : {
            target: examTarget(exam),
            before: { grades: changes.map(({ answer, before }) => ({ answer, score: points(before) })) },
            after: {
              question: graded.number,
              grades: changes.map(({ answer, key, after }) => ({ answer, key, score: points(after) })),
            },
          },
    )
    return { saved, refused }
  },

  'POST /staff/v1/grading_undo': async (ctx, { exam: uid, key }) => {
    const exam = await examInScope(ctx, uid, 'exam.grade')
    const answers = await undoGrades(ctx, exam.id, key, await managesExam(ctx, exam.id))
    if (!answers) fail('grade-not-found')
    ctx.audit({ target: examTarget(exam), after: { undone: key, answers: answers.length } })
    return { answers }
  },

  'POST /staff/v1/grading_flag': async (ctx, input) => {
    const { exam, graded, shown } = await room(ctx, input)
    const found = await readAnswers(ctx.db, exam.id, graded, sql<boolean>`q.uid = ${input.answer}::uuid`, 1)
    const row = found[0] ?? fail('grade-not-found')
    const isSame = input.flagged === (row.flaggedAt !== null)
    if (!isSame)
      await ctx.db
        .updateTable('exam_grading')
        .set(
          input.flagged
            ? { flagged_by: ctx.user.id, flagged_at: ctx.clock.now() }
            : { flagged_by: null, flagged_at: null },
        )
        .where('question_attempt_id', '=', row.rowId)
        .where('part', '=', graded.part)
        .execute()
    const flagged = { question: graded.number, answer: input.answer, flagged: input.flagged }
    ctx.audit(isSame ? null : { target: examTarget(exam), after: flagged })
    const [after] = await readAnswers(ctx.db, exam.id, graded, sql<boolean>`q.uid = ${input.answer}::uuid`, 1)
    return { flag: showAnswer(after!, shown).flag }
  },

  'POST /staff/v1/grading_release': async (ctx, { exam: uid, question, part }) => {
    const exam = await examInScope(ctx, uid, 'exam.grade')
    const graded = question === undefined ? null : await gradedPart(ctx, exam, question, part)
    const { numAffectedRows = 0n } = await sql`
      update exam_grading g set claimed_by = null, claimed_until = null
      from question_attempts q join exam_attempts a on a.id = q.exam_attempt_id
      where q.id = g.question_attempt_id and a.exam_id = ${exam.id} and g.claimed_by = ${ctx.user.id}
        and (${graded === null} or (q.position = ${graded?.position ?? 0} and g.part = ${graded?.part ?? 0}))`.execute(
      ctx.db,
    )
    ctx.audit(null)
    return { released: Number(numAffectedRows) }
  },

  'POST /staff/v1/grading_setup': async (ctx, input) => {
    const exam = await examInScope(ctx, input.exam, 'exam.manage')
    const graded = await gradedPart(ctx, exam, input.question, input.part)
    const rubric = input.rubric
      ? input.rubric.map(({ score, text }) => ({ score, html: escapeHtml(text) }))
      : input.rubric
    const { rubricId: _, ...before } = (await readSetups(ctx.db, exam.id))(graded)
    const settled = await writeSetup(ctx.db, exam.id, graded, { ...input, rubric }, ctx.clock.now())
    const setup = (await readSetups(ctx.db, exam.id))(graded)
    const { rubricId: __, ...after } = setup
    ctx.audit({ target: examTarget(exam), before, after: { question: graded.number, ...after, settled } })
    return setup
  },

  'GET /staff/v1/grading_phrases': ({ db, user }) =>
    db
      .selectFrom('grading_phrases')
      .select(['uid as id', 'text', 'uses'])
      .where('user_id', '=', user.id)
      .orderBy('uses', 'desc')
      .orderBy('id')
      .limit(200)
      .execute(),

  'POST /staff/v1/grading_phrase_save': async (ctx, { text }) => {
    const { rows } = await sql<{ id: string }>`
      insert into grading_phrases as p (user_id, text)
      select ${ctx.user.id}, ${text} where (select count(*) from grading_phrases where user_id = ${ctx.user.id}) < 200
        or exists (select from grading_phrases where user_id = ${ctx.user.id} and text = ${text})
      on conflict (user_id, text) do update set uses = p.uses + 1 returning uid as id`.execute(ctx.db)
    ctx.audit(null)
    return rows[0] ?? fail('grade-refused', { msg: '常用评语最多 200 条，请先删掉一些' })
  },

  'POST /staff/v1/grading_phrase_delete': async (ctx, { id }) => {
    await ctx.db.deleteFrom('grading_phrases').where('uid', '=', id).where('user_id', '=', ctx.user.id).execute()
    ctx.audit(null)
    return {}
  },
}
