import type { DayNumbers, numbers } from '@dxx/contract/calls/staff/numbers'
import { formatDate } from '@dxx/contract/rules/time-from'
import { sql } from 'kysely'
import type { Handlers } from '../../context'
import { siteFact } from '../site/public'
import { countRunningExams } from './sum-daily'

const shownDays = 30

type Metric = Exclude<keyof DayNumbers, 'day'>

/** Maps metric names of the database to names of the API. */
const metrics: Record<string, Metric> = {
  active_users: 'activeUsers',
  new_users: 'newUsers',
  study_seconds: 'studySeconds',
  orders: 'orders',
  payments: 'payments',
  revenue_cents: 'revenueCents',
  refunds: 'refunds',
  refund_cents: 'refundCents',
  exams: 'exams',
}

const emptyDay = (day: string): DayNumbers => ({
  day,
  activeUsers: 0,
  newUsers: 0,
  studySeconds: 0,
  orders: 0,
  payments: 0,
  revenueCents: 0,
  refunds: 0,
  refundCents: 0,
  exams: 0,
})

export const handlers: Handlers<typeof numbers> = {
  'GET /staff/v1/numbers': async ({ db, clock }) => {
    const now = clock.now()
    const days = Array.from({ length: shownDays }, (_, at) => emptyDay(formatDate(now - (shownDays - 1 - at) * 86_400)))
    const { rows } = await sql<{ day: string; metric: string; value: number }>`
      select day::text, metric, value from daily_numbers
      where day between ${days[0]!.day}::date and ${days.at(-1)!.day}::date`.execute(db)
    const byDay = new Map(days.map((day) => [day.day, day]))
    for (const { day, metric, value } of rows) {
      const name = metrics[metric]
      if (name) byDay.get(day)![name] = value
    }
    const counted = await siteFact(db, 'numbers')
    return { at: now, countedAt: counted?.at ?? null, days, examsRunning: await countRunningExams(db, now) }
  },
}
