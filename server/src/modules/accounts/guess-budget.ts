import { appLimits } from '@dxx/contract/rules/constants'
import type { Db } from '../../db/connection'
import { lockName } from '../../db/lock'

const day = 86_400

/**
 * Limits guessing of SMS codes. While the number, the client's network and the whole site have budget left, one correct
 * code is enough. Afterwards several codes in a row must be correct: guessing becomes futile, but locks no user out.
 */
export const guessLimits = {
  codes: 10 ** appLimits.codeLength,
  guessesPerCode: 3,
  /** Budget of wrong guesses while one code is enough; one more is added every `refillSeconds`. */
  burst: { number: 3, network: 30, site: 100 },
  refillSeconds: 5 * day,
  /** Without budget two codes are required, and one more for each of these limits that a day's wrong guesses reach. */
  dayLevels: [100, 10_000],
}

export type Scope = keyof typeof guessLimits.burst

/** Scopes a guess is charged to. A known device uses only its number's budget, so other clients cannot lock it out. */
export function scopesOf(mobile: string, { network, known }: { network: string; known: boolean }): [Scope, string][] {
  const number: [Scope, string] = ['number', `number ${mobile}`]
  return known ? [number] : [number, ['network', `network ${network}`], ['site', 'site']]
}

/** Locks the budgets until the transaction ends, because parallel guesses would all see the same budget left. */
export async function holdBudgets(tx: Db, scopes: [Scope, string][]): Promise<void> {
  // The lock of the site covers all networks. All callers lock in the same order, which prevents deadlocks.
  for (const [scope, subject] of scopes) if (scope !== 'network') await lockName(tx, `guesses ${subject}`)
}

/** Returns how many consecutive codes must be correct. */
export async function codesNeeded(db: Db, scopes: [Scope, string][], now: number): Promise<number> {
  const rows = await db
    .selectFrom('guess_budgets')
    .select(['subject', 'busy_until', 'day', 'wrong'])
    .where(
      'subject',
      'in',
      scopes.map(([, subject]) => subject),
    )
    .execute()
  const needed = scopes.map(([scope, subject]) => {
    const row = rows.find((found) => found.subject === subject)
    if (!row || row.busy_until - now <= (guessLimits.burst[scope] - 1) * guessLimits.refillSeconds) return 1
    const wrong = row.day === startOfDay(now) ? row.wrong : 0
    return 2 + guessLimits.dayLevels.filter((level) => wrong >= level).length
  })
  return Math.max(...needed)
}

/** Counts a wrong guess. It uses budget only if one code was enough (`weighs`). The caller has locked the budgets. */
export async function chargeGuess(db: Db, scopes: [Scope, string][], weighs: boolean, now: number): Promise<void> {
  const cost = weighs ? guessLimits.refillSeconds : 0
  await db
    .insertInto('guess_budgets')
    .values(scopes.map(([, subject]) => ({ subject, busy_until: now + cost, day: startOfDay(now), wrong: 1 })))
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet((eb) => ({
        busy_until: eb(eb.fn<number>('greatest', ['guess_budgets.busy_until', eb.val(now)]), '+', cost),
        wrong: eb
          .case()
          .when('guess_budgets.day', '=', eb.ref('excluded.day'))
          .then(eb('guess_budgets.wrong', '+', 1))
          .else(1)
          .end(),
        day: eb.ref('excluded.day'),
      })),
    )
    .execute()
}

/** Refunds wrong guesses after the number was verified. */
export async function giveBackGuesses(db: Db, scopes: [Scope, string][], count: number): Promise<void> {
  if (count === 0) return
  await db
    .updateTable('guess_budgets')
    .set((eb) => ({ busy_until: eb('busy_until', '-', count * guessLimits.refillSeconds) }))
    .where(
      'subject',
      'in',
      scopes.map(([, subject]) => subject),
    )
    .execute()
}

const startOfDay = (now: number) => now - (now % day)

/**
 * Expected number of accounts taken over within a scope in `years` of guessing as fast as the limits allow.
 * `mostPerDay`: maximum number of wrong guesses per day in the scope.
 */
export function expectedTakeovers(scope: Scope, years: number, mostPerDay: number): number {
  const { codes, guessesPerCode, burst, refillSeconds, dayLevels } = guessLimits
  const days = years * 365.25
  const single = (burst[scope] + (days * day) / refillSeconds) / codes
  // Guesses per day at each level. Each further level requires one more code, guessed within `guessesPerCode` guesses.
  const perDay = [...dayLevels, Number.POSITIVE_INFINITY].map((level) => Math.min(level, mostPerDay))
  const several = perDay.map((guesses, i) => (days * guesses * (guessesPerCode / codes) ** (i + 1)) / codes)
  return single + several.reduce((sum, part) => sum + part, 0)
}
