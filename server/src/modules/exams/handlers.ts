import type { exams } from '@dxx/contract/calls/exams'
import { sql } from 'kysely'
import { pageOfQuery, pageOfRows } from '../../base/paging'
import { fail } from '../../base/refusal'
import type { Handlers } from '../../context'
import { countRows } from '../../db/count-rows'
import { appeal } from './appeals'
import { attemptSummary, card, startedAttempts } from './exam-cards'
import { paperOf } from './papers'
import {
  attemptByUid,
  candidate,
  countExams,
  examById,
  examPage,
  examToTake,
  listExamAttempts,
  typesOf,
} from './queries'
import { findSubmittedAttempt, recordsOf, showExam } from './results'
import { confirmMessages } from './room'
import { movedTime, permissionFor } from './rules'
import { saveLeaves, saveSteps } from './save'
import { startExam } from './start'
import { isUnchanged, receiptOf, submitExam } from './submit'

export const handlers: Handlers<typeof exams> = {
  'GET /v1/exam_list': async ({ db, user, clock }, { status, pageNo, pageSize }) => {
    const now = clock.now()
    const { classIds } = await candidate(db, user)
    const page = { pageNo, pageSize, lastItem: null }
    if (classIds.length === 0) return { list: [], total: 0, hasMore: false, ...page }
    const filter = { classIds, now, status }
    const rows = await examPage(db, { ...filter, offset: (pageNo - 1) * pageSize, limit: pageSize + 1 })
    const listed = rows.slice(0, pageSize)
    const attempts = await listExamAttempts(
      db,
      user.id,
      listed.map(({ id }) => id),
    )
    return {
      list: listed.map((exam) => card(exam, attempts, now)),
      total: await countExams(db, filter),
      hasMore: rows.length > pageSize,
      ...page,
    }
  },

  'GET /v1/examination_info': async ({ db, user, clock }, { id }) => {
    const now = clock.now()
    const exam = await examToTake(db, id)
    const attempts = await listExamAttempts(db, user.id, [exam.id])
    const permission = permissionFor(await candidate(db, user), exam, attempts, now)
    if (permission.reason === 'school' || permission.reason === 'class') fail('exam-not-found', { msg: permission.msg })
    const types = await typesOf(db, exam.id)
    return {
      ...card(exam, attempts, now),
      notice: exam.notice,
      types: types.map((type) => ({ ...type, score: type.score / 100 })),
      analysis: exam.analysis,
      rank: exam.rank,
      scoreRange: exam.scoreRange,
      ...(exam.equated && { equated: true }),
      permission,
      attempts: startedAttempts(attempts).map((attempt) => attemptSummary(attempt, exam.passScore, now)),
    }
  },

  'GET /v1/examination/permission': async ({ db, user, clock }, { id }) => {
    const exam = await examToTake(db, id)
    const attempts = await listExamAttempts(db, user.id, [exam.id])
    return permissionFor(await candidate(db, user), exam, attempts, clock.now())
  },

  'GET /v1/examination/question_analysis/read_permission': async (ctx, { id }) =>
    (await findSubmittedAttempt(ctx, id)).analysis,

  'GET /v1/exam_start': startExam,

  'POST /v1/exam_save': async (ctx, input) => {
    const { now, deadlineAt, pausedAt, state, takenOver, late, refused, room } = await saveSteps(ctx, input)
    const deadline = movedTime(deadlineAt, pausedAt, now)
    return { now, deadline, state: state as 'running', takenOver, late, refused, ...room }
  },

  'POST /v1/exam_leave': saveLeaves,

  'POST /v1/exam_message_read': confirmMessages,

  'POST /v1/exam_submit': submitExam,

  'GET /v1/exam_receipt': async (ctx, { attempt: uid, hash }) => {
    const attempt = await attemptByUid(ctx.db, uid)
    if (attempt?.hash !== hash) return { valid: false, receipt: null }
    const exam = await examById(ctx.db, attempt.examId)
    const valid = await isUnchanged(ctx.db, attempt, await paperOf(ctx, exam))
    return { valid, receipt: receiptOf(attempt, exam) }
  },

  'GET /v1/show_exam': (ctx, { id }) => showExam(ctx, id),

  'POST /v1/exam_appeal': async (ctx, { attempt: uid, question, reason }) => {
    const { attempt, exam } = await findSubmittedAttempt(ctx, uid)
    return appeal(ctx, { attempt, exam, question, reason })
  },

  'GET /v1/exam_records': async ({ db, user, clock }, { exam, ...paging }) => {
    const records = recordsOf(db, user.id, exam)
    const newestFirst = { key: sql<number>`a.id`, uid: sql<string>`a.uid` }
    const rows = await pageOfQuery(records, newestFirst, paging).execute()
    const total = await countRows(db.selectFrom(records.as('mine')))
    return pageOfRows(rows, total, paging, (row) => ({
      ...attemptSummary(row, row.passScore, clock.now()),
      exam: { id: row.examUid, title: row.title },
      maxScore: row.examScore / 100,
      leaves: row.leaves,
    }))
  },
}
