import type { DataOf, InputOf } from '@dxx/contract/call'
import type { AllCalls, Name } from '@dxx/contract/calls'
import { Code } from '@dxx/contract/envelope'
import { parse, refusalOf, transmit } from './client'
import { correctClock } from './clock'
import { ApiError, networkError } from './error'
import { noteSent } from './reactions'
import { buildRequest } from './request'

/** The calls that answer piece by piece. */
type StreamName = { [N in Name]: AllCalls[N] extends { streams: true } ? N : never }[Name]

/**
 * Makes a call whose answer comes piece by piece, one envelope a line. Ends with the last piece; refusals and a lost
 * network are thrown as ApiErrors, the caller's own abort as what it is.
 */
export async function streamCall<N extends StreamName>(
  name: N,
  input: InputOf<AllCalls[N]>,
  onPiece: (piece: DataOf<AllCalls[N]>) => void,
  signal: AbortSignal,
): Promise<void> {
  const sent = noteSent()
  const request = buildRequest(name, input as Record<string, unknown>)
  try {
    for (let tries = 0; ; tries++) {
      const response = await transmit(request, sent.token, undefined, signal)
      const again = await read(response)
      if (!again || tries > 0) return
      correctClock(again)
    }
  } catch (error) {
    if (error instanceof ApiError || signal.aborted) throw error
    throw networkError()
  }

  /** Answers the server's time where the device's clock has to be corrected before anything is answered. */
  async function read(response: Response): Promise<number | undefined> {
    if (!response.body) throw networkError()
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    for (;;) {
      const { value, done } = await reader.read()
      const lines = (rest + (value ?? '')).split('\n')
      rest = done ? '' : lines.pop()!
      for (const line of lines) {
        if (line === '') continue
        const answer = parse(line)
        if (!answer) throw networkError()
        if (answer.code === Code.signature) return (answer.data as { now?: number }).now
        if (answer.code !== Code.ok) throw refusalOf({ ...answer, status: response.status }, sent)
        onPiece(answer.data as DataOf<AllCalls[N]>)
      }
      if (done) return undefined
    }
  }
}
