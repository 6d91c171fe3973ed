import { randomInt } from 'node:crypto'
import type { Ctx } from '../../context'
import type { Db } from '../../db/connection'
import { prepared } from '../../db/prepared'
import { fail } from '../../http/errors'
import type { Written } from '../../http/written'
import { graceSeconds, sayAnswer } from '../questions/public'
import { brief } from './briefs'
import { paperOf, writeStart } from './papers'
import { attemptsOf, candidate, effectiveAnswers, examByUid } from './queries'
import { isRunning, permissionFor } from './rules'
import type { AttemptState } from './schema'

interface Started {
  rowId: number
  id: string
  examId: number
  number: number
  seed: number
  state: AttemptState
  startedAt: number
  deadlineAt: number
  epoch: number
  leaves: number
  title: string
  passScore: number
  paperSeed: Buffer
  shuffleQuestions: boolean
  shuffleOptions: boolean
}

/**
 * Begins an attempt that was prepared, or goes on with one that runs, in one statement: everything that must hold is in
 * its conditions, and two at once wait for each other at the row. No row: something does not hold, see `exam_start`.
 */
const enter = prepared<Started>(`
  update exam_attempts a set
    state = 'running',
    started_at = coalesce(a.started_at, $4),
    deadline_at = coalesce(a.deadline_at, least($4 + e.duration, e.ends_at) + e.extension + a.extension),
    epoch = a.epoch + 1,
    device = $3
  from exams e, exam_classes c, student_applications s
  where e.uid = $1 and a.exam_id = e.id and a.user_id = $2 and s.user_id = $2 and c.exam_id = e.id
    and c.class_id = s.class_id and s.school_id = e.school_id
    and (a.state = 'running' and $4 <= a.deadline_at + ${graceSeconds}
      or a.state = 'prepared' and $4 >= e.starts_at and $4 < e.ends_at)
    and (a.device is null or a.device = $3 or $5)
  returning a.id as "rowId", a.uid as id, a.exam_id as "examId", a.number, a.seed, a.state, a.started_at as "startedAt",
    a.deadline_at as "deadlineAt", a.epoch, e.title, e.pass_score as "passScore", e.seed as "paperSeed",
    e.shuffle_questions as "shuffleQuestions", e.shuffle_options as "shuffleOptions",
    case when a.epoch = 1 then 0 else (select count(*) from exam_leaves l where l.attempt_id = a.id) end as leaves`)

interface Entry {
  id: string
  device: string
  takeOver: boolean
}

export async function startExam(ctx: Ctx<'student'>, entry: Entry): Promise<Written> {
  const { db, user, clock, config } = ctx
  const now = clock.now()
  const tryEntering = async () => (await enter(db, entry.id, user.id, entry.device, now, entry.takeOver))[0]
  let started = await tryEntering()
  if (!started) {
    const attempt = await beginAnother(ctx, entry, now)
    // It may have begun meanwhile, on this device or on another one.
    started = (await tryEntering()) ?? fail('exam-elsewhere', attempt ? { data: { attempt } } : {})
  }
  const paper = await paperOf(ctx, { id: started.examId, seed: started.paperSeed })
  const answers = started.epoch === 1 ? [] : await effectiveAnswers(db, [started.rowId])
  const rest = {
    attempt: brief({ ...started, submittedAt: null, scoreState: null, score: null }, started.passScore),
    title: started.title,
    now,
    graceSeconds,
    epoch: started.epoch,
    leaves: started.leaves,
    answers: answers.map(({ position, answer, flagged }) => {
      const version = paper.versions[position]!
      return { question: version.uid, answer: answer && sayAnswer(version, answer, paper), flagged }
    }),
    seed: started.seed,
    shuffle: { questions: started.shuffleQuestions, options: started.shuffleOptions },
    fixed: paper.fixed,
  }
  return writeStart(paper, rest, config.secret, now)
}

/** Makes the next attempt where one may be begun, or names the one that runs; else says why not. */
async function beginAnother({ db, user }: Ctx<'student'>, { id }: Entry, now: number): Promise<string | null> {
  const exam = (await examByUid(db, id)) ?? fail('exam-not-found')
  const tried = await attemptsOf(db, user.id, [exam.id])
  const permission = permissionFor(await candidate(db, user), exam, tried, now)
  if (!permission.allowed) fail('exam-refused', { msg: permission.msg, data: { reason: permission.reason } })
  if (permission.action === 'resume') return tried.find((attempt) => isRunning(attempt, now))!.id
  const number = tried.filter(({ state }) => state !== 'prepared').length + 1
  await prepareAttempts(db, exam.id, [{ userId: user.id, number }])
  return null
}

/** Rows that wait to be begun. Those that are there already stay as they are. */
export async function prepareAttempts(db: Db, examId: number, list: { userId: number; number: number }[]) {
  if (list.length === 0) return
  await db
    .insertInto('exam_attempts')
    .values(
      list.map(({ userId, number }) => ({
        exam_id: examId,
        user_id: userId,
        number,
        seed: randomInt(2 ** 31),
        state: 'prepared' as const,
      })),
    )
    .onConflict((conflict) => conflict.columns(['exam_id', 'user_id', 'number']).doNothing())
    .execute()
}
