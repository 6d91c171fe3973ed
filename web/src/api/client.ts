import type { DataOf, InputOf } from '@dxx/contract/call'
import type { AllCalls, Name } from '@dxx/contract/calls'
import { Code } from '@dxx/contract/envelope'
import { writesOf } from '@dxx/contract/meta'
import { texts, timing } from '@dxx/contract/rules/constants'
import { headers } from '@dxx/contract/signature'
import { platformName } from '../platform/app'
import { fromSite, withSite } from '../platform/site'
import { correctClock, serverNow } from './clock'
import { ApiError, networkError, timeoutError } from './error'
import { randomUuid } from './random-uuid'
import { noteSent, reactTo, type Sent } from './reactions'
import { type BuiltRequest, buildRequest } from './request'
import { sign } from './sign'

export interface CallOptions {
  signal?: AbortSignal
  /** One per user action, the same when the action is tried again; made here when left out. */
  idempotencyKey?: string
}

export interface Answer {
  status: number
  code: number
  msg: string
  data: unknown
}

let base: string = fromSite('/api')

export function configureApi(config: { base: string }): void {
  base = config.base
}

/** Makes a call. Resolves with its data; everything else is thrown as an ApiError, or as the caller's own abort. */
export async function callApi<N extends Name>(
  name: N,
  input: InputOf<AllCalls[N]>,
  { signal, idempotencyKey }: CallOptions = {},
): Promise<DataOf<AllCalls[N]>> {
  const writes = writesOf(name)
  const sent = noteSent()
  const request = buildRequest(name, input as Record<string, unknown>)
  const key = writes === 'keyed' && sent.token ? (idempotencyKey ?? randomUuid()) : undefined

  let answer = await withinTime(signal, async (limited) => {
    const first = await send(request, sent.token, key, limited)
    if (first.code !== Code.signature) return first
    // The device's clock is off: every call from now on goes by the server's.
    const now = (first.data as { now?: unknown } | null)?.now
    if (typeof now !== 'number') return first
    correctClock(now)
    return send(request, sent.token, key, limited)
  })
  if (answer.code === Code.ok && answer.status < 300) return answer.data as DataOf<AllCalls[N]>
  if (answer.code === Code.ok) answer = { ...answer, code: Code.business, msg: '' }
  throw refusalOf(answer, sent)
}

/** What a refusal is to the caller; what it does besides has happened. */
export function refusalOf(answer: Answer, sent: Sent): ApiError {
  const data = isRecord(answer.data) ? answer.data : {}
  const errorName = typeof data.error === 'string' ? data.error : 'server-error'
  const error = new ApiError(errorName, answer.code, answer.msg || texts.serverError, data, answer.status)
  reactTo(error, sent)
  return error
}

/** Runs a request that ends when the caller aborts it, and 60 s after its beginning at the latest. */
async function withinTime<T>(
  caller: AbortSignal | undefined,
  request: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const abort = new AbortController()
  let late = false
  const stop = () => abort.abort()
  const timer = setTimeout(() => {
    late = true
    stop()
  }, timing.request)
  caller?.addEventListener('abort', stop)
  if (caller?.aborted) stop()
  try {
    return await request(abort.signal)
  } catch (error) {
    if (error instanceof ApiError || caller?.aborted) throw error
    throw late ? timeoutError() : networkError()
  } finally {
    clearTimeout(timer)
    caller?.removeEventListener('abort', stop)
  }
}

async function send(
  request: BuiltRequest,
  token: string | null,
  key: string | undefined,
  signal: AbortSignal,
): Promise<Answer> {
  const response = await transmit(request, token, key, signal)
  const answer = parse(await response.text())
  // A proxy or a hotel's login page has answered instead of the server, so nothing is decided.
  if (!answer) throw new ApiError('server-error', Code.business, texts.serverError)
  return { ...answer, status: response.status }
}

/** Signs and sends; the answer's body is still to be read. */
export async function transmit(
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
  }
  if (token) sentHeaders[headers.token] = token
  if (key) sentHeaders[headers.idempotencyKey] = key
  if (body !== undefined) sentHeaders['Content-Type'] = 'application/json'
  return fetch(base + url, { method, headers: sentHeaders, body, signal, cache: 'no-store', credentials: 'omit' })
}

export function parse(text: string): Omit<Answer, 'status'> | undefined {
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
