import { createHmac } from 'node:crypto'
import type { examResults } from '@dxx/contract/calls/staff/exam-results'
import { sql } from 'kysely'
import { csvLine } from '../../../base/csv'
import { fail } from '../../../base/refusal'
import { workbookType, writeWorkbook } from '../../../base/workbook'
import type { Handlers } from '../../../context'
import { paperOf } from '../papers'
import { hasEnded } from '../rules'
import { type DeskExam, examInScope, examTarget, type StaffCtx } from './access'
import { analyseExam } from './analysis'
import { questionAnswers, viewAttempt } from './attempt-view'
import { escapeLike } from './exam-list'
import { readResults } from './results-table'
import { similarAnswers } from './similar-answers'
import { readStatistics } from './statistics'

const withState = (exam: DeskExam, now: number) => ({
  ...exam,
  isOver: hasEnded({ closesAt: exam.closes_at, pausedAt: exam.paused_at }, now),
})

const everything = 100_000

/** Average share of the points by question and class. */
async function sharesOf({ db }: StaffCtx, examId: number) {
  const { rows } = await sql<{ position: number; classId: string | null; share: number }>`
    with counted as (
      select distinct on (user_id) id, user_id from exam_attempts
      where exam_id = ${examId} and score_state = 'scored' order by user_id, score desc, number desc
    )
    select q.position, k.uid as "classId", avg(q.score::float8 / q.max_score) as share
    from question_attempts q join counted c on c.id = q.exam_attempt_id
      left join exam_candidates s on s.user_id = c.user_id and s.exam_id = ${examId}
      left join classes k on k.id = coalesce(s.class_id, (
        select p.class_id from student_applications p where p.user_id = c.user_id))
    group by grouping sets ((q.position), (q.position, k.uid))`.execute(db)
  return rows
}

async function classesOf({ db }: StaffCtx, examId: number) {
  const { rows } = await sql<{ id: string; name: string }>`
    select c.uid as id, c.name from exam_classes k join classes c on c.id = k.class_id
    where k.exam_id = ${examId} order by c.position`.execute(db)
  return rows
}

async function statistics(ctx: StaffCtx, uid: string) {
  const exam = await examInScope(ctx, uid, 'exam.results')
  const of = await readStatistics(ctx.db, withState(exam, ctx.clock.now()))
  return {
    title: exam.title,
    maxScore: exam.score / 100,
    passScore: exam.pass_score / 100,
    all: of(null),
    classes: (await classesOf(ctx, exam.id)).map(({ id, name }) => ({ id, name, ...of(id) })),
  }
}

async function classQuestions(ctx: StaffCtx, uid: string) {
  const exam = await examInScope(ctx, uid, 'exam.results')
  const classes = await classesOf(ctx, exam.id)
  const shares = await sharesOf(ctx, exam.id)
  const { versions, voided } = await paperOf(ctx, { ...exam, paperVersion: exam.paper_version })
  const shareAt = (position: number, classId: string | null) =>
    shares.find((row) => row.position === position && row.classId === classId)?.share ?? null
  return {
    classes,
    questions: versions.flatMap((version, position) =>
      voided.has(position)
        ? []
        : [
            {
              question: version.uid,
              number: position + 1,
              all: shareAt(position, null),
              classes: classes.map(({ id }) => shareAt(position, id)),
            },
          ],
    ),
  }
}

const stateNames = { absent: '缺考', running: '未交卷', scoring: '评分中', marking: '待批阅', scored: '已出分' }

interface ExportInput {
  exam: DeskExam
  format: 'csv' | 'xlsx'
  class?: string
  names: boolean
}

