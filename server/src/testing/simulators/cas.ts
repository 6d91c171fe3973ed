import { randomBytes } from 'node:crypto'
import { type SimulatorResponse, startSimulator } from './http'

export interface CasUser {
  user: string
  attributes?: Record<string, string | string[]>
}

/** How the simulator misbehaves in its next responses; null: not at all. */
export type CasFault =
  | null
  | 'down'
  | 'html'
  | 'doctype'
  | 'two-users'
  | 'proxied'
  | 'success-and-failure'
  | 'foreign-namespace'
  | 'redirect'
  | 'huge'
  | 'no-ticket'
  | 'other-service'

/** Seconds that a service ticket lives; CAS servers use about ten. */
const ticketSeconds = 10

const escapeXml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`)

const wrap = (content: string, namespace = 'http://www.yale.edu/tp/cas') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<cas:serviceResponse xmlns:cas="${namespace}">${content}</cas:serviceResponse>`

const failure = (code: string, text: string) =>
  wrap(`<cas:authenticationFailure code="${code}">${escapeXml(text)}</cas:authenticationFailure>`)

const successOf = ({ user, attributes = {} }: CasUser, more = '') => {
  const list = Object.entries(attributes).flatMap(([name, values]) =>
    [values].flat().map((value) => `<cas:${name}>${escapeXml(value)}</cas:${name}>`),
  )
  return `<cas:authenticationSuccess><cas:user>${escapeXml(user)}</cas:user>${more}<cas:attributes>${list.join('')}</cas:attributes></cas:authenticationSuccess>`
}

interface Ticket {
  user: CasUser
  service: string
  expiresAt: number
}

/** Simulates the CAS 3.0 server of a school: single-use tickets, bound to one service, that live ten seconds. */
export async function startCasSimulator({ now = () => Date.now() / 1000, port = 0 } = {}) {
  const tickets = new Map<string, Ticket>()
  let visitor: CasUser | null = { user: '20240001' }
  let fault: CasFault = null
  const requestPaths: string[] = []

  function ticketFor(user: CasUser, service: string): string {
    const ticket = `ST-${randomBytes(12).toString('hex')}-cas`
    tickets.set(ticket, { user, service, expiresAt: now() + ticketSeconds })
    return ticket
  }

  function login(query: URLSearchParams): SimulatorResponse {
    const service = query.get('service') ?? ''
    if (!URL.canParse(service)) return { status: 400, body: '<p>缺少 service</p>' }
    if (!visitor) return { status: 401, body: '<p>账号或密码不正确</p>' }
    const back = new URL(service)
    const bound = fault === 'other-service' ? 'https://other.example/' : service
    if (fault !== 'no-ticket') back.searchParams.set('ticket', ticketFor(visitor, bound))
    return { status: 302, headers: { location: back.href } }
  }

  function validate(query: URLSearchParams): string {
    const [ticket, service] = [query.get('ticket') ?? '', query.get('service') ?? '']
    if (!ticket || !service) return failure('INVALID_REQUEST', 'service and ticket are required')
    const issued = tickets.get(ticket)
    // A ticket is used up by any attempt to validate it.
    tickets.delete(ticket)
    if (!issued || issued.expiresAt < now()) return failure('INVALID_TICKET', `Ticket ${ticket} not recognized`)
    if (issued.service !== service) return failure('INVALID_SERVICE', `Ticket ${ticket} is not for ${service}`)
    return wrongly(issued.user) ?? wrap(successOf(issued.user))
  }

  function wrongly(user: CasUser): string | null {
    if (fault === 'doctype')
      return `<!DOCTYPE x [<!ENTITY who "20240002">]>${wrap('<cas:authenticationSuccess><cas:user>&who;</cas:user></cas:authenticationSuccess>')}`
    if (fault === 'two-users') return wrap(successOf(user, '<cas:user>20240002</cas:user>'))
    if (fault === 'proxied')
      return wrap(successOf(user, '<cas:proxies><cas:proxy>https://evil.example/</cas:proxy></cas:proxies>'))
    if (fault === 'success-and-failure')
      return wrap(`${successOf(user)}<cas:authenticationFailure code="INVALID_TICKET">x</cas:authenticationFailure>`)
    if (fault === 'foreign-namespace') return wrap(successOf(user), 'https://example.com/not-cas')
    return null
  }

  const { url, close } = await startSimulator(({ path, query }): SimulatorResponse => {
    requestPaths.push(path)
    if (fault === 'down') return { status: 502, body: 'bad gateway' }
    if (path === '/cas/login') return login(query)
    if (path !== '/cas/p3/serviceValidate') return { status: 404, body: '<p>404</p>' }
    if (fault === 'html') return { body: '<html><body>系统维护中</body></html>' }
    if (fault === 'redirect') return { status: 302, headers: { location: 'http://169.254.169.254/latest' } }
    if (fault === 'huge') return { headers: { 'content-type': 'text/xml' }, body: 'x'.repeat(3 * 1024 * 1024) }
    return { headers: { 'content-type': 'application/xml; charset=utf-8' }, body: validate(query) }
  }, port)

  return {
    url: `${url}/cas`,
    close,
    requestPaths,
    ticketFor,
    visitor: (user: CasUser | null) => {
      visitor = user
    },
    misbehave: (next: CasFault) => {
      fault = next
    },
  }
}
