import { createHash, randomBytes } from 'node:crypto'
import { sampleWechat } from '../../modules/accounts/seed'
import { type Answer, type Asked, startSimulator } from './http'

export interface Person {
  openid: string
  nickname: string
  unionid?: string
  /** A virtual account, as visitors get in WeChat's preview mode. */
  snapshot?: boolean
}

interface Code {
  person: Person
  appId: string
  scope: string
  expiresAt: number
  used: boolean
}

const apps: Record<string, string> = {
  [sampleWechat.appId]: 'simulator-secret-mp',
  'wx-simulator-web': 'simulator-secret-web',
}
/** What `DXX_WECHAT_…` must say for this simulator. */
export const simulatedApps = {
  mp: { appId: sampleWechat.appId, secret: apps[sampleWechat.appId]! },
  web: { appId: 'wx-simulator-web', secret: apps['wx-simulator-web']! },
}

const samplePerson: Person = { openid: sampleWechat.openid, nickname: sampleWechat.nickname }
const random = () => randomBytes(16).toString('hex')
const error = (errcode: number, errmsg: string): Answer => ({ body: { errcode, errmsg } })

/** WeChat's OAuth, user info, stable token and JS-SDK ticket, with their error codes. */
export async function startWechatSimulator({ now = () => Date.now() / 1000, port = 0 } = {}) {
  const codes = new Map<string, Code>()
  const userTokens = new Map<string, { person: Person; scope: string; expiresAt: number }>()
  let stable = { token: '', expiresAt: 0 }
  /** What was asked, by path, for tests that count. */
  const asked: string[] = []
  /** Who consents on the authorize page; null refuses. */
  let visitor: Person | null = samplePerson
  let failing = false

  function codeFor(person: Person, { appId = sampleWechat.appId, scope = 'snsapi_userinfo' } = {}): string {
    const code = random()
    codes.set(code, { person, appId, scope, expiresAt: now() + 300, used: false })
    return code
  }

  function checkApp(appId: string, secret: string): Answer | null {
    if (!(appId in apps)) return error(40013, 'invalid appid')
    if (apps[appId] !== secret) return error(40125, 'invalid appsecret')
    return null
  }

  function authorize(query: URLSearchParams, scopes: string[]): Answer {
    const appId = query.get('appid') ?? ''
    const redirect = query.get('redirect_uri') ?? ''
    const scope = query.get('scope') ?? ''
    if (!(appId in apps)) return { status: 400, body: '<p>40013 invalid appid</p>' }
    if (!scopes.includes(scope)) return { status: 400, body: '<p>10005 该公众号没有这个授权作用域权限</p>' }
    if (query.get('response_type') !== 'code' || !URL.canParse(redirect))
      return { status: 400, body: '<p>10003 redirect_uri 域名与后台配置不一致</p>' }
    const back = new URL(redirect)
    if (visitor) back.searchParams.set('code', codeFor(visitor, { appId, scope }))
    back.searchParams.set('state', query.get('state') ?? '')
    return { status: 302, headers: { location: back.href } }
  }

  function exchange(query: URLSearchParams): Answer {
    const appId = query.get('appid') ?? ''
    const refused = checkApp(appId, query.get('secret') ?? '')
    if (refused) return refused
    if (!query.get('code')) return error(41008, 'missing code')
    if (query.get('grant_type') !== 'authorization_code') return error(40002, 'invalid grant_type')
    const code = codes.get(query.get('code')!)
    if (!code || code.appId !== appId) return error(40029, 'invalid code')
    if (code.used) return error(40163, 'code been used')
    if (code.expiresAt <= now()) return error(42003, 'code expired')
    code.used = true
    const { person, scope } = code
    const token = random()
    userTokens.set(token, { person, scope, expiresAt: now() + 7200 })
    return {
      body: {
        access_token: token,
        expires_in: 7200,
        refresh_token: random(),
        openid: person.openid,
        scope,
        ...(person.unionid && scope !== 'snsapi_base' && { unionid: person.unionid }),
        ...(person.snapshot && { is_snapshotuser: 1 }),
      },
    }
  }

  function userinfo(query: URLSearchParams): Answer {
    const known = userTokens.get(query.get('access_token') ?? '')
    if (!known) return error(40001, 'invalid credential, access_token is invalid or not latest')
    if (known.expiresAt <= now()) return error(42001, 'access_token expired')
    if (known.scope === 'snsapi_base') return error(48001, 'api unauthorized')
    if (known.person.openid !== query.get('openid')) return error(40003, 'invalid openid')
    const { openid, nickname, unionid } = known.person
    return { body: { openid, nickname, sex: 0, headimgurl: '', privilege: [], ...(unionid && { unionid }) } }
  }

  function stableToken(body: string): Answer {
    const { appid, secret, grant_type: grant, force_refresh: force } = JSON.parse(body)
    const refused = checkApp(appid, secret)
    if (refused) return refused
    if (grant !== 'client_credential') return error(40002, 'invalid grant_type')
    if (force || stable.expiresAt <= now()) stable = { token: random(), expiresAt: now() + 7200 }
    return { body: { access_token: stable.token, expires_in: Math.floor(stable.expiresAt - now()) } }
  }

  function ticket(query: URLSearchParams): Answer {
    if (query.get('access_token') !== stable.token) return error(40001, 'invalid credential')
    if (stable.expiresAt <= now()) return error(42001, 'access_token expired')
    if (query.get('type') !== 'jsapi') return error(40097, 'invalid args')
    return { body: { errcode: 0, errmsg: 'ok', ticket: ticketOf(stable.token), expires_in: 7200 } }
  }

  const ticketOf = (token: string) => createHash('sha1').update(`ticket ${token}`).digest('hex')

  const { url, close } = await startSimulator(({ method, path, query, body }: Asked): Answer => {
    asked.push(path)
    if (failing) return { status: 502, body: 'bad gateway' }
    if (path === '/connect/oauth2/authorize') return authorize(query, ['snsapi_base', 'snsapi_userinfo'])
    if (path === '/connect/qrconnect') return authorize(query, ['snsapi_login'])
    if (path === '/sns/oauth2/access_token') return exchange(query)
    if (path === '/sns/userinfo') return userinfo(query)
    if (path === '/cgi-bin/stable_token' && method === 'POST') return stableToken(body)
    if (path === '/cgi-bin/ticket/getticket') return ticket(query)
    return { status: 404, body: { errcode: 40066, errmsg: 'invalid url' } }
  }, port)

  return {
    url,
    close,
    codeFor,
    asked,
    visitor: (person: Person | null) => {
      visitor = person
    },
    /** Somebody else took a new token: the one in use is not the latest any more. */
    replaceToken: () => {
      stable = { token: random(), expiresAt: now() + 7200 }
    },
    fail: (on: boolean) => {
      failing = on
    },
    currentTicket: () => ticketOf(stable.token),
  }
}
