import type { Db } from '../../db/connection'
import { prepared } from '../../db/prepared'
import type { AttemptState } from '../../db/schema/exams'
import { graceSeconds } from '../questions/public'

export interface Saved {
  state: AttemptState
  epoch: number
  deadlineAt: number
  pausedAt: number | null
  rowId: number
  /** Whether staff paused the exam, sent messages or voided questions. */
  hasNews: boolean
  late: number
  /** Sequence numbers of late steps that were rejected because they exceed `lateBytes`. */
  refused: number[]
}

/** SQL column `hasNews`: two index probes, so that only attempts with news need the second query (`roomOf`). */
export const hasNewsColumn = `(a.paused_at is not null or exists (select from exam_messages m where m.exam_id = a.exam_id)
    or exists (select from exam_rulings r where r.exam_id = a.exam_id)) as "hasNews"`

/** Limit in bytes of all late steps of an attempt, including row overhead. Late steps are stored only as evidence. */
const lateBytes = 64 * 1024
const rowBytes = 64

/**
 * Appends the steps of several attempts in one statement. The lock on an attempt's row serialises the save with the
 * closing of the attempt, so that a step is either counted and scored or stored as late. Known steps are looked up one
 * by one in a subselect: PostgreSQL expects 100 rows of each jsonb_to_recordset and would scan the whole table for a
 * \`not exists\`.
 */
const append = (locked: 'wait' | 'skip') =>
  prepared<Saved & { nth: number }>(`
  with save as (
    select nth, uid, user_id, epoch, at, steps
    from jsonb_to_recordset($1::jsonb) as s(nth int, uid uuid, user_id bigint, epoch int, at bigint, steps jsonb)
  ), attempt as (
    select s.nth, s.epoch as sent_epoch, s.at as received_at, s.steps,
      a.id, a.exam_id, a.state, a.epoch, a.deadline_at, a.paused_at, a.late_bytes
    from save s join exam_attempts a on a.uid = s.uid and a.user_id = s.user_id and a.state <> 'prepared'
    for no key update of a ${locked === 'skip' ? 'skip locked' : ''}
  ), sent as (
    select a.id, a.sent_epoch, a.received_at, a.late_bytes, s.seq, s.position, s.answer, s.flagged, s.at,
      octet_length(coalesce(s.answer::text, '')) + ${rowBytes} as bytes,
      case when a.state <> 'running' or coalesce(a.paused_at, a.received_at) > a.deadline_at + ${graceSeconds} then 'late'
        when a.sent_epoch < a.epoch then 'stale' else 'counted' end as fate
    from attempt a,
      jsonb_to_recordset(a.steps) as s(seq int, position smallint, answer jsonb, flagged boolean, at bigint)
    where a.sent_epoch <= a.epoch
      and (select true from exam_steps e where e.attempt_id = a.id and e.epoch = a.sent_epoch and e.seq = s.seq) is null
  ), judged as (
    select id, sent_epoch, received_at, seq, position, answer, flagged, at, fate,
      fate = 'late' and late_bytes + sum(bytes) over (partition by id order by seq) > ${lateBytes} as refused
    from sent
  ), kept as (
    insert into exam_steps (attempt_id, epoch, seq, position, answer, flagged, at, received_at, fate)
    select id, sent_epoch, seq, position, answer, flagged, at, received_at, fate from judged where not refused
    on conflict do nothing
    returning attempt_id, fate, octet_length(coalesce(answer::text, '')) + ${rowBytes} as bytes
  ), late as (
    select attempt_id, count(*) as steps, sum(bytes)::int as bytes from kept where fate = 'late' group by attempt_id
  ), charged as (
    update exam_attempts t set late_bytes = t.late_bytes + late.bytes from late where t.id = late.attempt_id
  )
  select a.nth, a.id as "rowId", a.state, a.epoch, a.deadline_at as "deadlineAt", a.paused_at as "pausedAt", ${hasNewsColumn},
    coalesce((select steps from late where attempt_id = a.id), 0) as late,
    (select coalesce(array_agg(seq), '{}') from judged where refused and id = a.id) as refused
  from attempt a`)

const appendWaiting = append('wait')
/** Skips attempts locked by another transaction, so that a batch does not wait for one student's submission. */
const appendFree = append('skip')

export interface Save {
  /** Uid of the attempt. */
  uid: string
  user_id: number
  epoch: number
  /** Time at which the server received the save. */
  at: number
  steps: object[]
}

interface Waiting {
  save: Save
  resolve(saved: Saved | undefined): void
  reject(error: unknown): void
}

/** Maximum number of saves in one statement, and how long a save waits for others. A benchmark compares it with 1. */
export const saveBatch = { most: 64, waitMs: 2 }

/**
 * Collects saves of many students into one statement while another statement runs; if none runs, a save is sent at
 * once. A save is confirmed after the commit that stores it. Saves that a batch skipped, and all saves of a failed
 * batch, are sent one by one.
 */
class Appender {
  private waiting: Waiting[] = []
  private running = 0
  private timer: NodeJS.Timeout | undefined

  constructor(private readonly db: Db) {}

  add(save: Save): Promise<Saved | undefined> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ save, resolve, reject })
      if (this.running === 0 || this.waiting.length >= saveBatch.most) this.send()
      else this.timer ??= setTimeout(() => this.send(), saveBatch.waitMs)
    })
  }

  private send(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    const batch = this.takeBatch()
    if (batch.length === 0) return
    this.running += 1
    void this.append(batch).finally(() => {
      this.running -= 1
      if (this.waiting.length > 0) this.send()
    })
  }

  /** Takes at most one save per attempt, because all saves of an attempt update the same row. */
  private takeBatch(): Waiting[] {
    const taken = new Map<string, Waiting>()
    const left: Waiting[] = []
    for (const one of this.waiting) {
      if (taken.size < saveBatch.most && !taken.has(one.save.uid)) taken.set(one.save.uid, one)
      else left.push(one)
    }
    this.waiting = left
    return [...taken.values()]
  }

  private async append(batch: Waiting[]): Promise<void> {
    const saved = batch.length === 1 ? [] : await this.appendTogether(batch)
    await Promise.all(
      batch.map(async (one, nth) => {
        const found = saved.find((row) => row.nth === nth)
        if (found) return one.resolve(found)
        await appendWaiting(this.db, JSON.stringify([{ nth: 0, ...one.save }])).then(
          ([row]) => one.resolve(row),
          (error) => one.reject(error),
        )
      }),
    )
  }

  private async appendTogether(batch: Waiting[]) {
    try {
      return await appendFree(this.db, JSON.stringify(batch.map(({ save }, nth) => ({ nth, ...save }))))
    } catch {
      // The caller then sends these saves one by one, so that each reports its own error.
      return []
    }
  }
}

/** One appender per database, because tests use several databases in one process. */
const appenders = new WeakMap<Db, Appender>()

/** Appends the steps of an attempt. Returns undefined if the user has no such attempt. */
export function appendSteps(rootDb: Db, save: Save): Promise<Saved | undefined> {
  let appender = appenders.get(rootDb)
  if (!appender) {
    appender = new Appender(rootDb)
    appenders.set(rootDb, appender)
  }
  return appender.add(save)
}
