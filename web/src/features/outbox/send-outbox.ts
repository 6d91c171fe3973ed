import { ensureUser } from '../../api/session'
import { userId } from '../../state/owner'
import { markNonePending, markPending } from '../../state/pending'
import { countPendingHeartbeats, sendPendingHeartbeats } from '../heartbeats/heartbeats'
import { countPendingHighlights, sendHighlights } from '../reader/highlights/store'

export interface Outbox {
  /** Number of pending highlights, notes and bookmarks. */
  highlights: number
  /** Number of study sessions with pending heartbeats. */
  heartbeats: number
}

/** Sends the pending data of all pages. Returns the counts of data still pending. */
export async function sendOutbox(): Promise<Outbox> {
  await ensureUser()
  await Promise.all([sendHighlights(), sendPendingHeartbeats()])
  const left = await outbox()
  if (!userId() || left.highlights + left.heartbeats > 0) return left
  markNonePending()
  // Sets the flag again if data was stored between the count and `markNonePending`.
  const since = await outbox()
  if (since.highlights + since.heartbeats > 0) markPending()
  return since
}

/** Counts the pending data of the logged-in user on this device. */
export async function outbox(): Promise<Outbox> {
  return { highlights: await countPendingHighlights(), heartbeats: countPendingHeartbeats() }
}
