import * as oidc from 'openid-client'
import type { Clock } from '../../base/clock'
import type { Log } from '../../base/log-type'
import type { OutboundFetch } from '../../base/outbound-fetch'
import { fail, Refusal } from '../../base/refusal'
import type { Campus, CampusSettings } from './campus'

/** Seconds by which the clocks of the school's server and ours may differ. */
const tolerance = 60
const knownMs = 10 * 60_000
const maxKnown = 200
const timeoutSeconds = 10

interface Options {
  request: OutboundFetch
  clock: Clock
  log: Log
  allowHttp: boolean
}

interface Known {
  until: number
  server: oidc.ServerMetadata
  keys: oidc.ExportedJWKSCache | undefined
}

/** Returns a function that prepares the library for the server of a school. */
function configurator({ request, clock, allowHttp }: Omit<Options, 'log'>) {
  const known = new Map<string, Known>()
  const fetchThere: oidc.CustomFetch = (url, { method, headers, body }) =>
    request(url, { method, headers, body: body as URLSearchParams | string | null | undefined })

  /** Reads the metadata of the school's server, at most every ten minutes. */
  async function discover({ url, clientId }: CampusSettings, fresh: boolean): Promise<Known> {
    const cached = known.get(url)
    if (cached && !fresh && cached.until > Date.now()) return cached
    const found = await oidc.discovery(new URL(url), clientId, undefined, undefined, {
      [oidc.customFetch]: fetchThere,
      execute: allowHttp ? [oidc.allowInsecureRequests] : [],
      timeout: timeoutSeconds,
    })
    if (known.size >= maxKnown) known.delete(known.keys().next().value!)
    const read: Known = { until: Date.now() + knownMs, server: found.serverMetadata(), keys: undefined }
    known.set(url, read)
    return read
  }

  /** Configuration of one login: the library's own clock cannot be replaced, only shifted. */
  return async function configure(settings: CampusSettings, fresh = false) {
    const read = await discover(settings, fresh)
    const times = {
      [oidc.clockSkew]: clock.now() - Math.floor(Date.now() / 1000),
      [oidc.clockTolerance]: tolerance,
    }
    const found = new oidc.Configuration(read.server, settings.clientId, times, authenticate(settings.clientSecret))
    found[oidc.customFetch] = fetchThere
    found.timeout = timeoutSeconds
    if (allowHttp) oidc.allowInsecureRequests(found)
    // Enables the check of the ID token's signature; without it the library relies on TLS alone.
    oidc.enableNonRepudiationChecks(found)
    if (read.keys) oidc.setJwksCache(found, read.keys)
    const remember = () => {
      read.keys = oidc.getJwksCache(found)
    }
    return { found, remember }
  }
}

/** Client of OpenID Connect: authorization code flow with PKCE, state, nonce and check of the issuer. */
export function oidcClient({ log, ...options }: Options): Campus {
  const { clock, allowHttp } = options
  const configure = configurator(options)

  /** Converts errors to refusals: an expired or used code, an invalid response, or a server that does not work. */
  function refuse(error: unknown): never {
    log.warn({ err: error }, 'a login by OpenID Connect failed')
    if (error instanceof oidc.ResponseBodyError)
      return fail(error.error === 'invalid_grant' ? 'campus-expired' : 'campus-failed')
    const { code } = error as { code?: string }
    return fail(code && invalidResponses.has(code) ? 'campus-refused' : 'campus-failed')
  }

  /**
   * Before a login, every failure of the server is reported to the user in the same way: the school's login is
   * unavailable.
   */
  function refuseServer(error: unknown): never {
    log.warn({ err: error }, 'the OpenID provider of a school failed')
    return fail('campus-failed')
  }

  return {
    async loginUrl(settings, { redirect, state, nonce, verifier }) {
      const { found } = await configure(settings).catch(refuseServer)
      const url = oidc.buildAuthorizationUrl(found, {
        redirect_uri: redirect,
        scope: scopesFor(found),
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      // The browser opens this URL: another scheme could run a script on our page.
      if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:')) return fail('campus-failed')
      return url.href
    },

    async person(settings, { redirect, state, nonce, verifier }, { code, iss }) {
      try {
        const { found, remember } = await configure(settings)
        const returned = new URL(redirect)
        for (const [name, value] of Object.entries({ code, state, iss }))
          if (value !== undefined) returned.searchParams.set(name, value)
        const tokens = await oidc.authorizationCodeGrant(found, returned, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        })
        remember()
        const claims = tokens.claims()!
        // The library does not check this: a token from the future could be stored and used later.
        if (claims.iat > clock.now() + tolerance) return fail('campus-refused')
        const fields = [settings.numberField, settings.nameField].filter((name) => name !== '')
        const isComplete = fields.every((name) => name in claims)
        const info =
          isComplete || !found.serverMetadata().userinfo_endpoint
            ? claims
            : { ...(await oidc.fetchUserInfo(found, tokens.access_token, claims.sub)), ...claims }
        const field = (name: string) => textOf(name === '' ? claims.sub : info[name])
        return {
          issuer: claims.iss,
          subject: claims.sub,
          studentNo: field(settings.numberField),
          name: settings.nameField === '' ? '' : field(settings.nameField),
        }
      } catch (error) {
        if (error instanceof Refusal) throw error
        return refuse(error)
      }
    },

    async check(settings) {
      const { found } = await configure(settings, true).catch(refuseServer)
      return `OpenID Connect 已连通：${found.serverMetadata().issuer}`
    },
  }
}

/** Codes of openid-client for responses that are wrong, not merely missing. */
const invalidResponses = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_UNSUPPORTED_OPERATION',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_INVALID_REQUEST',
  'OAUTH_MISSING_SERVER_METADATA',
])

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** Scopes to request: includes `profile` unless the server's metadata lists scopes without it. */
function scopesFor(found: oidc.Configuration): string {
  const supported = found.serverMetadata().scopes_supported
  return supported && !supported.includes('profile') ? 'openid' : 'openid profile'
}

/** Sends the client's secret by a method that the server supports. */
function authenticate(secret: string | null): oidc.ClientAuth {
  if (secret === null) return oidc.None()
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported
    // Without a list, the standard prescribes the header.
    const way = methods?.includes('client_secret_post') ? oidc.ClientSecretPost : oidc.ClientSecretBasic
    return way(secret)(server, client, body, headers)
  }
}
