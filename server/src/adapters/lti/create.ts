import { randomUUID } from 'node:crypto'
import { createRemoteJWKSet, customFetch, importPKCS8, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { Clock } from '../../base/clock'
import { createOutboundFetch, type OutboundFetch, type OutboundRules } from '../../base/outbound-fetch'
import { storableId, storableText } from '../../base/storable-text'
import { claimNames, InvalidLaunch, readLaunch } from './claims'
import { type Lti, type LtiKey, type LtiMember, type LtiPlatform, LtiRefused, LtiUnreachable } from './lti'

/** Asymmetric algorithms only: with HMAC, the public key of the platform could be used as the secret. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512']
/** Seconds by which clocks may differ, and the maximum age of a launch. */
const tolerance = 60
const maxAge = 3600
const maxKeySets = 200
/** Far more pages than a roster has; a roster with more is refused. */
const maxPages = 200

/** Returns a fetch for key sets. Its failures mean that no token can be verified, not that a token is wrong. */
const keyReader =
  (request: OutboundFetch): OutboundFetch =>
  async (address, init) => {
    const response = await (async () => request(address, init))().catch((error) => {
      throw new LtiUnreachable(`the keys of the platform: ${error}`)
    })
    if (response.status !== 200) throw new LtiUnreachable(`the keys of the platform: ${response.status}`)
    return response
  }

export function createLti(rules: OutboundRules, clock: Clock): Lti {
  const request = createOutboundFetch(rules)
  const readKeys = keyReader(request)
  const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>()

  /** Keys of a platform, read again after ten minutes or if a key is unknown. */
  function keysOf(url: string) {
    const known = keySets.get(url)
    if (known) return known
    if (keySets.size >= maxKeySets) keySets.delete(keySets.keys().next().value!)
    const keys = createRemoteJWKSet(new URL(url), {
      [customFetch]: (address, { headers, method }) => readKeys(address, { headers, method }),
    })
    keySets.set(url, keys)
    return keys
  }

  const sign = async (claims: JWTPayload, { kid, privateKey }: LtiKey) => {
    const now = clock.now()
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
      .setIssuedAt(now)
      .setExpirationTime(now + 300)
      .sign(await importPKCS8(privateKey, 'RS256'))
  }

  return {
    async verify({ issuer, clientId, jwksUrl, numberFrom }, idToken, nonce) {
      const { payload } = await jwtVerify(idToken, keysOf(jwksUrl), {
        issuer,
        audience: clientId,
        algorithms,
        clockTolerance: tolerance,
        maxTokenAge: maxAge,
        currentDate: new Date(clock.nowMs()),
        requiredClaims: ['exp', 'iat', 'nonce', 'sub'],
      })
      if (payload.nonce !== nonce) throw new InvalidLaunch('another nonce')
      // A token for several tools must name the tool that may use it.
      const several = Array.isArray(payload.aud) && payload.aud.length > 1
      if ((several || payload.azp !== undefined) && payload.azp !== clientId)
        throw new InvalidLaunch('for another tool')
      return readLaunch(payload, numberFrom)
    },

    async accessToken({ clientId, tokenUrl }: LtiPlatform, key, scope) {
      const assertion = await sign({ iss: clientId, sub: clientId, aud: tokenUrl, jti: randomUUID() }, key)
      const response = await request(tokenUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
          client_assertion: assertion,
          scope,
        }),
      })
      await mustBeOk(response, 'token')
      const { access_token: value, expires_in: expiresIn } = (await response.json()) as Record<string, unknown>
      if (typeof value !== 'string' || value === '') throw new LtiRefused('the platform gave no token', false)
      return { value, expiresIn: typeof expiresIn === 'number' ? expiresIn : 600 }
    },

    ...ltiServices(request),

    signChoice: (platform, key, choice) => sign(choiceClaims(platform, choice), key),
  }
}

