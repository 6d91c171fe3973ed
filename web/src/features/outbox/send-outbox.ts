import { ensureUser } from '../../api/session'
import { currentUserId } from '../../state/owner'
import { markNonePending, markPending } from '../../state/pending'
import { countPendingHeartbeats, sendPendingHeartbeats } from '../heartbeats/heartbeats'
import { countPendingHighlights, sendHighlights } from '../reader/highlights/store'

export interface PendingCounts {
  /** Number of pending highlights, notes and bookmarks. */
  highlights: number
  /** Number of study sessions with pending heartbeats. */
  heartbeats: number
}

/** Sends the pending data of all pages. Returns the counts of data still pending. */
export async function sendOutbox(): Promise<PendingCounts> {
  await ensureUser()
  await Promise.all([sendHighlights(), sendPendingHeartbeats()])
  const left = await countPending()
  if (!currentUserId() || left.highlights + left.heartbeats > 0) return left
  markNonePending()
  // Sets the flag again if data was stored after the count and before `markNonePending`.
  const since = await countPending()
  if (since.highlights + since.heartbeats > 0) markPending()
  return since
}

/** Counts the pending data of the logged-in user on this device. */
export async function countPending(): Promise<PendingCounts> {
  return { highlights: await countPendingHighlights(), heartbeats: countPendingHeartbeats() }
}
