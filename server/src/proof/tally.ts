import type { Db } from '../db/connection'

/** What came back of all that was sent meanwhile. */
export interface Tally {
  /** Saves that were acknowledged, by attempt. */
  kept: Map<string, Set<number>>
  /** 0 is no answer at all. */
  statuses: Map<number, number>
  /** A refusal says 200 as well: what came with another code than 1, and what the first of them said. */
  refused: number
  why: string
  slowestMs: number
}

export const newTally = (): Tally => ({ kept: new Map(), statuses: new Map(), refused: 0, why: '', slowestMs: 0 })

/** Counts an answer; true where it says that it is done. */
export async function heard(tally: Tally, sent: Promise<Response>): Promise<boolean> {
  try {
    const response = await sent
    const text = await response.text()
    count(tally, response.status)
    if (response.status !== 200) return false
    const done = (JSON.parse(text) as { code: number }).code === 1
    if (!done) {
      tally.refused++
      tally.why ||= text.slice(0, 200)
    }
    return done
  } catch {
    count(tally, 0)
    return false
  }
}

const count = ({ statuses }: Tally, status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1)

/** Forgets what was answered so far, but not what was acknowledged. */
export function beginAnew(tally: Tally): void {
  tally.statuses.clear()
  tally.refused = 0
  tally.why = ''
}

/** What came back, as words: `200 ×1500, 503 ×12`. */
export const statusWords = ({ statuses, refused, why }: Tally) =>
  [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, times]) => `${status || 'no answer'} ×${times}`)
    .join(', ') + (refused ? `; ${refused} refused: ${why}` : '')

export const cameOnly = ({ statuses, refused }: Tally, ...good: number[]) =>
  refused === 0 && [...statuses.keys()].every((status) => good.includes(status))

export const acknowledgedIn = ({ kept }: Pick<Tally, 'kept'>) =>
  [...kept.values()].reduce((sum, seqs) => sum + seqs.size, 0)

/** Acknowledged steps that the database does not have. A step has one row by its key: it cannot be there twice. */
export async function savesIn(db: Db, tally: Pick<Tally, 'kept'>): Promise<{ acknowledged: number; lost: number }> {
  let lost = 0
  for (const [attempt, seqs] of tally.kept) {
    const rows = await db
      .selectFrom('exam_steps as s')
      .innerJoin('exam_attempts as a', 'a.id', 's.attempt_id')
      .select('s.seq')
      .where('a.uid', '=', attempt)
      .execute()
    const there = new Set(rows.map(({ seq }) => seq))
    lost += [...seqs].filter((seq) => !there.has(seq)).length
  }
  return { acknowledged: acknowledgedIn(tally), lost }
}
