import type { DataOf, InputOf } from '@dxx/contract/call'
import { ResponseCode } from '@dxx/contract/envelope'
import { texts } from '@dxx/contract/rules/constants'
import type { StaffCallName, StaffCalls } from '@dxx/contract/staff-calls'
import { isQuietCall, staffWriteModeOf } from '@dxx/contract/staff-meta'
import { parseEnvelope, sendRequest } from '../../api/client'
import { setServerTime } from '../../api/clock'
import { ApiError, networkError } from '../../api/error'
import { randomUuid } from '../../api/random-uuid'
import { buildRequest } from '../../api/request'
import { withTimeLimit } from '../../api/time-limit'
import { reportNoResponse, reportResponse } from '../../state/reachability'
import { noteActivity } from './activity'
import { askProof, proofsAsked } from './proof'
import { endSession } from './session'
import { consoleToken } from './token'

export type StaffInput<N extends StaffCallName> = InputOf<StaffCalls[N]>
export type StaffData<N extends StaffCallName> = DataOf<StaffCalls[N]>

export interface StaffCallOptions {
  signal?: AbortSignal
  /** One key per user action; retries of the action send the same key. Generated if omitted. */
  idempotencyKey?: string
  /** Token of the student app, sent instead of the console token to open a console session. */
  token?: string
}

/** Refusal or failure of a staff call, with the request id under which the server logged the call. */
export class StaffError extends ApiError {
  readonly requestId: string

  constructor(name: string, code: number, msg: string, data: Record<string, unknown>, status: number, id: string) {
    super(name, code, msg, data, status)
    this.requestId = id
  }
}

interface Response {
  status: number
  code: number
  msg: string
  data: unknown
  requestId: string
}

/**
 * Makes a staff call and resolves with its data. If the server requires a fresh identity proof (password or second
 * factor), asks the user and repeats the call. If the session has ended, the login page is shown.
 */
export async function callStaff<N extends StaffCallName>(
  name: N,
  input: StaffInput<N>,
  options: StaffCallOptions = {},
): Promise<StaffData<N>> {
  const idempotencyKey = options.idempotencyKey ?? (staffWriteModeOf(name) === 'keyed' ? randomUuid() : undefined)
  const sent = { ...options, idempotencyKey }
  const proofsBefore = proofsAsked()
  try {
    return await callOnce(name, input, sent)
  } catch (error) {
    const wantsProof = error instanceof ApiError && error.code === ResponseCode.proof && error.data.need === 'proof'
    if (!wantsProof || !(await askProof(proofsBefore))) throw error
    return callOnce(name, input, sent)
  }
}

async function callOnce<N extends StaffCallName>(
  name: N,
  input: StaffInput<N>,
  options: StaffCallOptions,
): Promise<StaffData<N>> {
  const token = options.token ?? consoleToken.get()
  const response = await exchange(name, input as Record<string, unknown>, token, options)
  if (response.code === ResponseCode.ok && response.status < 300) {
    if (!isQuietCall(name)) noteActivity()
    return response.data as StaffData<N>
  }
  const data = isRecord(response.data) ? response.data : {}
  const errorName = typeof data.error === 'string' ? data.error : 'server-error'
  const isRefusal = response.code !== ResponseCode.ok
  const { status, requestId } = response
  const code = isRefusal ? response.code : ResponseCode.business
  const msg = (isRefusal && response.msg) || texts.serverError
  if (code === ResponseCode.login && !options.token) endSession(token)
  throw new StaffError(errorName, code, msg, data, status, requestId)
}

async function exchange(
  name: StaffCallName,
  input: Record<string, unknown>,
  token: string | null,
  { signal, idempotencyKey }: StaffCallOptions,
): Promise<Response> {
  const request = buildRequest(name, input)
  const send = async (limited: AbortSignal): Promise<Response> => {
    const response = await sendRequest(request, token, idempotencyKey, limited)
    const body = parseEnvelope(await response.text())
    const requestId = response.headers.get('x-request-id') ?? ''
    // A 502 to 504 without JSON comes from a proxy that cannot reach the server and is reported as a network error.
    if (!body && response.status > 501) throw new TypeError(`status ${response.status}`)
    if (!body) throw new StaffError('server-error', ResponseCode.business, texts.serverError, {}, 0, requestId)
    reportResponse()
    return { ...body, status: response.status, requestId }
  }
  try {
    return await withTimeLimit(signal, async (limited) => {
      const first = await send(limited)
      const now = isRecord(first.data) ? first.data.now : undefined
      if (first.code !== ResponseCode.signature || typeof now !== 'number') return first
      // The device's clock is wrong: this and all later calls are signed with the server's time.
      setServerTime(now)
      return send(limited)
    })
  } catch (error) {
    if (signal?.aborted || (error instanceof ApiError && error.name !== 'timeout')) throw error
    reportNoResponse()
    throw error instanceof ApiError ? error : networkError()
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
