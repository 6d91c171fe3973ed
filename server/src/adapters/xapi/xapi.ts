import { createOutboundFetch, type OutboundRules } from '../../base/outbound-fetch'

interface XapiStore {
  /** Address of the xAPI endpoint, without /statements. */
  url: string
  username: string
  password: string
}

/** The store refused statements. `permanent`: repeating the same request is useless. */
export class XapiRefused extends Error {
  constructor(
    message: string,
    readonly permanent: boolean,
  ) {
    super(message)
  }
}

export interface Xapi {
  /** Stores statements in one request: all or none. A single statement that is already stored counts as stored. */
  send(store: XapiStore, statements: readonly object[]): Promise<void>
}

export function createXapi(rules: OutboundRules): Xapi {
  const request = createOutboundFetch(rules)
  return {
    async send({ url, username, password }, statements) {
      const response = await request(`${url.replace(/\/+$/, '')}/statements`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
          'content-type': 'application/json',
          'x-experience-api-version': '1.0.3',
        },
        body: JSON.stringify(statements),
      })
      const { status } = response
      // 409: the store has a statement with this id, from a request whose response was lost.
      if (response.ok || (status === 409 && statements.length === 1)) return
      throw new XapiRefused(`${status} ${(await response.text()).slice(0, 200)}`, [400, 409, 413].includes(status))
    },
  }
}
