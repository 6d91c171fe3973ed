import { sql } from 'kysely'
import type { Db } from '../../../db/connection'
import { changeBins } from './change-bins'
import type { RegradeChange } from './regrade'

export const studentColumns = sql`coalesce(s.name, u.nickname) as name, coalesce(s.student_no, '') as number,
  coalesce(s.class_name, '') as class`

async function namesOf(db: Db, userIds: number[]) {
  const { rows } = await sql<{ id: number; name: string; number: string; class: string }>`
    select u.id, ${studentColumns} from users u left join student_applications s on s.user_id = u.id
    where u.id = any(${userIds}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, ...names }) => [id, names]))
}

const average = (values: number[]) =>
  values.length === 0 ? null : Math.round(values.reduce((sum, value) => sum + value, 0) / values.length) / 100

const mostChanges = 200

/** The result of each student before and after: the best final attempt counts, as in the list of results. */
function byStudent(changes: RegradeChange[]): RegradeChange[] {
  const changesByAttempt = new Map<number, RegradeChange[]>()
  for (const change of changes)
    if (change.isFinal) changesByAttempt.set(change.userId, [...(changesByAttempt.get(change.userId) ?? []), change])
  return [...changesByAttempt.values()].map((attempts) => {
    const counted = attempts.reduce((best, one) => (one.totalBefore > best.totalBefore ? one : best))
    return { ...counted, totalAfter: Math.max(...attempts.map(({ totalAfter }) => totalAfter)) }
  })
}

/** Effect of a regrade: how many students' totals change, by how much, and the largest changes with names. */
export async function summariseChanges(db: Db, { pass_score }: { pass_score: number }, changes: RegradeChange[]) {
  const results = byStudent(changes)
  const changed = results.filter(({ totalBefore, totalAfter }) => totalBefore !== totalAfter)
  const largest = changed
    .toSorted((a, b) => Math.abs(b.totalAfter - b.totalBefore) - Math.abs(a.totalAfter - a.totalBefore))
    .slice(0, mostChanges)
  const names = await namesOf(
    db,
    largest.map(({ userId }) => userId),
  )
  const passes = (score: number) => score >= pass_score
  return {
    attempts: changes.length,
    open: changes.filter(({ isFinal }) => !isFinal).length,
    students: results.length,
    changed: changed.length,
    up: changed.filter(({ totalBefore, totalAfter }) => totalAfter > totalBefore).length,
    down: changed.filter(({ totalBefore, totalAfter }) => totalAfter < totalBefore).length,
    passing: changed.filter(({ totalBefore, totalAfter }) => !passes(totalBefore) && passes(totalAfter)).length,
    failing: changed.filter(({ totalBefore, totalAfter }) => passes(totalBefore) && !passes(totalAfter)).length,
    averageBefore: average(results.map(({ totalBefore }) => totalBefore)),
    averageAfter: average(results.map(({ totalAfter }) => totalAfter)),
    distribution: changeBins(results.map(({ totalBefore, totalAfter }) => totalAfter - totalBefore)).map(
      ({ from, to, students }) => ({ from: from / 100, to: to / 100, students }),
    ),
    changes: largest.map(({ uid, userId, before, after, totalBefore, totalAfter }) => ({
      attempt: uid,
      ...names.get(userId)!,
      before: before / 100,
      after: after / 100,
      totalBefore: totalBefore / 100,
      totalAfter: totalAfter / 100,
    })),
  }
}
