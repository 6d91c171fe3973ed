import type { DataOf, InputOf } from '@dxx/contract/call'
import type { StudentCallName, StudentCalls } from '@dxx/contract/calls'
import { ResponseCode } from '@dxx/contract/envelope'
import { writeModeOf } from '@dxx/contract/meta'
import { texts } from '@dxx/contract/rules/constants'
import { headers } from '@dxx/contract/signature'
import { platformName } from '../platform/app'
import { fromSite, withSite } from '../platform/site'
import { deviceSecret } from '../state/device'
import { logPosition, noteLogPosition } from '../state/log-position'
import { reportNoResponse, reportResponse } from '../state/reachability'
import { serverNow, setServerTime } from './clock'
import { ApiError, networkError } from './error'
import { applyErrorEffects, noteSent, type Sent } from './error-effects'
import { randomUuid } from './random-uuid'
import { type BuiltRequest, buildRequest } from './request'
import { sign } from './sign'
import { withTimeLimit } from './time-limit'

export interface CallOptions {
  signal?: AbortSignal
  /** The same for all retries of one user action; generated if omitted. */
  idempotencyKey?: string
}

export interface CallResponse {
  status: number
  code: number
  msg: string
  data: unknown
}

let base: string = fromSite('/api')

export function configureApi(config: { base: string }): void {
  base = config.base
}

/** Makes a call and resolves with its data. Throws ApiError on failure, and AbortError if the caller aborts. */
export async function callApi<N extends StudentCallName>(
  name: N,
  input: InputOf<StudentCalls[N]>,
  { signal, idempotencyKey }: CallOptions = {},
): Promise<DataOf<StudentCalls[N]>> {
  const writes = writeModeOf(name)
  const sent = noteSent()
  const request = buildRequest(name, input as Record<string, unknown>)
  const key = writes === 'keyed' && sent.token ? (idempotencyKey ?? randomUuid()) : undefined

  let answer = await withTimeLimit(signal, async (limited) => {
    for (let resent = 0; ; resent++) {
      const response = await send(request, sent.token, key, limited)
      const { now, retryAfter } = (response.data ?? {}) as { now?: unknown; retryAfter?: number }
      // An overloaded server sends the number of seconds after which to try again.
      if (resent < 2 && response.status === 503 && retryAfter) await sleep(retryAfter)
      // If the response has the server's time, the device's clock is wrong: corrects it for all calls.
      else if (resent < 1 && response.code === ResponseCode.signature && typeof now === 'number') setServerTime(now)
      else return response
    }
  }).catch((error) => {
    const isDecided = error instanceof ApiError && error.name !== 'timeout'
    if (isDecided || signal?.aborted) throw error
    reportNoResponse()
    throw error instanceof ApiError ? error : networkError()
  })
  if (answer.code === ResponseCode.ok && answer.status < 300) return answer.data as DataOf<StudentCalls[N]>
  if (answer.code === ResponseCode.ok) answer = { ...answer, code: ResponseCode.business, msg: '' }
  throw refusalOf(answer, sent)
}

const sleep = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

/** Converts a refusal to an ApiError and applies its effects. */
export function refusalOf(answer: CallResponse, sent: Sent): ApiError {
  const data = isRecord(answer.data) ? answer.data : {}
  const errorName = typeof data.error === 'string' ? data.error : 'server-error'
  const error = new ApiError(errorName, answer.code, answer.msg || texts.serverError, data, answer.status)
  applyErrorEffects(error, sent)
  return error
}

async function send(
  request: BuiltRequest,
  token: string | null,
  key: string | undefined,
  signal: AbortSignal,
): Promise<CallResponse> {
  const response = await sendRequest(request, token, key, signal)
  const answer = parseEnvelope(await response.text())
  // The response comes from a proxy that does not reach the server; handled like a network error.
  if (!answer && response.status > 501) throw new TypeError(`status ${response.status}`)
  // A proxy or captive portal responded instead of the server, so the outcome is unknown.
  if (!answer) throw new ApiError('server-error', ResponseCode.business, texts.serverError)
  reportResponse()
  return { ...answer, status: response.status }
}

/** Signs and sends the request; the response body is not read yet. */
export async function sendRequest(
  { method, url, body, payload }: BuiltRequest,
  token: string | null,
  key: string | undefined,
  signal: AbortSignal,
): Promise<Response> {
  const timestamp = serverNow()
  const sentHeaders: Record<string, string> = {
    [headers.signature]: await sign(token ?? '', method, timestamp, payload),
    [headers.timestamp]: String(timestamp),
    [headers.platform]: platformName(),
    [headers.device]: deviceSecret(),
    [headers.position]: logPosition(),
  }
  if (token) sentHeaders[headers.token] = token
  if (key) sentHeaders[headers.idempotencyKey] = key
  if (body !== undefined) sentHeaders['Content-Type'] = 'application/json'
  const options = { method, headers: sentHeaders, body, signal, cache: 'no-store', credentials: 'omit' } as const
  const response = await fetch(base + url, options)
  noteLogPosition(response.headers.get(headers.position))
  return response
}

export function parseEnvelope(text: string): Omit<CallResponse, 'status'> | undefined {
  try {
    const { code, msg, data } = JSON.parse(withSite(text))
    return typeof code === 'number' ? { code, msg: typeof msg === 'string' ? msg : '', data } : undefined
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
