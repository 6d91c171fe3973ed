import { randomInt } from 'node:crypto'
import type { PrewrittenBody } from '../../base/prewritten-body'
import { fail } from '../../base/refusal'
import type { Ctx } from '../../context'
import type { Db } from '../../db/connection'
import { prepared } from '../../db/prepared'
import type { AttemptState } from '../../db/schema/exams'
import { showAnswerWithIds } from '../../questions/present'
import { graceSeconds } from '../questions/public'
import { attemptSummary } from './exam-cards'
import { formOf, paperOf, writeStart } from './papers'
import { candidate, effectiveAnswers, examToTake, listExamAttempts } from './queries'
import { readRoomNews } from './room'
import { isRunning, permissionFor } from './rules'

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
  pausedAt: number | null
  leaves: number
  title: string
  passScore: number
  paperSeed: Buffer
  paperVersion: number
  hasNews: boolean
  shuffleQuestions: boolean
  shuffleOptions: boolean
}

/**
 * Starts a prepared attempt or resumes a running one in one statement with all conditions; concurrent starts are
 * serialised by the row lock. If a condition fails, no row is returned, and `startExam` finds the reason.
 */
const enter = prepared<Started>(`
  update exam_attempts a set
    state = 'running',
    started_at = coalesce(a.started_at, $4),
    deadline_at = coalesce(a.deadline_at, least($4 + e.duration, e.ends_at) + e.extension + a.extension),
    epoch = a.epoch + 1,
    device = $3
  from exams e
  where e.uid = $1 and e.withdrawn_at is null and a.exam_id = e.id and a.user_id = $2
    and exists (select from exam_candidates c where c.exam_id = e.id and c.user_id = $2)
    and (a.state = 'running' and coalesce(a.paused_at, $4) <= a.deadline_at + ${graceSeconds}
      or a.state = 'prepared' and $4 >= e.starts_at and $4 < e.ends_at and e.paused_at is null)
    and (a.device is null or a.device = $3 or $5)
  returning a.id as "rowId", a.uid as id, a.exam_id as "examId", a.number, a.seed, a.state, a.started_at as "startedAt",
    a.deadline_at as "deadlineAt", a.epoch, a.paused_at as "pausedAt", e.title, e.pass_score as "passScore", e.seed as "paperSeed",
    e.paper_version as "paperVersion", (a.paused_at is not null or e.paper_version > 0
      or exists (select from exam_messages m where m.exam_id = e.id)
      or exists (select from exam_rulings r where r.exam_id = e.id)) as "hasNews",
    e.shuffle_questions as "shuffleQuestions", e.shuffle_options as "shuffleOptions",
    case when a.epoch = 1 then 0 else (select count(*) from exam_leaves l where l.attempt_id = a.id) end as leaves`)

interface Entry {
  id: string
  device: string
  takeOver: boolean
}

export async function startExam(ctx: Ctx<'student'>, entry: Entry): Promise<PrewrittenBody> {
  const { db, user, clock, config } = ctx
  const now = clock.now()
  const tryEntering = async () => (await enter(db, entry.id, user.id, entry.device, now, entry.takeOver))[0]
  let started = await tryEntering()
  // Retried, because a correction of the exam may remove the prepared attempt in between.
  for (let tries = 1; !started; tries++) {
    const attempt = await beginAnother(ctx, entry, now)
    started = await tryEntering()
    // The attempt may have been started in the meantime on this or another device.
    if (!started && (attempt || tries === 3)) fail('exam-elsewhere', attempt ? { data: { attempt } } : {})
  }
  const exam = { id: started.examId, seed: started.paperSeed, paperVersion: started.paperVersion }
  const paper = formOf(await paperOf(ctx, exam), started.seed)
  const answers = started.epoch === 1 ? [] : await effectiveAnswers(db, [started.rowId])
  const rest = {
    attempt: attemptSummary({ ...started, submittedAt: null, scoreState: null, score: null }, started.passScore, now),
    title: started.title,
    now,
    graceSeconds,
    epoch: started.epoch,
    leaves: started.leaves,
    answers: answers.map(({ position, answer, flagged }) => {
      const version = paper.versions[position]!
      return { question: version.uid, answer: answer && showAnswerWithIds(version, answer, paper), flagged }
    }),
    seed: started.seed,
    shuffle: { questions: started.shuffleQuestions, options: started.shuffleOptions },
    fixed: paper.fixed,
    // Students with different questions: the same question has the same number for staff.
    ...(paper.shown.some((position, at) => position !== at) && {
      paperNumbers: paper.shown.map((position) => position + 1),
    }),
    ...(started.hasNews && (await readRoomNews(db, started.rowId))),
  }
  return writeStart(paper, rest, config.secret, now)
}

/** Prepares the next attempt if allowed, or returns the running one; otherwise rejects with the reason. */
async function beginAnother({ db, user }: Ctx<'student'>, { id }: Entry, now: number): Promise<string | null> {
  const exam = await examToTake(db, id)
  const tried = await listExamAttempts(db, user.id, [exam.id])
  const permission = permissionFor(await candidate(db, user), exam, tried, now)
  if (!permission.allowed) fail('exam-refused', { msg: permission.msg, data: { reason: permission.reason } })
  if (permission.action === 'resume') return tried.find((attempt) => isRunning(attempt, now))!.id
  const number = tried.filter(({ state }) => state !== 'prepared').length + 1
  // A student's extension also applies to the next attempt.
  const extension = Math.max(0, ...tried.map((attempt) => attempt.extension))
  await prepareAttempts(db, exam.id, [{ userId: user.id, number, extension }])
  return null
}

/**
 * Inserts prepared attempts. Existing ones stay unchanged. If students get different papers, the seed of an attempt
 * modulo the number of papers is its paper: papers are assigned in turn, so that each is used equally often, and
 * another attempt of a student gets the next one.
 */
export async function prepareAttempts(
  db: Db,
  examId: number,
  list: { userId: number; number: number; extension?: number }[],
) {
  if (list.length === 0) return
  const seedFor = await seedsOf(db, examId)
  await db
    .insertInto('exam_attempts')
    .values(
      list.map(({ userId, number, extension = 0 }, i) => ({
        exam_id: examId,
        extension,
        user_id: userId,
        number,
        seed: seedFor(userId, i),
        state: 'prepared' as const,
      })),
    )
    .onConflict((conflict) => conflict.columns(['exam_id', 'user_id', 'number']).doNothing())
    .execute()
}

async function seedsOf(db: Db, examId: number): Promise<(userId: number, i: number) => number> {
  const exam = await db.selectFrom('exams').select('forms').where('id', '=', examId).executeTakeFirst()
  const forms = exam?.forms?.lists.length ?? 1
  if (forms === 1) return () => randomInt(2 ** 31)
  const dealt = await db
    .selectFrom('exam_attempts')
    .select(['user_id', 'seed'])
    .where('exam_id', '=', examId)
    .orderBy('id')
    .execute()
  const last = new Map(dealt.map(({ user_id, seed }) => [user_id, seed]))
  return (userId, i) => {
    const before = last.get(userId)
    const form = before === undefined ? (dealt.length + i) % forms : (before + 1) % forms
    const seed = randomInt(2 ** 31 - forms)
    return seed - (seed % forms) + form
  }
}
