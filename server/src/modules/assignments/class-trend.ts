import type { classProgress } from '@dxx/contract/calls/staff/class-progress'
import { formatDate, startOfDay } from '@dxx/contract/rules/time-from'
import { sql } from 'kysely'
import type { Handlers } from '../../context'
import { classInScope } from '../classes/public'

const weeksShown = 12
const day = 86_400

/** SQL: answers `a` of students that staff of their class may see: scored, and not of an exam that is still open. */
export const visibleAnswers = sql<boolean>`a.verdict in ('right', 'partial', 'wrong')
  and (a.source <> 'exam' or exists (select from exam_attempts v join exams e on e.id = v.exam_id
    where v.id = a.exam_attempt_id and e.finished_at is not null))`

/** Monday of the week of a time, as the second at which it begins in Asia/Shanghai. 1970-01-05 was a Monday. */
function startOfWeek(at: number): number {
  const start = startOfDay(at)
  const monday = startOfDay(4 * day)
  return start - ((start - monday) % (7 * day))
}

interface Week {
  week: number
  minutes: number
  active: number
  answers: number
  right: number
}

export const classTrendHandlers: Pick<Handlers<typeof classProgress>, 'GET /staff/v1/class_trend'> = {
  'GET /staff/v1/class_trend': async (ctx, { id }) => {
    const row = await classInScope(ctx, id, 'class.view')
    const first = startOfWeek(ctx.clock.now()) - (weeksShown - 1) * 7 * day
    const students = sql`select distinct x.user_id from class_students x
      where x.class_id = ${row.id} and x.user_id is not null`
    const { rows } = await sql<Week>`
      with students as materialized (${students}),
      studied as (
        select (e.day - ${formatDate(first)}::date) / 7 as week, sum(e.end_at - e.start_at) / 60 as minutes,
          count(distinct e.user_id) as active
        from students s join study_events e on e.user_id = s.user_id and e.day >= ${formatDate(first)}::date group by 1),
      answered as (
        select (a.created_at - ${first}::bigint) / ${7 * day}::bigint as week, count(*) as answers,
          count(*) filter (where a.verdict = 'right') as right
        from students s join question_attempts a on a.user_id = s.user_id and a.created_at >= ${first}::bigint
        where ${visibleAnswers} group by 1)
      select week::int, coalesce(minutes, 0)::int as minutes, coalesce(active, 0)::int as active,
        coalesce(answers, 0)::int as answers, coalesce("right", 0)::int as right
      from studied full join answered using (week)`.execute(ctx.db)
    const { rows: counted } = await sql<{ count: number }>`select count(*) as count from (${students}) s`.execute(
      ctx.db,
    )
    return {
      students: counted[0]!.count,
      weeks: Array.from({ length: weeksShown }, (_, at) => {
        const found = rows.find(({ week }) => week === at)
        const { minutes, active, answers, right } = found ?? { minutes: 0, active: 0, answers: 0, right: 0 }
        const rightPercent = answers === 0 ? null : Math.round((right * 100) / answers)
        return { from: formatDate(first + at * 7 * day), minutes, active, answers, rightPercent }
      }),
    }
  },
}