/** Claims of the message that returns a teacher's choice to the platform. */
const choiceClaims = (
  { issuer, clientId }: LtiPlatform,
  { deploymentId, data, item }: Parameters<Lti['signChoice']>[2],
): JWTPayload => ({
  iss: clientId,
  aud: issuer,
  nonce: randomUUID(),
  [claimNames.deploymentId]: deploymentId,
  [claimNames.messageType]: 'LtiDeepLinkingResponse',
  [claimNames.version]: '1.3.0',
  ...(data !== '' && { [claimNames.deepLinkData]: data }),
  [claimNames.deepLinkItems]: item
    ? [
        {
          type: 'ltiResourceLink',
          title: item.title,
          url: item.url,
          custom: { target: item.target },
          lineItem: { scoreMaximum: 100, label: item.title },
        },
      ]
    : [],
})

/** Services of a platform that are called with an access token. */
const ltiServices = (request: OutboundFetch): Pick<Lti, 'sendScore' | 'readMembers'> => ({
  async sendScore(lineItem, token, { subject, percent, isFinal, at }) {
    // Extends the path of the line item; a query, as in Moodle, stays at the end.
    const url = new URL(lineItem)
    url.pathname = `${url.pathname.replace(/\/$/, '')}/scores`
    const response = await request(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.ims.lis.v1.score+json' },
      body: JSON.stringify({
        userId: subject,
        scoreGiven: percent,
        scoreMaximum: 100,
        activityProgress: isFinal ? 'Completed' : 'InProgress',
        gradingProgress: isFinal ? 'FullyGraded' : 'Pending',
        timestamp: new Date(at * 1000).toISOString(),
      }),
    })
    await mustBeOk(response, 'score')
  },

  async readMembers(first, token, numberFrom) {
    const members: LtiMember[] = []
    let url: string | null = first
    for (let page = 0; url !== null; page++) {
      // An incomplete list must not look complete: the missing members would be removed from the class.
      if (page === maxPages) throw new LtiRefused('members: the list does not end', true)
      const response: Response = await request(url, {
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/vnd.ims.lti-nrps.v2.membershipcontainer+json',
        },
      })
      await mustBeOk(response, 'members')
      const body = (await response.json()) as { members?: unknown }
      if (!Array.isArray(body.members)) throw new LtiRefused('members: no list', true)
      for (const one of body.members) {
        const member = memberOf(one as Record<string, unknown>, numberFrom)
        if (member) members.push(member)
      }
      url = nextPage(response.headers.get('link'), first)
    }
    return members
  },
})

async function mustBeOk(response: Response, what: string): Promise<void> {
  if (response.ok) return
  const { status } = response
  const detail = (await response.text()).replace(/\s+/g, ' ').slice(0, 200)
  // Too many requests and time-outs end; a missing scope, line item or malformed request does not.
  const permanent = status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status)
  throw new LtiRefused(`${what}: ${status} ${detail}`, permanent, status === 401)
}

/**
 * Returns the URL of a roster's next page; null if this is the last one. Another site must not receive our token, and
 * without its page the list would be incomplete.
 */
function nextPage(link: string | null, first: string): string | null {
  const [, next] = /<([^>]+)>\s*;\s*rel="?next"?/i.exec(link ?? '') ?? []
  if (!next) return null
  const url = URL.canParse(next, first) ? new URL(next, first) : null
  if (url?.origin !== new URL(first).origin) throw new LtiRefused('members: the next page is on another site', true)
  return url.href
}

function memberOf(value: Record<string, unknown>, numberFrom: LtiPlatform['numberFrom']): LtiMember | null {
  const text = (name: string, max: number) => (typeof value[name] === 'string' ? storableText(value[name], max) : '')
  const id = (name: string, max: number) => (typeof value[name] === 'string' ? storableId(value[name], max) : '')
  const subject = id('user_id', 255)
  if (subject === '') return null
  const roles = Array.isArray(value.roles) ? value.roles.map(String) : []
  return {
    subject,
    name: text('name', 40),
    studentNo: numberFrom === 'sourcedid' ? id('lis_person_sourcedid', 64).trim() : '',
    isTeacher: roles.some((role) => /(^|#)(Instructor|TeachingAssistant|Administrator)$/.test(role)),
    active: (text('status', 20) || 'Active') === 'Active',
  }
}
