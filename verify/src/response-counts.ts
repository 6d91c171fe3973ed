import type { Db } from '../../server/src/db/connection'

/** Counts of the responses to all requests of a scenario. */
export interface ResponseCounts {
  /** Numbers of the acknowledged steps, by attempt; they must not be lost. */
  acknowledged: Map<string, Set<number>>
  /** Number of responses by HTTP status; status 0 means no response. */
  statuses: Map<number, number>
  /** Number of responses with status 200 but a code other than 1, and the message of the first one. */
  refused: number
  why: string
  slowestMs: number
}

export const newResponseCounts = (): ResponseCounts => ({
  acknowledged: new Map(),
  statuses: new Map(),
  refused: 0,
  why: '',
  slowestMs: 0,
})

/** Counts a response. Returns whether it is an acknowledgement. */
export async function countResponse(tally: ResponseCounts, sent: Promise<Response>): Promise<boolean> {
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

const count = ({ statuses }: ResponseCounts, status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1)

/** Resets the counts, but not the acknowledged saves. */
export function resetCounts(tally: ResponseCounts): void {
  tally.statuses.clear()
  tally.refused = 0
  tally.why = ''
}

/** Statuses as text: `HTTP 200 ×1500, HTTP 503 ×12`. */
export const formatStatuses = ({ statuses, refused, why }: ResponseCounts) =>
  [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, times]) => `${status ? `HTTP ${status}` : 'no response'} ×${times}`)
    .join(', ') + (refused ? `; ${refused} refused: ${why}` : '')

export const hasOnlyStatuses = ({ statuses, refused }: ResponseCounts, ...good: number[]) =>
  refused === 0 && [...statuses.keys()].every((status) => good.includes(status))

export const acknowledgedIn = ({ acknowledged }: Pick<ResponseCounts, 'acknowledged'>) =>
  [...acknowledged.values()].reduce((sum, seqs) => sum + seqs.size, 0)

/** Counts acknowledged steps that are missing in the database. A step is unique by its key and cannot be duplicated. */
export async function countLostSaves(
  db: Db,
  tally: Pick<ResponseCounts, 'acknowledged'>,
): Promise<{ acknowledged: number; lost: number }> {
  let lost = 0
  for (const [attempt, seqs] of tally.acknowledged) {
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
