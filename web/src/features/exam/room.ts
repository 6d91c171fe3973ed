import type { CallData } from '../../api/use-call'
import { readStored, writeStored } from '../../state/local-storage'

type SaveResponse = Pick<CallData<'POST /v1/exam_save'>, 'paused' | 'messages' | 'voided' | 'given'>

export interface RoomMessage {
  id: string
  at: number
  body: string
  /** Question that the message is about. */
  question?: { id: string; stem: string }
}

/** Staff actions during the running exam, as of the last response. */
export interface ExamRoomNews {
  /** `left`: seconds left on the stopped clock. */
  paused: { reason: string; left: number } | null
  messages: RoomMessage[]
  /** Questions that staff voided: they are not scored. */
  voided: string[]
  /** 送分: questions whose points every student gets. */
  given: string[]
}

export const noRoomNews: ExamRoomNews = { paused: null, messages: [], voided: [], given: [] }

/** Reads the staff actions from a response, which omits empty fields. */
export function parseRoomNews(
  response: SaveResponse,
  { deadline, now }: { deadline: number; now: number },
): ExamRoomNews {
  return {
    paused: response.paused ? { reason: response.paused.reason, left: Math.max(0, deadline - now) } : null,
    messages: response.messages ?? [],
    voided: response.voided ?? [],
    given: response.given ?? [],
  }
}

export const isSameRoom = (a: ExamRoomNews, b: ExamRoomNews): boolean => JSON.stringify(a) === JSON.stringify(b)

const readKey = (attempt: string) => `dxx-exam-read:${attempt}`

/** Number of messages that the student has dismissed on this device; messages are never removed. */
export const countReadMessages = (attempt: string): number => Number(readStored(readKey(attempt)) ?? 0)

export const rememberRead = (attempt: string, count: number): void => writeStored(readKey(attempt), String(count))

export const forgetRead = (attempt: string): void => writeStored(readKey(attempt), null)
