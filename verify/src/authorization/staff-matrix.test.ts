import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StaffCallName } from '@dxx/contract/staff-calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { allHandlers } from '../../../server/src/all-handlers'
import { serverRoot } from '../../../server/src/base/paths'
import { long, recordMeasurement, sampleOf } from '../../../server/src/testing/measurements'
import { createStaffFixture, type StaffFixture } from './staff-fixture'
import { checkStaffAccess, checkStaffScope, checkWritingControls, sampledStaffNames, staffNames } from './staff-matrix'

let fixture: StaffFixture
beforeAll(async () => {
  fixture = await createStaffFixture()
}, 600_000)
afterAll(() => fixture.close())

it(`staff calls are open to exactly their roles, with second factor and proof as declared, for ${sampleOf('callers')}`, async () => {
  const { wrong, asked } = await checkStaffAccess(fixture, { sample: !long })
  recordMeasurement(
    'authorization: staff calls by role, second factor and proof',
    { calls: staffNames.length, asked, otherwise: wrong.length },
    { target: '0 otherwise', ok: wrong.length === 0 },
  )
  expect(wrong).toEqual([])
  expect(asked).toBeGreaterThan(staffNames.length * (long ? 20 : 2))
}, 1_800_000)

/** Calls whose response to an own id differs from that to an unknown id. */
const scopedReads: StaffCallName[] = [
  'GET /staff/v1/ai_grade_suggestion',
  'GET /staff/v1/appeal_list',
  'GET /staff/v1/assign_exams',
  'GET /staff/v1/assignment_detail',
  'GET /staff/v1/assignment_list',
  'GET /staff/v1/bank_duplicates',
  'GET /staff/v1/bank_question',
  'GET /staff/v1/campus_info',
  'GET /staff/v1/campus_login_check',
  'GET /staff/v1/class_attention',
  'GET /staff/v1/class_curricula',
  'GET /staff/v1/class_detail',
  'GET /staff/v1/class_grants',
  'GET /staff/v1/class_heatmap',
  'GET /staff/v1/class_students',
  'GET /staff/v1/class_trend',
  'GET /staff/v1/class_weak_points',
  'GET /staff/v1/exam_analysis',
  'GET /staff/v1/exam_attempt_view',
  'GET /staff/v1/exam_class_questions',
  'GET /staff/v1/exam_draft_check',
  'GET /staff/v1/exam_draft_info',
  'GET /staff/v1/exam_draft_preview',
  'GET /staff/v1/exam_info',
  'GET /staff/v1/exam_live',
  'GET /staff/v1/exam_paper',
  'GET /staff/v1/exam_question_answers',
  'GET /staff/v1/exam_question_view',
  'GET /staff/v1/exam_regrade_changes',
  'GET /staff/v1/exam_regrade_list',
  'GET /staff/v1/exam_results',
  'GET /staff/v1/exam_similar_answers',
  'GET /staff/v1/exam_statistics',
  'GET /staff/v1/gradebook',
  'GET /staff/v1/grading_answers',
  'GET /staff/v1/grading_groups',
  'GET /staff/v1/grading_overview',
  'GET /staff/v1/grading_question',
  'GET /staff/v1/hand_ins',
  'GET /staff/v1/lti_info',
  'GET /staff/v1/person_info',
  'GET /staff/v1/roster_import',
  'GET /staff/v1/roster_list',
  'GET /staff/v1/roster_rows',
  'GET /staff/v1/school_seats',
  'GET /staff/v1/studio_check',
  'GET /staff/v1/studio_compare',
  'GET /staff/v1/studio_media',
  'GET /staff/v1/studio_open',
  'GET /staff/v1/studio_revisions',
  'GET /staff/v1/studio_text',
  'GET /staff/v1/term_list',
  'GET /staff/v1/work_assignees',
  'GET /staff/v1/work_counts',
  'GET /staff/v1/work_item',
  'GET /staff/v1/work_list',
  'GET /staff/v1/work_news',
  'GET /staff/v1/work_next',
  'GET /staff/v1/xapi_info',
]

it(`staff calls respond to ${sampleOf('ids')} of a foreign scope as to unknown ids, and change no row there`, async () => {
  const { db } = fixture.app
  const state = async () => {
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(w)::text as row from work_items w where school_id = ${fixture.foreign.ids.school}
      union all select to_jsonb(g)::text from staff_grants g where scope_id in (
        ${sql.join(Object.values(fixture.foreign.ids))})
      union all select to_jsonb(s)::text from console_sessions s where uid = ${fixture.foreign.uids.session}::uuid
      union all select to_jsonb(x)::text from exams x where id = ${fixture.foreign.ids.exam}
      union all select to_jsonb(d)::text from exam_drafts d where uid = ${fixture.foreign.uids.draft}::uuid
      union all select to_jsonb(b)::text from question_drafts b where curriculum_id = ${fixture.foreign.ids.curriculum}
      union all select to_jsonb(c)::text from content_drafts c where curriculum_id = ${fixture.foreign.ids.curriculum}
      union all select to_jsonb(q)::text from questions q where uid = ${fixture.foreign.uids.question}::uuid
      union all select to_jsonb(t)::text from exam_attempts t where uid = ${fixture.foreign.uids.attempt}::uuid
      union all select to_jsonb(p)::text from exam_appeals p where uid = ${fixture.foreign.uids.appeal}::uuid
      union all select to_jsonb(r)::text from exam_regrades r where exam_id = ${fixture.foreign.ids.exam}
      union all select to_jsonb(n)::text from exam_grades n join question_attempts q on q.id = n.question_attempt_id
        where q.uid = ${fixture.foreign.uids.answer}::uuid
      order by 1`.execute(db)
    return rows
  }
  const before = await state()
  const { leaks, reached, asked } = await checkStaffScope(fixture, { sample: !long })
  recordMeasurement(
    'authorization: staff calls with ids of a foreign scope',
    { asked, leaks: leaks.length },
    { target: '0 leaks', ok: leaks.length === 0 },
  )
  expect(leaks).toEqual([])
  expect(await state()).toEqual(before)
  // Positive control: for these calls, the response to an own id differs from that to an unknown id.
  expect([...reached].sort()).toEqual(scopedReads.filter((name) => long || sampledStaffNames.includes(name)))
}, 1_800_000)

it.runIf(long)(
  'every writing staff call responds to ids of its own scope differently than to unknown ids',
  async () => {
    expect(await checkWritingControls(fixture)).toEqual([])
  },
  1_800_000,
)

it('the handler of every writing staff call writes to the audit log', () => {
  const folder = join(serverRoot, 'src')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const sources = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
  const audits = (code: string) => /\baudit\(|(?:approve|reopen)One/.test(code)
  const isAudited = (name: StaffCallName) => {
    const code = String(allHandlers[name])
    if (audits(code)) return true
    // If a handler only calls a function, the function must write the audit entry.
    const [, called = ''] = /=> (\w+)\(ctx\b/.exec(code) ?? []
    const [body = ''] = new RegExp(`^(?:async )?function ${called}\\(ctx[\\s\\S]*?^\\}`, 'm').exec(sources) ?? []
    return called !== '' && audits(body)
  }
  expect(staffNames.filter((name) => name.startsWith('POST ') && !isAudited(name))).toEqual([])
})
