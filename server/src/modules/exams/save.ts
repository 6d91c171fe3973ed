import type { exams } from '@dxx/contract/calls/exams'
import type * as z from 'zod'
import { fail } from '../../base/refusal'
import type { Ctx } from '../../context'
import type { Db } from '../../db/connection'
import { prepared } from '../../db/prepared'
import { readAnswer } from '../../questions/present'
import { appendSteps, hasNewsColumn, type Saved } from './append-steps'
import { type ExamPaper, formOf, paperOf } from './papers'
import { noteSeen } from './presence'
import { readRoomNews } from './room'

type SaveInput = z.output<(typeof exams)['POST /v1/exam_save']['input']>

/** Reads the state of an attempt. Every student polls it every 20 seconds, so it writes nothing. */
const look = prepared<Saved>(`
  select a.id as "rowId", state, epoch, deadline_at as "deadlineAt", paused_at as "pausedAt", 0 as late,
    '{}'::int[] as refused, ${hasNewsColumn}
  from exam_attempts a
  where uid = $1 and user_id = $2 and state <> 'prepared'`)

export async function saveSteps(ctx: Ctx<'student'>, { attempt, epoch, steps }: SaveInput) {
  const { db, user, clock } = ctx
  const now = clock.now()
  const refused: number[] = []
  const rows = []
  if (steps.length > 0) {
    const paper = await paperOfAttempt(ctx, attempt)
    for (const { seq, question, answer, flagged, at } of steps) {
      const position = paper.positions.get(question)
      const given = position === undefined ? undefined : answer && readAnswer(paper.versions[position]!, answer, paper)
      // An invalid step is skipped, because it must not block later ones.
      if (given === undefined) refused.push(seq)
      else rows.push({ seq, position, answer: given, flagged, at })
    }
  }
  const [saved] =
    rows.length === 0
      ? await look(db, attempt, user.id)
      : [await appendSteps(ctx.rootDb, { uid: attempt, user_id: user.id, epoch, at: now, steps: rows })]
  if (!saved) return fail('attempt-not-found')
  // If the epoch was never issued, nothing was stored, so the client must not treat the steps as saved.
  if (epoch > saved.epoch) fail('epoch-unknown')
  noteSeen(ctx.rootDb, saved.rowId, now, rows.length > 0)
  return {
    ...saved,
    room: saved.hasNews && saved.state === 'running' ? await readRoomNews(db, saved.rowId) : {},
    now,
    refused: [...refused, ...saved.refused],
    takenOver: saved.state === 'running' && epoch < saved.epoch,
  }
}

/** Cache of the exam of each attempt, which never changes. The oldest entries are evicted. */
const examsOfAttempts = new WeakMap<Db, Map<string, { id: number; seed: Buffer; attemptSeed: number }>>()
const maxKnown = 50_000

async function paperOfAttempt(ctx: Ctx<'student'>, uid: string): Promise<ExamPaper> {
  const { rootDb, user } = ctx
  let known = examsOfAttempts.get(rootDb)
  if (!known) {
    known = new Map()
    examsOfAttempts.set(rootDb, known)
  }
  const key = `${user.id} ${uid}`
  let exam = known.get(key)
  if (!exam) {
    exam =
      (await rootDb
        .selectFrom('exam_attempts as a')
        .innerJoin('exams as e', 'e.id', 'a.exam_id')
        .select(['e.id', 'e.seed', 'a.seed as attemptSeed'])
        .where('a.uid', '=', uid)
        .where('a.user_id', '=', user.id)
        .executeTakeFirst()) ?? fail('attempt-not-found')
    known.set(key, exam)
    if (known.size > maxKnown) known.delete(known.keys().next().value!)
  }
  return formOf(await paperOf(ctx, exam), exam.attemptSeed)
}

type LeaveInput = z.output<(typeof exams)['POST /v1/exam_leave']['input']>

/** Maximum number of leaves (times a student left the exam page) stored per attempt; more add no information. */
export const mostLeaves = 1000

/** Stores leaves. A leave is reported when it begins and again when it ends: the longer time wins. */
const appendLeaves = prepared<{ leaves: number }>(`
  with attempt as (
    select id from exam_attempts where uid = $1 and user_id = $2 and state <> 'prepared' and epoch >= $3
  ), kept as (
    insert into exam_leaves (attempt_id, epoch, seq, at, seconds)
    select a.id, $3, l.seq, l.at, l.seconds
    from attempt a,
      rows from (jsonb_to_recordset($4::jsonb) as (seq int, at bigint, seconds int)) with ordinality as l(seq, at, seconds, nth)
    where l.nth + (select count(*) from exam_leaves e where e.attempt_id = a.id) <= ${mostLeaves}
      or exists (select from exam_leaves e where e.attempt_id = a.id and e.epoch = $3 and e.seq = l.seq)
    on conflict (attempt_id, epoch, seq) do update set seconds = greatest(exam_leaves.seconds, excluded.seconds)
    returning (xmax = 0) as added
  )
  select (select count(*) from exam_leaves l where l.attempt_id = a.id) + (select count(*) from kept where added) as leaves
  from attempt a`)

export async function saveLeaves({ db, user }: Ctx<'student'>, { attempt, epoch, leaves }: LeaveInput) {
  const once = [...new Map(leaves.map((leave) => [leave.seq, leave])).values()]
  const [saved] = await appendLeaves(db, attempt, user.id, epoch, JSON.stringify(once))
  return saved ?? fail('attempt-not-found')
}
