import { createHmac, randomUUID } from 'node:crypto'
import type { DataOf, InputOf } from '@dxx/contract/call'
import type { StudentCalls } from '@dxx/contract/calls'
import type { Envelope } from '@dxx/contract/envelope'
import { signedText } from '@dxx/contract/signature'
import type { StaffCalls } from '@dxx/contract/staff-calls'

type Calls = StudentCalls & StaffCalls
type Name = keyof Calls

interface SendOptions {
  /** Idempotency key; by default a new one for each call. */
  key?: string
  /** Replaces or adds headers after signing. */
  headers?: Record<string, string>
  /** Client time in Unix seconds. */
  timestamp?: number
  /** Also sends null and '' in a query; our web client omits them. */
  blanks?: boolean
}

/** Calls a running server like our web client, including the signature. */
export class Client {
  constructor(
    private readonly base: string,
    private readonly now: () => number,
    readonly token = '',
  ) {}

  /** Returns the data of a call that must succeed. */
  async call<N extends Name>(name: N, input: InputOf<Calls[N]>, options?: SendOptions): Promise<DataOf<Calls[N]>> {
    const { code, msg, data } = await this.send(name, input as object, options)
    if (code !== 1) throw new Error(`${name} answered ${code} ${msg} ${JSON.stringify(data)}`)
    return data as DataOf<Calls[N]>
  }

  /**
   * Returns the envelope of a call that may fail; the input is not type-checked, so that tests can send hostile input.
   */
  async send(name: Name, input: object, options?: SendOptions): Promise<Envelope<Record<string, unknown>>> {
    const response = await this.fetch(name, input, options)
    return (await response.json()) as Envelope<Record<string, unknown>>
  }

  async fetch(name: string, input: object, options: SendOptions = {}): Promise<Response> {
    const [method = '', path = ''] = name.split(' ')
    const rest: Record<string, unknown> = { ...input }
    const filled = path.replace(/\{(\w+)\}/g, (_, key) => {
      const value = rest[key]
      delete rest[key]
      // A URL cannot contain a lone surrogate, so it is replaced, as in queries.
      return encodeURIComponent(String(value).toWellFormed())
    })
    const query = method === 'GET' ? queryString(rest, options.blanks) : ''
    const body = method === 'GET' ? undefined : JSON.stringify(rest)
    return this.raw(method, filled + (query && `?${query}`), body, options)
  }

  async raw(method: string, path: string, body: string | undefined, options: SendOptions = {}): Promise<Response> {
    const timestamp = options.timestamp ?? this.now()
    const payload = method === 'GET' ? (path.split('?')[1] ?? '') : (body ?? '')
    const signature = createHmac('sha256', this.token)
      .update(signedText(method, timestamp, payload))
      .digest('hex')
    return fetch(`${this.base}/api${path}`, {
      method,
      body,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        platform: 'H5',
        authorization: signature,
        'x-dxx-timestamp': String(timestamp),
        ...(this.token && { 'x-dxx-token': this.token }),
        ...(method === 'POST' && { 'idempotency-key': options.key ?? randomUUID() }),
        ...options.headers,
      },
    })
  }
}

function queryString(input: Record<string, unknown>, blanks = false): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input)) {
    if (value === undefined || (!blanks && (value === null || value === ''))) continue
    for (const item of Array.isArray(value) ? value : [value]) query.append(key, String(item))
  }
  return query.toString()
}
