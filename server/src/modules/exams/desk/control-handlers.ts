import type { examControl } from '@dxx/contract/calls/staff/exam-control'
import { sql } from 'kysely'
import { fail } from '../../../base/refusal'
import type { Handlers } from '../../../context'
import { paperOf } from '../papers'
import { typesOf } from '../queries'
import { movedTime } from '../rules'
import { extendDeadline, extensionRecord } from '../staff'
import { type DeskExam, examInScope, examTarget, notInExamMessage, refuseOnPlanError, userIdsOf } from './access'
import { endExam, messageRoom, pauseExam, resumeExam } from './control'
import { listExams, listFilters, readExam, readPaper } from './exam-list'
import { stateOf } from './exam-state'
import { liveStudents } from './live'
import { readMessages } from './room-messages'

const times = ({ ends_at, paused_at }: DeskExam) => ({ endsAt: ends_at, pausedAt: paused_at })

export const controlHandlers: Handlers<typeof examControl> = {
  'GET /staff/v1/exam_list': listExams,
  'GET /staff/v1/exam_filters': listFilters,
  'GET /staff/v1/exam_info': readExam,
  'GET /staff/v1/exam_paper': readPaper,

  'POST /staff/v1/exam_extend': async (ctx, { exam: uid, minutes, students, reason }) => {
    const exam = await examInScope(ctx, uid, 'exam.manage')
    const userIds = students && (await userIdsOf(ctx.db, exam.id, students))
    const extension = { slug: exam.slug, seconds: minutes * 60, students: userIds, reason }
    const done = await refuseOnPlanError(extendDeadline(ctx.db, extension, ctx.clock.now()))
    if (!done) fail('exam-refused', { msg: notInExamMessage })
    ctx.audit({ target: examTarget(exam), ...(await extensionRecord(ctx.db, extension, done)), reason })
    return { moved: done.moved, students: done.students.length, skipped: done.skipped.length }
  },

  'POST /staff/v1/exam_pause': async (ctx, { exam: uid, reason }) => {
    const exam = await examInScope(ctx, uid, 'exam.manage')
    const { changed, ...paused } = await refuseOnPlanError(pauseExam(ctx.db, exam.id, reason, ctx.clock.now()))
    const after = { pausedAt: paused.since, running: paused.running }
    ctx.audit(changed ? { target: examTarget(exam), after, reason } : null)
    return paused
  },

  'POST /staff/v1/exam_resume': async (ctx, { exam: uid }) => {
    const exam = await examInScope(ctx, uid, 'exam.manage')
    const resumed = await refuseOnPlanError(resumeExam(ctx.db, exam.id, ctx.clock.now()))
    const { seconds, moved: running, endsAt } = resumed
    const record = { target: examTarget(exam), before: times(exam), after: { endsAt, seconds, running } }
    ctx.audit(exam.paused_at === null ? null : record)
    return resumed
  },

  'POST /staff/v1/exam_end': async (ctx, { exam: uid, minutes, reason }) => {
    const exam = await examInScope(ctx, uid, 'exam.manage')
    const ended = await refuseOnPlanError(endExam(ctx.db, exam.id, { minutes, reason }, ctx.clock.now()))
    ctx.audit({ target: examTarget(exam), before: { endsAt: exam.ends_at }, after: ended, reason })
    return ended
  },

  'POST /staff/v1/exam_message': async (ctx, { exam: uid, body, students, question }) => {
    const exam = await examInScope(ctx, uid, 'exam.manage')
    const userIds = students ? await userIdsOf(ctx.db, exam.id, students) : null
    const position = question
      ? ((await paperOf(ctx, exam)).positions.get(question) ?? fail('question-not-found'))
      : null
    const { id, ...sent } = await refuseOnPlanError(
      messageRoom(ctx.db, exam.id, { body, userIds, position, by: ctx.user.id }, ctx.clock.now()),
    )
    const about = position === null ? {} : { question: position + 1 }
    ctx.audit({ target: examTarget(exam), after: { body, students: sent.students, ...about } })
    return { message: (await readMessages(ctx.db, sql<boolean>`m.id = ${id}`))[0]!, ...sent }
  },

  'GET /staff/v1/exam_live': async (ctx, { id }) => {
    const now = ctx.clock.now()
    const exam = await examInScope(ctx, id, 'exam.manage')
    const state = await stateOf(ctx.db, exam.id, now)
    const types = await typesOf(ctx.db, exam.id)
    return {
      now,
      state,
      startsAt: exam.starts_at,
      endsAt: movedTime(exam.ends_at, exam.paused_at, now),
      paused: exam.paused_at === null ? null : { since: exam.paused_at, reason: exam.pause_reason ?? '' },
      questions: exam.question_count,
      types: types.map(({ type, count }) => ({ type, count })),
      students: await liveStudents(ctx.db, exam.id, state, now),
    }
  },
}
