import { ResponseCode } from '@dxx/contract/envelope'
import { callApi } from '../../api/client'
import { ApiError } from '../../api/error'
import { ensureUser } from '../../api/session'
import { type CallData, type CallInput, invalidateCalls } from '../../api/use-call'
import { readStored, writeStored } from '../../state/local-storage'
import { currentUserId } from '../../state/owner'
import { markPending } from '../../state/pending'

export type HeartbeatCall = 'POST /v1/course_speed' | 'POST /v1/ebook_speed' | 'POST /v1/textbooks_speed'
type PendingHeartbeats = Record<string, { name: HeartbeatCall; input: CallInput<HeartbeatCall> }>

/** Maximum number of study sessions whose unconfirmed heartbeats are stored. */
const most = 20
const keyOf = (user: string) => `dxx-beats:${user}`

function read(user: string): PendingHeartbeats {
  try {
    const stored = JSON.parse(readStored(keyOf(user)) ?? '{}')
    return stored && typeof stored === 'object' && !Array.isArray(stored) ? stored : {}
  } catch {
    return {}
  }
}

function change(user: string, act: (pending: PendingHeartbeats) => void): void {
  const stored = read(user)
  act(stored)
  const rest = Object.entries(stored).slice(-most)
  writeStored(keyOf(user), rest.length > 0 ? JSON.stringify(Object.fromEntries(rest)) : null)
}

/**
 * Sends a heartbeat. It is stored first and removed when the server confirms it, so that neither a network failure nor
 * a closed window loses study time: unconfirmed heartbeats are resent after the next one.
 */
export async function sendHeartbeat<N extends HeartbeatCall>(
  name: N,
  input: CallInput<N>,
): Promise<CallData<N> | null> {
  // The user id may not be known right after the start.
  if (!currentUserId()) await ensureUser()
  const user = currentUserId()
  if (!user) return null
  change(user, (pending) => {
    pending[input.session] = { name, input }
  })
  markPending()
  const answer = await deliver(user, name, input)
  if (answer) void sendPendingHeartbeats()
  return answer as CallData<N> | null
}

let sending = false

/** Sends the unconfirmed heartbeats of earlier sessions. */
export async function sendPendingHeartbeats(): Promise<void> {
  const user = currentUserId()
  if (!user || sending) return
  sending = true
  try {
    for (const { name, input } of Object.values(read(user))) {
      if (!(await deliver(user, name, input)) && !navigator.onLine) return
    }
  } finally {
    sending = false
  }
}

const final: readonly number[] = [ResponseCode.business, ResponseCode.purchase]

async function deliver(
  user: string,
  name: HeartbeatCall,
  input: CallInput<HeartbeatCall>,
): Promise<CallData<HeartbeatCall> | null> {
  try {
    const answer = await callApi(name, input as never)
    crossOut(user, input)
    // The homework may be shown already: after leaving the text, or after the network returned.
    void invalidateCalls('GET /v1/assignment', 'GET /v1/assignments')
    return answer
  } catch (error) {
    // A heartbeat that is rejected for good is removed: the chapter no longer exists or is not owned. An expired login
    // only delays it.
    const isRefused = error instanceof ApiError && error.decided && final.includes(error.code)
    if (isRefused) crossOut(user, input)
    return null
  }
}

/** Number of study sessions with unconfirmed heartbeats. */
export function countPendingHeartbeats(): number {
  const user = currentUserId()
  return user ? Object.keys(read(user)).length : 0
}

/** Removes a confirmed heartbeat, unless a newer heartbeat of the same study session is stored. */
function crossOut(user: string, { session, seconds, at }: CallInput<HeartbeatCall>): void {
  change(user, (pending) => {
    const now = pending[session]?.input
    if (now && now.seconds <= seconds && now.at <= at) delete pending[session]
  })
}

/** Returns the last position of a video if the server does not have it yet. */
export function unsentSecond(chapterId: string): number | null {
  const user = currentUserId()
  const heartbeats = user ? Object.values(read(user)).map(({ input }) => input) : []
  const here = heartbeats.filter((input) => input.chapterId === chapterId && 'second' in input)
  const last = here.sort((a, b) => a.at - b.at).at(-1)
  return last && 'second' in last ? (last.second ?? null) : null
}
