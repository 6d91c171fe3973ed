import type { AiPurpose } from '@dxx/contract/calls/staff/ai'
import { formatDate } from '@dxx/contract/rules/time-from'
import { sql } from 'kysely'
import type { AiUsage } from '../../adapters/ai/ai'
import type { AiBudget, AiSettings } from '../../adapters/ai/settings'
import type { Db } from '../../db/connection'
import { inTransaction } from '../../db/transaction'

interface Spent {
  tokens: number
  micros: number
}

/** Tokens and cost set aside for one answer, on the day it began. */
export interface Reservation extends Spent {
  userId: number
  day: string
  purpose: AiPurpose
}

/** Budget of today that is used up: the user's or the site's. */
export type SpentScope = 'user' | 'site'

export const costOf = ({ input, output }: Pick<AiUsage, 'input' | 'output'>, { price }: Pick<AiSettings, 'price'>) =>
  Math.ceil(input * price.input + output * price.output)

/** SQL condition: the budget allows these tokens; 0 means no limit. */
const allows = (tokens: ReturnType<typeof sql>, micros: ReturnType<typeof sql>, budget: AiBudget) =>
  sql<boolean>`(${budget.tokens} = 0 or ${tokens} <= ${budget.tokens}) and (${budget.micros} = 0 or ${micros} <= ${budget.micros})`

class BudgetSpent extends Error {
  constructor(readonly scope: SpentScope) {
    super(`the budget of the ${scope} is spent`)
  }
}

/**
 * Reserves the maximum cost of an answer, so that parallel answers cannot exceed a budget together. Returns the scope
 * whose budget does not allow it.
 */
export async function reserveSpending(
  db: Db,
  { userId, now, purpose, tokens, micros }: { userId: number; now: number; purpose: AiPurpose } & Spent,
  { budget }: Pick<AiSettings, 'budget'>,
): Promise<Reservation | SpentScope> {
  const day = formatDate(now)
  const requestedTokens = sql`${tokens}::bigint`
  const cost = sql`${micros}::bigint`
  try {
    await inTransaction(db, async (tx) => {
      const reserved = await sql`
        insert into ai_spending as s (user_id, day, tokens, cost_micros)
        select ${userId}, ${day}::date, ${requestedTokens}, ${cost} where ${allows(requestedTokens, cost, budget.user)}
        on conflict (user_id, day) do update set tokens = s.tokens + ${requestedTokens}, cost_micros = s.cost_micros + ${cost}
        where ${allows(sql`s.tokens + ${requestedTokens}`, sql`s.cost_micros + ${cost}`, budget.user)}
        returning 1`.execute(tx)
      if (reserved.rows.length === 0) throw new BudgetSpent('user')
      const site = await sql`
        insert into ai_site_spending as s (day, tokens, cost_micros)
        select ${day}::date, ${requestedTokens}, ${cost} where ${allows(requestedTokens, cost, budget.site)}
        on conflict (day) do update set tokens = s.tokens + ${requestedTokens}, cost_micros = s.cost_micros + ${cost}
        where ${allows(sql`s.tokens + ${requestedTokens}`, sql`s.cost_micros + ${cost}`, budget.site)}
        returning 1`.execute(tx)
      if (site.rows.length === 0) throw new BudgetSpent('site')
    })
  } catch (error) {
    if (error instanceof BudgetSpent) return error.scope
    throw error
  }
  return { userId, day, purpose, tokens, micros }
}

/** Replaces a reservation by the actual cost of the answer, and counts the cost for its purpose. */
export async function settleSpending(db: Db, reservation: Reservation, spent: Spent): Promise<void> {
  const { userId, day, purpose, ...reserved } = reservation
  const [tokens, micros] = [spent.tokens - reserved.tokens, spent.micros - reserved.micros]
  await sql`
    with own as (
      update ai_spending set tokens = greatest(0, tokens + ${tokens}::bigint),
        cost_micros = greatest(0, cost_micros + ${micros}::bigint)
      where user_id = ${userId} and day = ${day}::date),
    site as (
      update ai_site_spending set tokens = greatest(0, tokens + ${tokens}::bigint),
        cost_micros = greatest(0, cost_micros + ${micros}::bigint)
      where day = ${day}::date)
    insert into ai_purpose_spending as p (day, purpose, requests, tokens, cost_micros)
    select ${day}::date, ${purpose}, 1, ${spent.tokens}::bigint, ${spent.micros}::bigint where ${spent.tokens}::bigint > 0
    on conflict (day, purpose) do update set requests = p.requests + 1, tokens = p.tokens + excluded.tokens,
      cost_micros = p.cost_micros + excluded.cost_micros`.execute(db)
}

/** Returns the scope whose budget of today does not allow even a short answer. */
export async function spentScope(
  db: Db,
  userId: number,
  now: number,
  { budget, price }: Pick<AiSettings, 'budget' | 'price'>,
): Promise<SpentScope | null> {
  const short = { input: 1000, output: 200 }
  const least = { tokens: short.input + short.output, micros: costOf(short, { price }) }
  const { rows } = await sql<{ scope: SpentScope; tokens: number; micros: number }>`
    select 'user' as scope, tokens, cost_micros as micros from ai_spending
    where user_id = ${userId} and day = ${formatDate(now)}::date
    union all
    select 'site', tokens, cost_micros from ai_site_spending where day = ${formatDate(now)}::date`.execute(db)
  const full = rows.find(({ scope, tokens, micros }) => {
    const { tokens: mostTokens, micros: mostMicros } = budget[scope]
    return (
      (mostTokens > 0 && Number(tokens) + least.tokens > mostTokens) ||
      (mostMicros > 0 && Number(micros) + least.micros > mostMicros)
    )
  })
  return full?.scope ?? null
}
