import type { DataOf, InputOf } from '@dxx/contract/call'
import type { StudentCallName, StudentCalls } from '@dxx/contract/calls'
import { ResponseCode } from '@dxx/contract/envelope'
import { parseEnvelope, refusalOf, sendRequest } from './client'
import { setServerTime } from './clock'
import { ApiError, networkError } from './error'
import { noteSent } from './error-effects'
import { buildRequest } from './request'
import { withTimeLimit } from './time-limit'

/** Calls with a streamed response. */
type StreamName = { [N in StudentCallName]: StudentCalls[N] extends { streams: true } ? N : never }[StudentCallName]

/**
 * Makes a call with a streamed response, one envelope per line, and resolves after the last one. Throws ApiError for
 * refusals, network errors and 60 s without a byte, and AbortError if the caller aborts.
 */
export async function streamCall<N extends StreamName>(
  name: N,
  input: InputOf<StudentCalls[N]>,
  onPiece: (piece: DataOf<StudentCalls[N]>) => void,
  signal: AbortSignal,
): Promise<void> {
  const sent = noteSent()
  const request = buildRequest(name, input as Record<string, unknown>)
  try {
    await withTimeLimit(signal, async (limited, onByte) => {
      for (let tries = 0; ; tries++) {
        const again = await read(await sendRequest(request, sent.token, undefined, limited), onByte)
        if (!again || tries > 0) return
        setServerTime(again)
      }
    })
  } catch (error) {
    if (error instanceof ApiError || signal.aborted) throw error
    throw networkError()
  }

  /** Reads the stream to its end. Returns the server's time if the server rejected the device's clock instead. */
  async function read(response: Response, onByte: () => void): Promise<number | undefined> {
    if (!response.body) throw networkError()
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    for (;;) {
      const { value, done } = await reader.read()
      onByte()
      const lines = (rest + (value ?? '')).split('\n')
      rest = done ? '' : lines.pop()!
      for (const line of lines) {
        if (line === '') continue
        const answer = parseEnvelope(line)
        if (!answer) throw networkError()
        if (answer.code === ResponseCode.signature) return (answer.data as { now?: number }).now
        if (answer.code !== ResponseCode.ok) throw refusalOf({ ...answer, status: response.status }, sent)
        onPiece(answer.data as DataOf<StudentCalls[N]>)
      }
      if (done) return undefined
    }
  }
}
