import type { exams } from '@dxx/contract/calls/exams'
import type { z } from 'zod'
import type { Ctx } from '../../context'
import type { Db } from '../../db/connection'
import { prepared } from '../../db/prepared'
import { fail } from '../../http/errors'
import { graceSeconds, readAnswer } from '../questions/public'
import { type ExamPaper, paperOf } from './papers'
import type { AttemptState } from './schema'

type SaveInput = z.output<(typeof exams)['POST /v1/exam_save']['input']>

interface Saved {
  state: AttemptState
  epoch: number
  deadlineAt: number
  late: number
}

/** Asked every 20 seconds by every student who sits there thinking: it writes nothing. */
const look = prepared<Saved>(`
  select state, epoch, deadline_at as "deadlineAt", 0 as late from exam_attempts
  where uid = $1 and user_id = $2 and state <> 'prepared'`)

/**
 * Appends steps in one statement. Holding the attempt's row makes it wait for a closing that is under way, or the
 * closing for it, so that a step is either counted and scored or kept as late, never counted and forgotten.
 */
const append = prepared<Saved>(`
  with attempt as (
    select id, state, epoch, deadline_at from exam_attempts
    where uid = $1 and user_id = $2 and state <> 'prepared'
    for no key update
  ), kept as (
    insert into exam_steps (attempt_id, epoch, seq, position, answer, flagged, at, received_at, fate)
    select a.id, $4, s.seq, s.position, s.answer, s.flagged, s.at, $3,
      case when a.state <> 'running' or $3 > a.deadline_at + ${graceSeconds} then 'late'
        when $4 < a.epoch then 'stale' else 'counted' end
    from attempt a,
      jsonb_to_recordset($5::jsonb) as s(seq int, position smallint, answer jsonb, flagged boolean, at bigint)
    where $4 <= a.epoch
    on conflict do nothing
    returning fate
  )
  select a.state, a.epoch, a.deadline_at as "deadlineAt", (select count(*) from kept where fate = 'late') as late
  from attempt a`)

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
      // One that does not fit must not hold up all that come after it.
      if (given === undefined) refused.push(seq)
      else rows.push({ seq, position, answer: given, flagged, at })
    }
  }
  const [saved] =
    rows.length === 0
      ? await look(db, attempt, user.id)
      : await append(db, attempt, user.id, now, epoch, JSON.stringify(rows))
  if (!saved) return fail('attempt-not-found')
  return { ...saved, now, refused, takenOver: saved.state === 'running' && epoch < saved.epoch }
}

/** Which exam an attempt belongs to never changes. Bounded, oldest out first. */
const examsOfAttempts = new WeakMap<Db, Map<string, { id: number; seed: Buffer }>>()
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
        .select(['e.id', 'e.seed'])
        .where('a.uid', '=', uid)
        .where('a.user_id', '=', user.id)
        .executeTakeFirst()) ?? fail('attempt-not-found')
    known.set(key, exam)
    if (known.size > maxKnown) known.delete(known.keys().next().value!)
  }
  return paperOf(ctx, exam)
}

type LeaveInput = z.output<(typeof exams)['POST /v1/exam_leave']['input']>

/** A leave is told when it begins and again when it ends: the longer time wins. */
const appendLeaves = prepared<{ leaves: number }>(`
  with attempt as (
    select id from exam_attempts where uid = $1 and user_id = $2 and state <> 'prepared' and epoch >= $3
  ), kept as (
    insert into exam_leaves (attempt_id, epoch, seq, at, seconds)
    select a.id, $3, l.seq, l.at, l.seconds
    from attempt a, jsonb_to_recordset($4::jsonb) as l(seq int, at bigint, seconds int)
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
