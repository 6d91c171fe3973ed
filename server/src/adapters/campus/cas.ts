import type { Log } from '../../base/log-type'
import type { OutboundFetch } from '../../base/outbound-fetch'
import { fail } from '../../base/refusal'
import type { Campus, CampusSettings } from './campus'
import { type CasResponse, parseCasResponse } from './cas-response'

/** CAS binds a ticket to the service's URL, which contains our state. */
function serviceUrl(redirect: string, state: string): string {
  const url = new URL(redirect)
  url.searchParams.set('state', state)
  return url.href
}

const endpoint = ({ url }: CampusSettings, path: string, query: Record<string, string>) =>
  `${url.replace(/\/+$/, '')}${path}?${new URLSearchParams(query)}`

/** Client of CAS 3.0. Each ticket is validated by one request to the school's server, over a verified connection. */
export function casClient(request: OutboundFetch, log: Log): Campus {
  async function read(address: string): Promise<CasResponse> {
    try {
      const response = await request(address)
      if (!response.ok) throw new Error(`status ${response.status}`)
      return parseCasResponse(await response.text())
    } catch (error) {
      log.error({ err: error }, 'the CAS server of a school failed')
      return fail('campus-failed')
    }
  }

  return {
    loginUrl: async (settings, { redirect, state }) =>
      endpoint(settings, '/login', { service: serviceUrl(redirect, state) }),

    async person(settings, { redirect, state }, { code: ticket }) {
      // Only service tickets: a proxy ticket was requested by another service.
      if (!ticket.startsWith('ST-')) return fail('campus-refused')
      const response = await read(
        endpoint(settings, '/p3/serviceValidate', { service: serviceUrl(redirect, state), ticket }),
      )
      if (response.kind === 'failure') {
        log.warn({ code: response.code, message: response.message }, 'the CAS server of a school refused a ticket')
        if (response.code === 'INVALID_TICKET') return fail('campus-expired')
        return fail(response.code === 'INTERNAL_ERROR' ? 'campus-failed' : 'campus-refused')
      }
      const { user, attributes } = response
      const field = (name: string) => (name === '' ? user : (attributes.get(name) ?? ''))
      return {
        issuer: settings.url,
        subject: user,
        studentNo: field(settings.numberField),
        name: settings.nameField === '' ? '' : field(settings.nameField),
      }
    },

    async check(settings) {
      const query = { service: 'https://check.invalid/', ticket: 'ST-0-check' }
      const response = await read(endpoint(settings, '/p3/serviceValidate', query))
      if (response.kind === 'success') return fail('campus-refused')
      return `CAS 3.0 已连通，无效票据被拒绝（${response.code}）`
    },
  }
}
