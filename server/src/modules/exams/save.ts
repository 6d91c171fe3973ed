import type { exams } from '@dxx/contract/calls/exams'
import type { z } from 'zod'
import { fail } from '../../base/refusal'
import type { Ctx } from '../../context'
import type { Db } from '../../db/connection'
import { prepared } from '../../db/prepared'
import type { AttemptState } from '../../db/schema/exams'
import { readAnswer } from '../../questions/present'
import { graceSeconds } from '../questions/public'
import { type ExamPaper, paperOf } from './papers'
import { noteSeen } from './presence'
import { roomOf } from './room'

type SaveInput = z.output<(typeof exams)['POST /v1/exam_save']['input']>

interface Saved {
  state: AttemptState
  epoch: number
  deadlineAt: number
  pausedAt: number | null
  rowId: number
  /** Whether staff paused the exam, sent messages or voided questions. */
  hasNews: boolean
  late: number
  /** Sequence numbers of rejected late steps (no space left). */
  refused: number[]
}

/** Two index probes, so that a room without news costs no second query. */
const hasNews = `(a.paused_at is not null or exists (select from exam_messages m where m.exam_id = a.exam_id)
    or exists (select from exam_rulings r where r.exam_id = a.exam_id)) as "hasNews"`

/** Polled every 20 seconds by every student, so it writes nothing. */
const look = prepared<Saved>(`
  select a.id as "rowId", state, epoch, deadline_at as "deadlineAt", paused_at as "pausedAt", 0 as late,
    '{}'::int[] as refused, ${hasNews}
  from exam_attempts a
  where uid = $1 and user_id = $2 and state <> 'prepared'`)

/** Limit of all late steps of an attempt, including row overhead: they are evidence, not storage. */
const lateBytes = 64 * 1024
const rowBytes = 64

/**
 * Appends steps in one statement. The lock on the attempt's row serialises it with closing, so that a step is either
 * counted and scored or stored as late.
 */
const append = prepared<Saved>(`
  with attempt as (
    select id, exam_id, state, epoch, deadline_at, paused_at, late_bytes from exam_attempts
    where uid = $1 and user_id = $2 and state <> 'prepared'
    for no key update
  ), sent as (
    select a.id, a.late_bytes, s.seq, s.position, s.answer, s.flagged, s.at,
      octet_length(coalesce(s.answer::text, '')) + ${rowBytes} as bytes,
      case when a.state <> 'running' or coalesce(a.paused_at, $3) > a.deadline_at + ${graceSeconds} then 'late'
        when $4 < a.epoch then 'stale' else 'counted' end as fate
    from attempt a,
      jsonb_to_recordset($5::jsonb) as s(seq int, position smallint, answer jsonb, flagged boolean, at bigint)
    where $4 <= a.epoch
      and not exists (select from exam_steps e where e.attempt_id = a.id and e.epoch = $4 and e.seq = s.seq)
  ), judged as (
    select id, seq, position, answer, flagged, at, fate,
      fate = 'late' and late_bytes + sum(bytes) over (order by seq) > ${lateBytes} as refused
    from sent
  ), kept as (
    insert into exam_steps (attempt_id, epoch, seq, position, answer, flagged, at, received_at, fate)
    select id, $4, seq, position, answer, flagged, at, $3, fate from judged where not refused
    on conflict do nothing
    returning fate, octet_length(coalesce(answer::text, '')) + ${rowBytes} as bytes
  ), late as (
    select count(*) as steps, coalesce(sum(bytes), 0)::int as bytes from kept where fate = 'late'
  ), charged as (
    update exam_attempts t set late_bytes = t.late_bytes + late.bytes from late, attempt a
    where t.id = a.id and late.bytes > 0
  )
  select a.id as "rowId", a.state, a.epoch, a.deadline_at as "deadlineAt", a.paused_at as "pausedAt", ${hasNews}, (select steps from late) as late,
    (select coalesce(array_agg(seq), '{}') from judged where refused) as refused
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
      // An invalid step must not block later ones.
      if (given === undefined) refused.push(seq)
      else rows.push({ seq, position, answer: given, flagged, at })
    }
  }
  const [saved] =
    rows.length === 0
      ? await look(db, attempt, user.id)
      : await append(db, attempt, user.id, now, epoch, JSON.stringify(rows))
  if (!saved) return fail('attempt-not-found')
  // An epoch never issued: nothing was stored, so the client must not treat it as saved.
  if (epoch > saved.epoch) fail('epoch-unknown')
  noteSeen(ctx.rootDb, saved.rowId, now, rows.length > 0)
  return {
    ...saved,
    room: saved.hasNews && saved.state === 'running' ? await roomOf(db, saved.rowId) : {},
    now,
    refused: [...refused, ...saved.refused],
    takenOver: saved.state === 'running' && epoch < saved.epoch,
  }
}

/** The exam of an attempt never changes. Bounded cache, oldest evicted first. */
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

/** Most leaves stored per attempt: more of them add no information. */
export const mostLeaves = 1000

/** A leave is reported when it begins and again when it ends: the longer time wins. */
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