async function exportResults(ctx: StaffCtx, { exam, format, class: classId, names }: ExportInput) {
  const results = await readResults(ctx.db, withState(exam, ctx.clock.now()), { classId, limit: everything })
  const { rows: scores } = await sql<{ attemptId: number; scores: Record<number, number> }>`
    select exam_attempt_id as "attemptId", jsonb_object_agg(position, score) as scores from question_attempts
    where exam_attempt_id = any(${results.flatMap(({ attemptRowId }) => attemptRowId ?? [])}::bigint[]) group by 1`.execute(
    ctx.db,
  )
  const known = new Map(scores.map((row) => [row.attemptId, row.scores]))
  const { versions, voided } = await paperOf(ctx, { ...exam, paperVersion: exam.paper_version })
  const isVoid = (i: number) => voided.has(i)
  const questions = versions.map((_, i) => `第${i + 1}题${isVoid(i) ? '（作废）' : ''}`)
  // With void questions the total is scaled, so the sum of the questions is a column of its own.
  const isScaled = voided.size > 0
  const total = isScaled ? [`得分（折算到 ${exam.score / 100} 分）`, '折算前各题合计'] : ['得分']
  const who = names ? ['姓名', '学号', '班级'] : ['编号', '作答编号']
  const head = ['名次', ...who, '状态', ...total, '用时（秒）', '离开次数']
  const codeOf = (student: string) =>
    createHmac('sha256', ctx.config.secret).update(`export ${exam.uid} ${student}`).digest('hex').slice(0, 8)
  const sumOf = (points: Record<number, number>) =>
    Object.entries(points).reduce((sum, [i, score]) => (isVoid(Number(i)) ? sum : sum + score), 0) / 100
  const lines = results.map((row) => [
    row.rank ?? '',
    ...(names ? [row.name, row.number, row.class] : [codeOf(row.student), row.attempt ?? '']),
    stateNames[row.state],
    row.score === null ? '' : row.score / 100,
    ...(isScaled ? [row.score === null ? '' : sumOf(known.get(row.attemptRowId ?? 0) ?? {})] : []),
    row.seconds ?? '',
    row.leaves,
    ...questions.map((_, i) => {
      const score = row.state === 'scored' && !isVoid(i) ? known.get(row.attemptRowId ?? 0)?.[i] : undefined
      return score === undefined ? '' : score / 100
    }),
  ])
  const all = [[...head, ...questions], ...lines]
  const fileName = `${exam.title.replace(/[\\/:*?"<>|\s]+/g, ' ').trim()}-成绩.${format}`
  if (format === 'csv') {
    const text = `\uFEFF${all.map((line) => `${csvLine(line)}\r\n`).join('')}`
    return {
      fileName,
      mime: 'text/csv; charset=utf-8',
      base64: Buffer.from(text).toString('base64'),
      rows: lines.length,
    }
  }
  const base64 = writeWorkbook('成绩', all).toString('base64')
  return { fileName, mime: workbookType, base64, rows: lines.length }
}

export const resultHandlers: Handlers<typeof examResults> = {
  'GET /staff/v1/exam_results': async (ctx, { exam: uid, class: classId, keyword, state, passed, after, limit }) => {
    const exam = await examInScope(ctx, uid, 'exam.results')
    const [, tier, score, rowId] = /^([012])\.(-?\d+)\.(\d+)$/.exec(after ?? '') ?? []
    if (after !== undefined && !rowId) fail('invalid-input')
    const table = withState(exam, ctx.clock.now())
    const like = keyword ? `%${escapeLike(keyword)}%` : undefined
    const filter = { classId, like, state, passed, passScore: exam.pass_score }
    const last = rowId ? { tier: Number(tier), score: Number(score), rowId: Number(rowId) } : undefined
    const rows = await readResults(ctx.db, table, { ...filter, after: last, limit: limit + 1 })
    // Each row carries the total. If the page after the last row is empty, the first row is read for the total.
    const [first] = rows.length > 0 || !last ? rows : await readResults(ctx.db, table, { ...filter, limit: 1 })
    const page = rows.slice(0, limit)
    const end = page.at(-1)
    return {
      list: page.map(
        ({ rowId: _, attemptRowId: __, classId: ___, tier: ____, total: _____, score: points, ...row }) => ({
          ...row,
          score: points === null ? null : points / 100,
          passed: points === null ? null : points >= exam.pass_score,
        }),
      ),
      next: rows.length > limit ? `${end!.tier}.${end!.score ?? -1}.${end!.rowId}` : null,
      total: first?.total ?? 0,
    }
  },

  'GET /staff/v1/exam_statistics': (ctx, { exam }) => statistics(ctx, exam),
  'GET /staff/v1/exam_class_questions': (ctx, { exam }) => classQuestions(ctx, exam),

  'GET /staff/v1/exam_analysis': async (ctx, { exam: uid }) => {
    const exam = await examInScope(ctx, uid, 'exam.results')
    return analyseExam(ctx.db, exam.id, await paperOf(ctx, exam))
  },

  'GET /staff/v1/exam_similar_answers': async (ctx, { exam: uid }) => {
    const exam = await examInScope(ctx, uid, 'exam.results')
    return similarAnswers(ctx.db, exam.id, (await paperOf(ctx, exam)).versions.length)
  },

  'GET /staff/v1/exam_attempt_view': (ctx, { attempt }) => viewAttempt(ctx, attempt),
  'GET /staff/v1/exam_question_answers': questionAnswers,

  'POST /staff/v1/exam_export': async (ctx, { exam: uid, ...input }) => {
    const exam = await examInScope(ctx, uid, 'exam.results')
    const file = await exportResults(ctx, { exam, ...input, names: false })
    ctx.audit({
      target: examTarget(exam),
      after: { names: false, rows: file.rows, format: input.format, class: input.class },
    })
    return file
  },

  'POST /staff/v1/exam_export_names': async (ctx, { exam: uid, ...input }) => {
    const exam = await examInScope(ctx, uid, 'export.names')
    const file = await exportResults(ctx, { exam, ...input, names: true })
    ctx.audit({
      target: examTarget(exam),
      after: { names: true, rows: file.rows, format: input.format, class: input.class },
    })
    return file
  },
}
