import { Code } from '@dxx/contract/envelope'
import { callApi } from '../../api/client'
import { ApiError } from '../../api/error'
import type { Data, Input } from '../../api/use-call'
import { userId } from '../../state/owner'
import { ensureUser } from '../../state/session'
import { readStored, writeStored } from '../../ui/stored'
import { noteWaiting } from '../outbox/waiting'

export type BeatCall = 'POST /v1/course_speed' | 'POST /v1/ebook_speed' | 'POST /v1/textbooks_speed'
type Kept = Record<string, { name: BeatCall; input: Input<BeatCall> }>

/** Sessions that the server has not heard the end of; more than these are not worth keeping. */
const most = 20
const keyOf = (user: string) => `dxx-beats:${user}`

function read(user: string): Kept {
  try {
    const kept = JSON.parse(readStored(keyOf(user)) ?? '{}')
    return kept && typeof kept === 'object' && !Array.isArray(kept) ? kept : {}
  } catch {
    return {}
  }
}

function change(user: string, act: (kept: Kept) => void): void {
  const kept = read(user)
  act(kept)
  const rest = Object.entries(kept).slice(-most)
  writeStored(keyOf(user), rest.length > 0 ? JSON.stringify(Object.fromEntries(rest)) : null)
}

/**
 * Tells the server what was studied. The beat is written down first and crossed out when the server has it, so that
 * neither a lost network nor a closed window costs minutes: what is left over goes along with the next beat.
 */
export async function sendBeat<N extends BeatCall>(name: N, input: Input<N>): Promise<Data<N> | null> {
  // Whose it is may not be known yet right after the product was opened.
  if (!userId()) await ensureUser()
  const user = userId()
  if (!user) return null
  change(user, (kept) => {
    kept[input.session] = { name, input }
  })
  noteWaiting()
  const answer = await deliver(user, name, input)
  if (answer) void sendLeftBeats()
  return answer as Data<N> | null
}

let sending = false

/** Sends what earlier sessions could not. */
export async function sendLeftBeats(): Promise<void> {
  const user = userId()
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

const final: readonly number[] = [Code.business, Code.purchase]

async function deliver(user: string, name: BeatCall, input: Input<BeatCall>): Promise<Data<BeatCall> | null> {
  try {
    const answer = await callApi(name, input as never)
    crossOut(user, input)
    return answer
  } catch (error) {
    // Refused for good: a chapter that is gone, or no longer theirs. A login that is over says nothing about the beat.
    const isRefused = error instanceof ApiError && error.decided && final.includes(error.code)
    if (isRefused) crossOut(user, input)
    return null
  }
}

/** How many sessions the server has not heard the end of. */
export function waitingBeats(): number {
  const user = userId()
  return user ? Object.keys(read(user)).length : 0
}

/** Unless the session has gone on meanwhile. */
function crossOut(user: string, { session, seconds, at }: Input<BeatCall>): void {
  change(user, (kept) => {
    const now = kept[session]?.input
    if (now && now.seconds <= seconds && now.at <= at) delete kept[session]
  })
}

/** Where a video was left, if the server does not know it yet. */
export function unsentSecond(chapterId: string): number | null {
  const user = userId()
  const beats = user ? Object.values(read(user)).map(({ input }) => input) : []
  const here = beats.filter((input) => input.chapterId === chapterId && 'second' in input)
  const last = here.sort((a, b) => a.at - b.at).at(-1)
  return last && 'second' in last ? (last.second ?? null) : null
}
