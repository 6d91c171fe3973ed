import type { AiPurpose } from '@dxx/contract/calls/staff/ai'
import { formatDate } from '@dxx/contract/rules/time-from'
import { sql } from 'kysely'
import type { StaffCtx } from '../../context'

interface Sum {
  tokens: number
  micros: number
}

const mostUsers = 10

/** Tokens and cost of the last days: by day, by purpose, and the users with the highest use. */
export async function readSpending({ db, clock, config, ai }: StaffCtx, { days }: { days: number }) {
  const now = clock.now()
  const to = formatDate(now)
  const from = formatDate(now - (days - 1) * 86_400)
  const { rows: byDay } = await sql<{ day: string } & Sum>`
    select to_char(d, 'YYYY-MM-DD') as day, coalesce(s.tokens, 0) as tokens, coalesce(s.cost_micros, 0) as micros
    from generate_series(${from}::date, ${to}::date, interval '1 day') d
      left join ai_site_spending s on s.day = d::date
    order by d`.execute(db)
  const { rows: purposes } = await sql<{ purpose: AiPurpose; requests: number } & Sum>`
    select purpose, sum(requests)::int as requests, sum(tokens)::bigint as tokens, sum(cost_micros)::bigint as micros
    from ai_purpose_spending where day between ${from}::date and ${to}::date
    group by purpose order by micros desc, tokens desc, purpose`.execute(db)
  const { rows: users } = await sql<{ id: string; name: string } & Sum>`
    select u.uid as id, u.nickname as name, s.tokens, s.micros
    from (select user_id, sum(tokens)::bigint as tokens, sum(cost_micros)::bigint as micros from ai_spending
        where day between ${from}::date and ${to}::date
        group by user_id having sum(tokens) > 0 order by micros desc, tokens desc, user_id limit ${mostUsers}) s
      join users u on u.id = s.user_id
    order by s.micros desc, s.tokens desc, s.user_id`.execute(db)
  const { day: _, ...today } = byDay.at(-1)!
  const { price, budget } = config.ai
  return { model: ai?.model ?? '', price, budget, today, days: byDay, purposes, users }
}
