import type { examDrafts } from '@dxx/contract/calls/staff/exam-drafts'
import { totalMax } from '@dxx/contract/staff'
import { sql } from 'kysely'
import { fail } from '../../../base/refusal'
import type { Handlers } from '../../../context'
import { setQuestionPoints } from '../../../questions/scale'
import { withMediaUrls } from '../../media/public'
import { PaperIds, versionsById } from '../../questions/public'
import { draftNotice } from '../notice'
import { fixedIds } from '../papers'
import { rescheduleExam, withdrawExam } from '../revise'
import { examInScope, examTarget, refuseOnPlanError } from './access'
import { drawBlueprint, listBanks, searchQuestions, viewQuestion } from './compose'
import { checkDraft } from './draft-check'
import { runDraft } from './draft-run'
import {
  bodyOfExam,
  copyOfExam,
  createDraft,
  type DraftRow,
  draftByUid,
  draftQuery,
  draftScope,
  emptyDraft,
  knownQuestions,
  notePresence,
  otherEditors,
  restorableFor,
  saveDraft,
  scoresOf,
  showDraft,
  sumDraft,
} from './drafts'
import { escapeLike } from './exam-list'
import { paperWithKeys } from './paper-view'
import { listClasses, publishDraft, refuseClashes } from './publish-draft'

const draftTarget = ({ uid, body }: DraftRow) => ({ kind: 'exam_draft', id: uid, name: body.title })

/** Seed of option ids in previews. */
const previewSeed = Buffer.alloc(16, 1)

