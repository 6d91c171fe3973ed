import { randomUUID } from 'node:crypto'
import {
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  type JSONWebKeySet,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose'
import { claimNames, ltiScopes } from '../../adapters/lti/claims'
import { type SimulatorRequest, type SimulatorResponse, startSimulator } from './http'

/** How the simulator misbehaves in its next responses; null: not at all. */
export type LtiFault =
  | null
  | 'down'
  | 'other-issuer'
  | 'other-audience'
  | 'two-audiences'
  | 'expired'
  | 'future'
  | 'other-key'
  | 'none-algorithm'
  | 'hmac-algorithm'
  | 'other-nonce'
  | 'no-nonce'
  | 'other-deployment'
  | 'old-version'
  | 'other-message'
  | 'no-subject'
  | 'empty-subject'
  | 'long-subject'
  | 'nul-subject'
  | 'number-subject'
  | 'no-link'
  | 'keys-down'
  | 'keys-html'
  | 'endless-members'
  | 'foreign-members'
  | 'no-members'
  | 'fewer-scopes'

export interface LtiVisitor {
  sub: string
  name?: string
  studentNo?: string
  teacher?: boolean
}

interface ReceivedScore {
  userId: string
  scoreGiven: number
  activityProgress: string
  gradingProgress: string
}

/** Subjects that a tool could confuse with those of other users. */
const wrongSubjects: { [fault in NonNullable<LtiFault>]?: (sub: string) => unknown } = {
  'no-subject': () => undefined,
  'empty-subject': () => '',
  'long-subject': (sub) => sub.padEnd(256, 'x'),
  'nul-subject': (sub) => `${sub}\0`,
  'number-subject': () => 7,
}

const clientId = 'dxx-tool'
const deploymentId = 'deployment-1'
const returnPath = '/deep-link-return'

/** Simulates a learning platform: launches, deep linking, scores and rosters. It verifies what the tool sends. */
export async function startLtiPlatform({ now = () => Date.now() / 1000, port = 0 } = {}) {
  const [own, foreign] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  const publicKey = { ...(await exportJWK(own.publicKey)), kid: 'platform', alg: 'RS256', use: 'sig' }
  let fault: LtiFault = null
  let toolKeys: () => Promise<JSONWebKeySet> = async () => ({ keys: [] })
  const tokens = new Map<string, string[]>()
  const assertions = new Set<string>()
  /** Scopes of the tokens that the tool has asked for. */
  const requestedScopes: string[] = []
  const scores: ReceivedScore[] = []
  /** Statuses of the next responses to scores and rosters, before they work. */
  const refusals: number[] = []
  let members: object[] = []
  /** Verified choice that the tool sent back for a teacher. */
  let choice: JWTPayload | null = null

  const subjectOf = (sub: string): unknown => {
    const wrong = fault && wrongSubjects[fault]
    return wrong ? wrong(sub) : sub
  }

  async function idToken(query: URLSearchParams, visitor: LtiVisitor, more: Record<string, unknown>): Promise<string> {
    const { url } = simulator
    const at = Math.floor(now()) + (fault === 'expired' ? -7200 : fault === 'future' ? 7200 : 0)
    const nonce = fault === 'other-nonce' ? 'another' : (query.get('nonce') ?? '')
    const claims: JWTPayload = {
      iss: fault === 'other-issuer' ? 'https://other.example' : url,
      aud: fault === 'other-audience' ? 'another' : fault === 'two-audiences' ? [clientId, 'another'] : clientId,
      ...(fault === 'two-audiences' && { azp: 'another' }),
      sub: subjectOf(visitor.sub) as string,
      iat: at,
      exp: at + 300,
      ...(fault !== 'no-nonce' && { nonce }),
      name: visitor.name ?? '',
      [claimNames.version]: fault === 'old-version' ? '1.1' : '1.3.0',
      [claimNames.deploymentId]: fault === 'other-deployment' ? 'deployment-2' : deploymentId,
      [claimNames.messageType]: fault === 'other-message' ? 'LtiSubmissionReviewRequest' : 'LtiResourceLinkRequest',
      [claimNames.roles]: [
        `http://purl.imsglobal.org/vocab/lis/v2/membership#${visitor.teacher ? 'Instructor' : 'Learner'}`,
      ],
      [claimNames.context]: { id: 'course-1', title: '程序设计（秋）' },
      [claimNames.lis]: { person_sourcedid: visitor.studentNo ?? '' },
      [claimNames.scores]: {
        scope: [ltiScopes.score],
        lineitems: `${url}/lineitems`,
        lineitem: `${url}/lineitems/7?type_id=1`,
      },
      [claimNames.members]: { context_memberships_url: `${url}/members`, service_versions: ['2.0'] },
      ...more,
      ...(fault === 'no-link' && { [claimNames.resourceLink]: undefined }),
    }
    if (fault === 'none-algorithm') {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      return `${part({ alg: 'none' })}.${part(claims)}.`
    }
    if (fault === 'hmac-algorithm')
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid: 'platform' })
        .sign(new TextEncoder().encode(JSON.stringify(publicKey)))
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'platform' })
      .sign(fault === 'other-key' ? foreign.privateKey : own.privateKey)
  }

  /** Checks the assertion of the tool: signature, audience, issuer and single use. */
  async function giveToken({ body }: SimulatorRequest): Promise<SimulatorResponse> {
    const form = new URLSearchParams(body)
    try {
      const { payload } = await jwtVerify(form.get('client_assertion') ?? '', createLocalJWKSet(await toolKeys()), {
        issuer: clientId,
        subject: clientId,
        audience: `${simulator.url}/token`,
        currentDate: new Date(now() * 1000),
        algorithms: ['RS256'],
      })
      if (!payload.jti || assertions.has(payload.jti)) throw new Error('a repeated assertion')
      assertions.add(payload.jti)
    } catch (error) {
      return { status: 401, body: { error: 'invalid_client', error_description: String(error) } }
    }
    if (form.get('grant_type') !== 'client_credentials') return { status: 400, body: { error: 'invalid_request' } }
    const token = randomUUID()
    const scope = fault === 'fewer-scopes' ? '' : (form.get('scope') ?? '')
    requestedScopes.push(form.get('scope') ?? '')
    tokens.set(token, scope.split(' '))
    return { body: { access_token: token, token_type: 'Bearer', expires_in: 3600, scope } }
  }

  const mayUse = ({ headers }: SimulatorRequest, scope: string) =>
    tokens.get(/^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '')?.includes(scope) ?? false

  function takeScore(request: SimulatorRequest): SimulatorResponse {
    if (!mayUse(request, ltiScopes.score)) return { status: 401, body: { error: 'insufficient_scope' } }
    const status = refusals.shift()
    if (status) return { status, body: { error: 'refused' } }
    if (
      request.headers['content-type'] !== 'application/vnd.ims.lis.v1.score+json' ||
      request.query.get('type_id') !== '1'
    )
      return { status: 400, body: { error: 'malformed' } }
    scores.push(JSON.parse(request.body) as ReceivedScore)
    return { status: 200, body: {} }
  }

  function giveMembers(request: SimulatorRequest): SimulatorResponse {
    if (!mayUse(request, ltiScopes.members)) return { status: 401, body: { error: 'insufficient_scope' } }
    if (fault === 'no-members') return { body: { error: 'maintenance' } }
    const from = Number(request.query.get('from') ?? 0)
    const page = members.slice(from, from + 2)
    const more = fault === 'endless-members' || from + 2 < members.length
    // Another host name is another site, although the same simulator would respond.
    const site = fault === 'foreign-members' ? simulator.url.replace('127.0.0.1', 'localhost') : simulator.url
    const link = `<${site}/members?from=${from + 2}>; rel="next"`
    return { body: { id: 'x', context: { id: 'course-1' }, members: page }, headers: more ? { link } : {} }
  }

  async function takeChoice({ body }: SimulatorRequest): Promise<SimulatorResponse> {
    const jwt = new URLSearchParams(body).get('JWT') ?? ''
    const { payload } = await jwtVerify(jwt, createLocalJWKSet(await toolKeys()), {
      issuer: clientId,
      audience: simulator.url,
      currentDate: new Date(now() * 1000),
    })
    choice = payload
    return { body: '<p>已放进课程</p>' }
  }

  /** Visitor who has opened a page of the platform, and the chosen link, for browser tests. */
  let visiting: { visitor: LtiVisitor; more: Record<string, unknown> } | null = null

  /** Page of a course that shows the tool in a frame. */
  function coursePage({ query }: SimulatorRequest): SimulatorResponse {
    const target = query.get('target')
    // For tests by hand, the URL contains the visitor and the link; automatic tests call `visit`.
    if (target !== null) {
      const studentNo = query.get('student') ?? ''
      const link = { [claimNames.resourceLink]: { id: `link ${target}` }, [claimNames.custom]: { target } }
      visiting = { visitor: { sub: `student-${studentNo}`, name: '平台同学', studentNo }, more: link }
    }
    const hint = new URLSearchParams({
      iss: simulator.url,
      client_id: clientId,
      login_hint: visiting?.visitor.sub ?? '',
      target_link_uri: `${query.get('tool')}/lti/launch`,
    })
    const src = `${query.get('tool')}/lti/login?${hint}`.replaceAll('&', '&amp;')
    return { body: `<h1>程序设计（秋）</h1><iframe title="工具" width="900" height="700" src="${src}"></iframe>` }
  }

  /** Authorization page: sends the launch by a form. */
  async function authPage({ query }: SimulatorRequest): Promise<SimulatorResponse> {
    if (!visiting) return { status: 401, body: '<p>请先登录</p>' }
    const { form, redirect } = await authorize(`http://platform/auth?${query}`, visiting.visitor, visiting.more)
    const fields = Object.entries(form).map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
    return {
      body: `<form method="post" action="${redirect}">${fields.join('')}</form><script>document.forms[0].submit()</script>`,
    }
  }

  const simulator = await startSimulator(async (request): Promise<SimulatorResponse> => {
    const { method, path } = request
    if (path === '/course') return coursePage(request)
    if (path === '/auth') return authPage(request)
    if (fault === 'down') return { status: 502, body: 'bad gateway' }
    if (path === '/jwks' && fault === 'keys-down') return { status: 503, body: 'unavailable' }
    if (path === '/jwks' && fault === 'keys-html') return { body: '<html>系统维护中</html>' }
    if (path === '/jwks') return { body: { keys: [publicKey] } }
    if (path === '/token' && method === 'POST') return giveToken(request)
    if (path === '/lineitems/7/scores' && method === 'POST') return takeScore(request)
    if (path === '/members') return giveMembers(request)
    if (path === returnPath && method === 'POST') return takeChoice(request)
    return { status: 404, body: { error: 'not_found' } }
  }, port)

  /** Simulates the platform's authorization page: responds to the tool's request with a signed launch. */
  async function authorize(address: string, visitor: LtiVisitor, more: Record<string, unknown> = {}) {
    const query = new URL(address).searchParams
    const right =
      query.get('response_type') === 'id_token' &&
      query.get('response_mode') === 'form_post' &&
      query.get('prompt') === 'none' &&
      query.get('client_id') === clientId &&
      query.get('login_hint') === visitor.sub &&
      (query.get('nonce') ?? '') !== ''
    if (!right) throw new Error(`not a valid authorization request: ${address}`)
    return {
      redirect: query.get('redirect_uri')!,
      form: { state: query.get('state')!, id_token: await idToken(query, visitor, more) },
    }
  }

  return {
    url: simulator.url,
    close: simulator.close,
    /** Values to register in the console. */
    registration: {
      issuer: simulator.url,
      clientId,
      deploymentIds: [deploymentId],
      siteUrl: simulator.url,
      authUrl: `${simulator.url}/auth`,
      tokenUrl: `${simulator.url}/token`,
      jwksUrl: `${simulator.url}/jwks`,
    },
    returnUrl: `${simulator.url}${returnPath}`,
    authorize,
    /** Sets the next visitor of the course page, and the claims of the link that it shows. */
    visit: (visitor: LtiVisitor, more: Record<string, unknown>) => {
      visiting = { visitor, more }
    },
    requestedScopes,
    scores,
    refusals,
    choice: () => choice,
    setMembers: (list: object[]) => {
      members = list
    },
    /** The platform reads the tool's keys from its address. */
    trust: (read: () => Promise<JSONWebKeySet>) => {
      toolKeys = read
    },
    forgetTokens: () => tokens.clear(),
    misbehave: (next: LtiFault) => {
      fault = next
    },
  }
}
