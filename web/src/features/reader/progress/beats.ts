import type { DataOf, InputOf } from '@dxx/contract/call'
import type { AllCalls } from '@dxx/contract/calls'
import { callApi } from '../../../api/client'
import { ApiError } from '../../../api/error'
import { sessionScope, userId } from '../../../state/owner'
import { readStored, writeStored } from '../../../ui/stored'
import { type TextKind, textCalls } from '../kinds'

type Speed = AllCalls['POST /v1/ebook_speed']
export type Beat = InputOf<Speed>

/**
 * Heartbeats that the server has not answered yet, the last of each session: each holds all seconds of its session, so
 * that a lost one costs nothing. They outlive the page and a night without network.
 */
type Waiting = Record<string, { kind: TextKind; beat: Beat }>

const slot = () => `dxx-reading-beats:${userId() ?? sessionScope()}`
const most = 50

function waiting(): Waiting {
  try {
    return JSON.parse(readStored(slot()) ?? '{}')
  } catch {
    return {}
  }
}

function keep(change: (beats: Waiting) => Waiting): void {
  const beats = Object.entries(change(waiting()))
  writeStored(slot(), beats.length > 0 ? JSON.stringify(Object.fromEntries(beats.slice(-most))) : null)
}

const drop = ({ session, seconds }: Beat) =>
  keep(({ [session]: last, ...others }) =>
    last && last.beat.seconds > seconds ? { ...others, [session]: last } : others,
  )

/** Sends a beat; what does not arrive is sent again by `sendWaiting`. */
export async function sendBeat(kind: TextKind, beat: Beat): Promise<DataOf<Speed> | null> {
  keep((beats) => ({ ...beats, [beat.session]: { kind, beat } }))
  try {
    const answer = await callApi(textCalls[kind].speed, beat)
    drop(beat)
    return answer
  } catch (error) {
    // Refused for good: a chapter that is gone, or no longer theirs.
    if (error instanceof ApiError && error.decided) drop(beat)
    return null
  }
}

export async function sendWaiting(): Promise<void> {
  for (const { kind, beat } of Object.values(waiting())) await sendBeat(kind, beat)
}