export const draftHandlers: Handlers<typeof examDrafts> = {
  'GET /staff/v1/exam_draft_list': async (ctx, { keyword, after, limit }) => {
    const [, at, rowId] = /^(\d+)\.(\d+)$/.exec(after ?? '') ?? []
    if (after !== undefined && !rowId) fail('invalid-input')
    const listed = sql`${draftQuery(ctx)} and d.deleted_at is null and d.exam_id is null
      and (${keyword ?? ''} = '' or d.body ->> 'title' ilike ${`%${escapeLike(keyword ?? '')}%`})`
    const { rows } = await sql<DraftRow>`${listed}
      and (${rowId ?? null}::bigint is null or (d.updated_at, d.id) < (${at ?? null}::bigint, ${rowId ?? null}::bigint))
      order by d.updated_at desc, d.id desc limit ${limit + 1}`.execute(ctx.db)
    const { rows: total } = await sql<{ count: number }>`
      select count(*) as count from (${listed} limit ${totalMax}) listed`.execute(ctx.db)
    const page = rows.slice(0, limit)
    const list = []
    for (const { uid, body, updatedAt, updatedBy, exam } of page) {
      const sums = sumDraft(body, scoresOf(await knownQuestions(ctx, body)))
      list.push({ id: uid, title: body.title, ...sums, updatedAt, updatedBy, exam })
    }
    const last = page.at(-1)
    return { list, next: rows.length > limit ? `${last!.updatedAt}.${last!.id}` : null, total: total[0]!.count }
  },

  'GET /staff/v1/exam_draft_info': async (ctx, { id }) => showDraft(ctx, await draftByUid(ctx, id)),

  'POST /staff/v1/exam_draft_create': async (ctx, { exam: examUid, draft: draftUid }) => {
    const { body: copied, note } = examUid
      ? await copyOfExam(ctx.db, await examInScope(ctx, examUid, 'exam.manage'))
      : { body: draftUid ? (await draftByUid(ctx, draftUid)).body : emptyDraft, note: '' }
    // A copy gets neither times nor classes: with those of the original, the two exams would clash.
    const title = examUid || draftUid ? `${copied.title}（副本）`.slice(0, 100) : ''
    const row = await createDraft(ctx, { ...copied, title, startsAt: null, endsAt: null, classes: [] })
    ctx.audit({ target: draftTarget(row), after: { title, copiedFrom: examUid ?? draftUid ?? '' } })
    return { ...(await showDraft(ctx, row)), note }
  },

  'POST /staff/v1/exam_draft_edit': async (ctx, { exam: uid }) => {
    const exam = await examInScope(ctx, uid, 'exam.manage')
    const { rows: started } = await sql`
      select from exam_attempts where exam_id = ${exam.id} and state <> 'prepared' limit 1`.execute(ctx.db)
    if (started.length > 0) fail('exam-refused', { msg: '已经有人开始作答，试卷不能再改；可以延时、暂停或改评分' })
    const { rows } =
      await sql<DraftRow>`${draftQuery(ctx)} and d.exam_id = ${exam.id} and d.deleted_at is null`.execute(ctx.db)
    if (rows[0]) {
      ctx.audit(null)
      return showDraft(ctx, rows[0])
    }
    const row = await createDraft(ctx, await bodyOfExam(ctx.db, exam), exam.id)
    ctx.audit({ target: draftTarget(row), after: { exam: exam.uid } })
    return showDraft(ctx, row)
  },

  'POST /staff/v1/exam_draft_save': async (ctx, { id, version, body }) => {
    const row = await draftByUid(ctx, id, true)
    const saved = await saveDraft(ctx, row, version, body)
    await notePresence(ctx, row.id)
    ctx.audit(
      saved === null
        ? null
        : { target: draftTarget({ ...row, body }), before: { version: row.version }, after: { version: saved } },
    )
    const updatedAt = saved === null ? row.updatedAt : ctx.clock.now()
    return { version: saved ?? row.version, updatedAt, others: await otherEditors(ctx, row.id) }
  },

  'POST /staff/v1/exam_draft_presence': async (ctx, { id }) => {
    const row = await draftByUid(ctx, id)
    await notePresence(ctx, row.id)
    ctx.audit(null)
    const { version, updatedAt, updatedBy } = row
    return { version, updatedAt, updatedBy, others: await otherEditors(ctx, row.id) }
  },

  'POST /staff/v1/exam_draft_delete': async (ctx, { id, undo }) => {
    const now = ctx.clock.now()
    if (undo) {
      const { rows: others } = await sql`
        select from exam_drafts d join exam_drafts o on o.exam_id = d.exam_id and o.id <> d.id and o.deleted_at is null
        where d.uid = ${id}::uuid and ${draftScope(ctx)}`.execute(ctx.db)
      if (others.length > 0) fail('exam-refused', { msg: '这场考试已经有另一份草稿，请在那份里修改' })
    }
    const { rows } = await sql<{ title: string; changed: boolean }>`
      update exam_drafts d set deleted_at = case when ${undo} then null else coalesce(d.deleted_at, ${now}::bigint) end
      where d.uid = ${id}::uuid and ${draftScope(ctx)} and (d.deleted_at is null or d.deleted_at > ${now - restorableFor}::bigint)
      returning d.body ->> 'title' as title`.execute(ctx.db)
    const row = rows[0] ?? fail('draft-not-found')
    ctx.audit({ target: { kind: 'exam_draft', id, name: row.title }, after: { deleted: !undo } })
    return {}
  },

  'GET /staff/v1/exam_draft_check': async (ctx, { id }) => checkDraft(ctx, await draftByUid(ctx, id)),

  'GET /staff/v1/exam_draft_preview': async (ctx, { id, seed }) => {
    const { body } = await draftByUid(ctx, id)
    const known = new Map((await knownQuestions(ctx, body)).map((one) => [one.brief.id, one]))
    const sections = body.sections.map(({ title, draw, questions }) => ({
      title,
      draw,
      questions: questions.filter(({ question }) => known.has(question)),
    }))
    const chosen = sections.flatMap(({ questions }) => questions)
    const stored = await versionsById(
      ctx.db,
      chosen.map(({ question }) => known.get(question)!.versionId),
    )
    const versions = stored.map((version, i) => {
      const { points } = chosen[i]!
      return setQuestionPoints(version, points === null ? null : Math.round(points * 100))
    })
    const ids = new PaperIds(ctx.config.secret, previewSeed)
    const view = { ids, link: (html: string) => withMediaUrls(ctx.config.secret, html, ctx.clock.now()) }
    return {
      title: body.title,
      notice: (await refuseOnPlanError(draftNotice(body.notice), 'exam-plan-refused')).html,
      durationMinutes: body.durationMinutes,
      seed,
      shuffle: body.shuffle,
      fixed: versions.flatMap((version) => fixedIds(version, ids)),
      ...paperWithKeys(
        versions,
        view,
        sections.map(({ title, draw, questions }) => ({ title, draw, count: questions.length })),
      ),
    }
  },

  'POST /staff/v1/exam_draft_run': async (ctx, input) => {
    ctx.audit(null)
    return runDraft(ctx, input)
  },

  'GET /staff/v1/exam_class_list': listClasses,
  'GET /staff/v1/exam_bank_list': listBanks,
  'GET /staff/v1/exam_question_search': searchQuestions,
  'GET /staff/v1/exam_question_view': (ctx, { id }) => viewQuestion(ctx, id),

  'POST /staff/v1/exam_blueprint': async (ctx, input) => {
    ctx.audit(null)
    return drawBlueprint(ctx, input)
  },

  'POST /staff/v1/exam_publish': async (ctx, { draft: uid, version, acceptClashes, reason }) => {
    const draft = await draftByUid(ctx, uid, true)
    if (draft.version !== version)
      fail('draft-changed', {
        msg: `${draft.updatedBy} 刚刚改过这份草稿，请先看看新的内容再发布`,
        data: { by: draft.updatedBy, at: draft.updatedAt, version: draft.version },
      })
    const exam = await refuseOnPlanError(publishDraft(ctx, draft, { acceptClashes, reason }), 'exam-plan-refused')
    const { title, startsAt, endsAt } = draft.body
    ctx.audit({
      target: examTarget({ uid: exam.uid, title }),
      before: exam.before,
      after: { title, startsAt, endsAt, classes: exam.classes, students: exam.students },
      reason: draft.examId === null ? undefined : reason,
    })
    return { exam: exam.uid, students: exam.students }
  },

  'POST /staff/v1/exam_reschedule': async (ctx, { exam: uid, startsAt, endsAt, reason, acceptClashes }) => {
    const exam = await examInScope(ctx, uid, 'exam.manage')
    const classes = await ctx.db.selectFrom('exam_classes').select('class_id').where('exam_id', '=', exam.id).execute()
    const time = {
      classIds: classes.map((row) => row.class_id),
      startsAt,
      endsAt: endsAt ?? startsAt + exam.ends_at - exam.starts_at,
      apart: exam.id,
    }
    await refuseClashes(ctx.db, time, acceptClashes)
    const moved = await refuseOnPlanError(
      rescheduleExam(ctx.db, exam.slug, { startsAt, endsAt, reason }, ctx.clock.now()),
    )
    const after = { startsAt: moved.startsAt, endsAt: moved.endsAt, students: moved.students }
    const before = { startsAt: exam.starts_at, endsAt: exam.ends_at }
    ctx.audit({ target: examTarget(exam), before, after, reason })
    return after
  },

  'POST /staff/v1/exam_withdraw': async (ctx, { exam: uid, reason }) => {
    const exam = await examInScope(ctx, uid, 'exam.manage')
    if (exam.withdrawn_at !== null) {
      ctx.audit(null)
      return { students: 0 }
    }
    const students = await refuseOnPlanError(withdrawExam(ctx.db, exam.slug, reason, ctx.clock.now()))
    ctx.audit({ target: examTarget(exam), before: { startsAt: exam.starts_at }, after: { students }, reason })
    return { students }
  },
}
