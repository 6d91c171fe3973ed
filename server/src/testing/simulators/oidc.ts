import { createHash, randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { type SimulatorRequest, type SimulatorResponse, startSimulator } from './http'

export interface OidcUser {
  sub: string
  claims?: Record<string, unknown>
}

/** How the simulator misbehaves in its next responses; null: not at all. */
export type OidcFault =
  | null
  | 'down'
  | 'no-nonce'
  | 'wrong-nonce'
  | 'other-issuer'
  | 'other-audience'
  | 'expired-token'
  | 'future-token'
  | 'other-key'
  | 'none-algorithm'
  | 'hmac-algorithm'
  | 'no-id-token'
  | 'other-subject'
  | 'two-audiences'
  | 'nul-subject'
  | 'long-subject'
  | 'html-token'
  | 'redirected-token'
  | 'huge-token'
  | 'script-endpoint'
  | 'metadata-of-another'
  | 'temporarily_unavailable'
  | 'invalid_scope'

const codeSeconds = 60

/** Audiences of ID tokens with a fault. */
const audiences: Record<string, string | string[]> = {
  'other-audience': 'another-client',
  'two-audiences': ['dxx-simulated', 'another-client'],
}

interface Code {
  user: OidcUser
  redirect: string
  nonce: string
  challenge: string
  expiresAt: number
}

export const simulatedClient = { clientId: 'dxx-simulated', secret: 'simulator-oidc-secret' }

/** Simulates the OpenID provider of a school: authorization code flow with PKCE, signed ID tokens, user info. */
export async function startOidcSimulator({ now = () => Date.now() / 1000, port = 0 } = {}) {
  const [own, foreign] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  const publicKey = { ...(await exportJWK(own.publicKey)), kid: 'simulated', alg: 'RS256', use: 'sig' }
  const codes = new Map<string, Code>()
  const accessTokens = new Map<string, OidcUser>()
  let visitor: OidcUser | null = { sub: 'u-20240001', claims: { student_no: '20240001', name: '周以宁' } }
  let fault: OidcFault = null
  /** Seconds by which the clock of this server is ahead. */
  let skew = 0
  const requestPaths: string[] = []

  const metadata = (issuer: string) => ({
    issuer: fault === 'metadata-of-another' ? 'https://other.example' : issuer,
    authorization_endpoint: fault === 'script-endpoint' ? 'javascript:alert(1)//' : `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic'],
    code_challenge_methods_supported: ['S256'],
    scopes_supported: ['openid', 'profile'],
    authorization_response_iss_parameter_supported: true,
  })

  function authorize(query: URLSearchParams, issuer: string): SimulatorResponse {
    const redirect = query.get('redirect_uri') ?? ''
    const challenge = query.get('code_challenge') ?? ''
    const wanted =
      query.get('client_id') === simulatedClient.clientId &&
      query.get('response_type') === 'code' &&
      query.get('code_challenge_method') === 'S256' &&
      challenge !== '' &&
      (query.get('scope') ?? '').split(' ').includes('openid') &&
      URL.canParse(redirect)
    if (!wanted) return { status: 400, body: '<p>invalid_request</p>' }
    const back = new URL(redirect)
    back.searchParams.set('state', query.get('state') ?? '')
    back.searchParams.set('iss', issuer)
    if (fault === 'temporarily_unavailable' || fault === 'invalid_scope') back.searchParams.set('error', fault)
    else if (visitor)
      back.searchParams.set('code', codeFor(visitor, { redirect, challenge, nonce: query.get('nonce') ?? '' }))
    else back.searchParams.set('error', 'access_denied')
    return { status: 302, headers: { location: back.href } }
  }

  function codeFor(
    user: OidcUser,
    { redirect, challenge, nonce }: Pick<Code, 'redirect' | 'challenge' | 'nonce'>,
  ): string {
    const code = randomBytes(16).toString('hex')
    codes.set(code, { user, redirect, challenge, nonce, expiresAt: now() + codeSeconds })
    return code
  }

  function isClient({ headers }: SimulatorRequest): boolean {
    const basic = /^Basic (.+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
    const [id = '', secret = ''] = Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent)
    return id === simulatedClient.clientId && secret === simulatedClient.secret
  }

  async function exchange(request: SimulatorRequest, issuer: string): Promise<SimulatorResponse> {
    if (!isClient(request)) return { status: 401, body: { error: 'invalid_client' } }
    const form = new URLSearchParams(request.body)
    const issued = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const right =
      form.get('grant_type') === 'authorization_code' &&
      issued !== undefined &&
      issued.expiresAt >= now() &&
      issued.redirect === form.get('redirect_uri') &&
      issued.challenge === verifier
    if (!right) return { status: 400, body: { error: 'invalid_grant' } }
    if (fault === 'html-token') return { body: '<html><body>系统维护中</body></html>' }
    if (fault === 'redirected-token') return { status: 302, headers: { location: 'http://169.254.169.254/latest' } }
    if (fault === 'huge-token')
      return { headers: { 'content-type': 'application/json' }, body: 'x'.repeat(3 * 1024 * 1024) }
    const access = randomBytes(16).toString('hex')
    accessTokens.set(access, issued.user)
    const id_token = fault === 'no-id-token' ? undefined : await idToken(issued, issuer)
    return { body: { access_token: access, token_type: 'Bearer', expires_in: 300, ...(id_token && { id_token }) } }
  }

  async function idToken({ user, nonce }: Code, issuer: string): Promise<string> {
    const at = Math.floor(now()) + skew + (fault === 'expired-token' ? -7200 : fault === 'future-token' ? 7200 : 0)
    const claims: JWTPayload = {
      iss: fault === 'other-issuer' ? 'https://other.example' : issuer,
      aud: audiences[fault ?? ''] ?? simulatedClient.clientId,
      ...(fault === 'two-audiences' && { azp: 'another-client' }),
      sub: fault === 'nul-subject' ? `${user.sub}\0` : fault === 'long-subject' ? user.sub.padEnd(256, 'x') : user.sub,
      iat: at,
      exp: at + 300,
      ...(fault !== 'no-nonce' && { nonce: fault === 'wrong-nonce' ? 'another' : nonce }),
    }
    if (fault === 'none-algorithm') {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      return `${part({ alg: 'none' })}.${part(claims)}.`
    }
    // Algorithm confusion: the public key, which is no secret, used as the key of an HMAC.
    if (fault === 'hmac-algorithm')
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid: 'simulated' })
        .sign(new TextEncoder().encode(JSON.stringify(publicKey)))
    const key = fault === 'other-key' ? foreign.privateKey : own.privateKey
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'simulated' }).sign(key)
  }

  function userinfo({ headers }: SimulatorRequest): SimulatorResponse {
    const user = accessTokens.get(/^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '')
    if (!user) return { status: 401, body: { error: 'invalid_token' } }
    return { body: { ...user.claims, sub: fault === 'other-subject' ? 'u-20240002' : user.sub } }
  }

  const simulator = await startSimulator(async (request): Promise<SimulatorResponse> => {
    requestPaths.push(request.path)
    const { url: issuer } = simulator
    if (fault === 'down') return { status: 502, body: 'bad gateway' }
    if (request.path === '/.well-known/openid-configuration') return { body: metadata(issuer) }
    if (request.path === '/jwks') return { body: { keys: [publicKey] } }
    if (request.path === '/authorize') return authorize(request.query, issuer)
    if (request.path === '/token' && request.method === 'POST') return exchange(request, issuer)
    if (request.path === '/userinfo') return userinfo(request)
    return { status: 404, body: { error: 'not_found' } }
  }, port)

  return {
    url: simulator.url,
    close: simulator.close,
    requestPaths,
    visitor: (user: OidcUser | null) => {
      visitor = user
    },
    misbehave: (next: OidcFault) => {
      fault = next
    },
    setClockSkew: (seconds: number) => {
      skew = seconds
    },
  }
}
