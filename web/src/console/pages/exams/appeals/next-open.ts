import type { Appeal } from '@dxx/contract/calls/staff/exam-regrade'

/** Id of the next open appeal after `openId`, starting again at the first row; undefined if no other is open. */
export function nextOpenAppeal(rows: readonly Pick<Appeal, 'id' | 'state'>[], openId: string): string | undefined {
  const at = rows.findIndex(({ id }) => id === openId)
  const round = [...rows.slice(at + 1), ...rows.slice(0, Math.max(0, at))]
  return round.find(({ state }) => state === 'open')?.id
}
