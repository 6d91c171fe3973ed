import { formatDate } from '@dxx/contract/rules/time-from'
import { sql } from 'kysely'
import type { Ctx } from '../../context'
import type { Db } from '../../db/connection'
import { preparedSql } from '../../db/prepared'
import { type DueAssignment, nextAssignment, selectDueAssignments } from '../assignments/public'
import { selectNextReview, selectWrongDue } from '../bank/public'
import { type LatestProgress, selectLatestProgress } from '../catalogue/public'
import { type NextExam, selectNextExam } from '../exams/public'
import { studiedToday } from '../study/public'

const mostResumed = 2

/** Rows that change whenever the user reads or watches content. */
interface StudyRows {
  /** Version of these rows, see migration 0145. Read in the same statement as the rows, so that it is never newer. */
  study: string | null
  latest: LatestProgress[]
  today: { minutes: number; streak: number }
}

interface PlanRows {
  plan: string | null
  owned: number[]
  reviewDue: number
  /** When the next question of 错题本 becomes due. */
  nextReview: number | null
  exam: NextExam | null
  homework: DueAssignment[]
}

/** Rows of the home page that differ for each user. */
export interface UserRows extends StudyRows, PlanRows {
  assignment: Awaited<ReturnType<typeof nextAssignment>>
}

interface CachedRows {
  rows: UserRows
  /** Day of `today`. */
  day: string
  /** Time at which the rows change without any write, such as a due date. */
  until: number
}

/**
 * Maximum age of rows in seconds, for changes that no version covers: newly published content, and exams and homework
 * that enter the time span of the plan.
 */
const lifeSeconds = 60

/** Maximum number of users per database, with 1 to 2 KB each. */
const maxUsers = 4000

/** One cache per database, because a standby may lag behind the primary. */
const caches = new WeakMap<Db, Map<number, CachedRows>>()

const ofUser = (userId: number) => sql`home_versions where user_id in (0, ${userId})`

const readVersions = preparedSql(
  (userId: number) =>
    sql<Pick<UserRows, 'study' | 'plan'>>`
      select array_agg(study)::text as study, array_agg(plan)::text as plan from ${ofUser(userId)}`,
)

const studyColumns = (userId: number, day: string, now: number) => sql`
  (select array_agg(study)::text from ${ofUser(userId)}) as study,
  (select coalesce(jsonb_agg(to_jsonb(l) order by l."updatedAt" desc, l."curriculumId"), '[]')
    from (${selectLatestProgress(userId, null, { most: mostResumed, now })}) as l) as latest,
  ${studiedToday(userId, day)} as today`

const readStudy = preparedSql(
  (userId: number, day: string, now: number) => sql<StudyRows>`select ${studyColumns(userId, day, now)}`,
)

const readAll = preparedSql(
  (userId: number, day: string, now: number) => sql<StudyRows & PlanRows>`
    select ${studyColumns(userId, day, now)},
      (select array_agg(plan)::text from ${ofUser(userId)}) as plan,
      (select coalesce(jsonb_agg(curriculum_id), '[]') from entitlements
        where user_id = ${userId} and revoked_at is null) as owned,
      ${selectWrongDue(userId, now)} as "reviewDue",
      ${selectNextReview(userId, now)} as "nextReview",
      ${selectNextExam(userId, now)} as exam,
      ${selectDueAssignments(userId, now)} as homework`,
)

/**
 * Returns the user's rows, from memory if the versions in the database are the cached ones. Returns the same object
 * until a row changes.
 */
export async function readUserRows(ctx: Ctx, userId: number): Promise<UserRows> {
  const { db, clock } = ctx
  const cache = caches.get(db) ?? new Map<number, CachedRows>()
  caches.set(db, cache)
  const now = clock.now()
  const day = formatDate(now)
  const cached = cache.get(userId)
  if (cached?.day === day && now < cached.until) {
    const { rows } = cached
    const [versions] = await readVersions(db, userId)
    if (versions!.plan === rows.plan) {
      if (versions!.study === rows.study) return rows
      const [study] = await readStudy(db, userId, day, now)
      cached.rows = { ...rows, ...study!, assignment: await nextAssignment(db, userId, rows.homework) }
      return cached.rows
    }
  }
  const [all] = await readAll(db, userId, day, now)
  const rows = { ...all!, assignment: await nextAssignment(db, userId, all!.homework) }
  // Deleted before it is added again, so that entries stay sorted by age.
  cache.delete(userId)
  if (cache.size >= maxUsers) cache.delete(cache.keys().next().value!)
  cache.set(userId, { rows, day, until: nextChange(rows, now) })
  return rows
}

/** Time from which the rows may differ although no version has changed. */
function nextChange({ nextReview, exam, homework }: PlanRows, now: number): number {
  const times = [now + lifeSeconds, ...homework.map(({ dueAt }) => dueAt + 1)]
  if (nextReview !== null) times.push(nextReview)
  if (exam) times.push(exam.startsAt, exam.endsAt + 1)
  return Math.min(...times.filter((at) => at > now))
}
