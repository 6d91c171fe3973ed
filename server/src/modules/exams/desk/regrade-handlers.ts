import type { examRegrade } from '@dxx/contract/calls/staff/exam-regrade'
import { totalMax } from '@dxx/contract/staff'
import { sql } from 'kysely'
import { fail } from '../../../base/refusal'
import type { Handlers } from '../../../context'
import { examScope } from '../../staff/public'
import { type ExamPaper, paperOf } from '../papers'
import { examInScope, examTarget, refuseOnPlanError, type StaffCtx } from './access'
import { answerAppeal } from './answer-appeal'
import { readAppeals } from './appeal-list'
import { makeRuling, previewRegrade, type RulingInput, startRegrade } from './regrade'
import { readRegrades } from './regrade-list'
import { studentColumns, summariseChanges } from './regrade-preview'

async function ruled(ctx: StaffCtx, input: RulingInput & { exam: string; question: string }) {
  const exam = await examInScope(ctx, input.exam, 'exam.manage')
  const paper: ExamPaper = await paperOf(ctx, { ...exam, paperVersion: exam.paper_version })
  const position = paper.positions.get(input.question) ?? fail('question-not-found')
  const ruling = await refuseOnPlanError((async () => makeRuling(paper, position, input))(), 'regrade-refused')
  return { exam, paper, position, ruling }
}

export const regradeHandlers: Handlers<typeof examRegrade> = {
  'POST /staff/v1/exam_regrade_preview': async (ctx, input) => {
    const { exam, paper, position, ruling } = await ruled(ctx, input)
    const { changes, mark } = await previewRegrade(ctx.db, paper, exam, position, ruling)
    ctx.audit(null)
    return { ...(await summariseChanges(ctx.db, exam, changes)), mark }
  },

  'POST /staff/v1/exam_regrade': async (ctx, { reason, mark, ...input }) => {
    const { exam, paper, position, ruling } = await ruled(ctx, input)
    if (mark !== undefined && (await previewRegrade(ctx.db, paper, exam, position, ruling)).mark !== mark)
      fail('preview-outdated')
    const started = { position, kind: input.kind, ruling, reason, by: ctx.user.id }
    const { id } = await refuseOnPlanError(startRegrade(ctx.db, exam, started, ctx.clock.now()), 'regrade-refused')
    ctx.audit({
      target: examTarget(exam),
      after: { question: position + 1, kind: input.kind, answers: input.answers, keepKey: input.keepKey },
      reason,
    })
    return (await readRegrades(ctx.db, sql<boolean>`r.id = ${id}`))[0]!
  },

  'GET /staff/v1/exam_regrade_list': async (ctx, { exam: uid }) => {
    const exam = await examInScope(ctx, uid, 'exam.results')
    return readRegrades(ctx.db, sql<boolean>`r.exam_id = ${exam.id}`)
  },

  'GET /staff/v1/exam_regrade_changes': async ({ db, staff }, { id, after, limit }) => {
    if (after !== undefined && !/^\d{1,15}$/.test(after)) fail('invalid-input')
    const { rows: found } = await sql<{ id: number }>`
      select r.id from exam_regrades r join exams e on e.id = r.exam_id
      where r.uid = ${id}::uuid and ${examScope(staff, 'exam.results', 'e')}`.execute(db)
    const regrade = found[0] ?? fail('regrade-not-found')
    const { rows } = await sql<{
      rowId: number
      attempt: string
      name: string
      number: string
      class: string
      before: number
      after: number
      totalBefore: number
      totalAfter: number
    }>`
      select a.id as "rowId", a.uid as attempt, ${studentColumns}, c.before / 100.0 as before, c.after / 100.0 as after,
        c.total_before / 100.0 as "totalBefore", c.total_after / 100.0 as "totalAfter"
      from exam_score_changes c join exam_attempts a on a.id = c.attempt_id join users u on u.id = a.user_id
        left join student_applications s on s.user_id = u.id
      where c.regrade_id = ${regrade.id} and a.id > ${after ?? 0}::bigint order by a.id limit ${limit + 1}`.execute(db)
    const { rows: total } = await sql<{ count: number }>`
      select count(*) as count from exam_score_changes where regrade_id = ${regrade.id}`.execute(db)
    const page = rows.slice(0, limit)
    return {
      list: page.map(({ rowId: _, ...row }) => ({
        ...row,
        before: Number(row.before),
        after: Number(row.after),
        totalBefore: Number(row.totalBefore),
        totalAfter: Number(row.totalAfter),
      })),
      next: rows.length > limit ? String(page.at(-1)!.rowId) : null,
      total: total[0]!.count,
    }
  },

  'GET /staff/v1/appeal_list': async ({ db, staff }, { exam, state, after, limit }) => {
    const [, answered, rowId] = /^([01])\.(\d{1,15})$/.exec(after ?? '') ?? []
    if (after !== undefined && !rowId) fail('invalid-input')
    const where = sql<boolean>`${examScope(staff, 'exam.results', 'e')}
      and (${exam ?? null}::uuid is null or e.uid = ${exam ?? null}::uuid)
      and (${state ?? null}::text is null or p.state = ${state ?? null})`
    const rows = await readAppeals(
      db,
      sql<boolean>`${where} and (${rowId ?? null}::bigint is null
        or ((p.state <> 'open')::int, p.id) > (${answered ?? null}::int, ${rowId ?? null}::bigint))`,
      limit + 1,
    )
    const { rows: total } = await sql<{ count: number }>`
      select count(*) as count from (select from exam_appeals p join exam_attempts a on a.id = p.attempt_id
        join exams e on e.id = a.exam_id where ${where} limit ${totalMax}) listed`.execute(db)
    const last = rows.slice(0, limit).at(-1)
    return {
      list: rows.slice(0, limit).map(({ appeal }) => appeal),
      next: rows.length > limit ? `${last!.appeal.state === 'open' ? 0 : 1}.${last!.rowId}` : null,
      total: total[0]!.count,
    }
  },

  'POST /staff/v1/appeal_answer': answerAppeal,
}
