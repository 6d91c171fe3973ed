import type { CallName } from '@dxx/contract/call'

export interface BuiltRequest {
  method: string
  /** Path and query. */
  url: string
  body: string | undefined
  /** Text to sign: the exact query string or body that is sent. */
  payload: string
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

/** Serialises a call and its input once, so that exactly the sent bytes are signed. */
export function buildRequest(name: CallName, input: Record<string, unknown>): BuiltRequest {
  const [method, template] = name.split(' ') as [string, string]
  const rest = { ...input }
  const path = template.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = rest[key]
    delete rest[key]
    if (isEmpty(value)) throw new TypeError(`${name} needs ${key}`)
    return encodeURIComponent(String(value))
  })
  if (method !== 'GET') {
    const body = JSON.stringify(rest)
    return { method, url: path, body, payload: body }
  }
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(rest)) {
    for (const item of Array.isArray(value) ? value : [value]) if (!isEmpty(item)) query.append(key, String(item))
  }
  const payload = query.toString()
  return { method, url: payload ? `${path}?${payload}` : path, body: undefined, payload }
}
