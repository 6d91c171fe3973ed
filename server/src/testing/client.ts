import { createHmac, randomUUID } from 'node:crypto'
import type { DataOf, InputOf } from '@dxx/contract/call'
import type { AllCalls, Name } from '@dxx/contract/calls'
import type { Envelope } from '@dxx/contract/envelope'
import { signedText } from '@dxx/contract/signature'

interface SendOptions {
  /** The Idempotency-Key; a new one for each call unless given. */
  key?: string
  /** Replaces or adds headers after signing. */
  headers?: Record<string, string>
  /** Unix seconds the client believes it is. */
  timestamp?: number
  /** Puts null and '' into a query, too, which our browser code leaves out. */
  blanks?: boolean
}

/** Speaks to a running server as a browser of ours would, signature and all. */
export class Client {
  constructor(
    private readonly base: string,
    private readonly now: () => number,
    readonly token = '',
  ) {}

  /** The data of a call that must succeed. */
  async call<N extends Name>(
    name: N,
    input: InputOf<AllCalls[N]>,
    options?: SendOptions,
  ): Promise<DataOf<AllCalls[N]>> {
    const { code, msg, data } = await this.send(name, input as object, options)
    if (code !== 1) throw new Error(`${name} answered ${code} ${msg} ${JSON.stringify(data)}`)
    return data as DataOf<AllCalls[N]>
  }

  /** The whole envelope of a call that may fail; input is not type-checked, so that tests can send nonsense. */
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
      // Half a character cannot be in an address; in queries it is replaced likewise.
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
