import { userId } from '../../state/owner'
import { ensureUser } from '../../state/session'
import { sendMarks, waitingMarks } from '../reader/marks/store'
import { sendLeftBeats, waitingBeats } from '../study/beats'
import { noteEmpty, noteWaiting } from './waiting'

export interface Outbox {
  /** Highlights, notes and bookmarks. */
  marks: number
  /** Sessions of study. */
  beats: number
}

/** What was written down without a network goes to the server, whatever page is open. Answers what is left. */
export async function sendOutbox(): Promise<Outbox> {
  await ensureUser()
  await Promise.all([sendMarks(), sendLeftBeats()])
  const left = await outbox()
  if (!userId() || left.marks + left.beats > 0) return left
  noteEmpty()
  // What was written down between counting and noting has lost its note.
  const since = await outbox()
  if (since.marks + since.beats > 0) noteWaiting()
  return since
}

/** What waits on this device for who is logged in. */
export async function outbox(): Promise<Outbox> {
  return { marks: await waitingMarks(), beats: waitingBeats() }
}
