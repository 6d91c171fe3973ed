import { ensureUser } from '../../api/session'
import { userId } from '../../state/owner'
import { markNonePending, markPending } from '../../state/pending'
import { countPendingHeartbeats, sendPendingHeartbeats } from '../heartbeats/heartbeats'
import { countPendingHighlights, sendHighlights } from '../reader/highlights/store'

export interface Outbox {
  /** Highlights, notes and bookmarks. */
  highlights: number
  /** Study sessions. */
  heartbeats: number
}

/** Sends the pending data of all pages. Returns what is left. */
export async function sendOutbox(): Promise<Outbox> {
  await ensureUser()
  await Promise.all([sendHighlights(), sendPendingHeartbeats()])
  const left = await outbox()
  if (!userId() || left.highlights + left.heartbeats > 0) return left
  markNonePending()
  // Data stored between counting and clearing has lost its flag.
  const since = await outbox()
  if (since.highlights + since.heartbeats > 0) markPending()
  return since
}

/** Counts the pending data of the logged-in user on this device. */
export async function outbox(): Promise<Outbox> {
  return { highlights: await countPendingHighlights(), heartbeats: countPendingHeartbeats() }
}
