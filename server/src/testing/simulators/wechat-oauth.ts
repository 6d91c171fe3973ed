import { sampleWechat } from '../../seed/accounts'
import type { SimulatorResponse } from './http'
import { apps, checkApp, errorAnswer, random } from './wechat-apps'

export interface Person {
  openid: string
  nickname: string
  unionid?: string
  /** Whether this is a virtual account, which WeChat creates for visitors in its preview mode. */
  snapshot?: boolean
}

interface Code {
  person: Person
  appId: string
  scope: string
  expiresAt: number
  used: boolean
}

const samplePerson: Person = { openid: sampleWechat.openid, nickname: sampleWechat.nickname }
/** Simulates WeChat's authorization page, exchange of codes and user info. */
export function wechatOauth(now: () => number) {
  const codes = new Map<string, Code>()
  const userTokens = new Map<string, { person: Person; scope: string; expiresAt: number }>()
  /** The user who consents on the authorization page; null if the user refuses. */
  let visitor: Person | null = samplePerson

  function codeFor(person: Person, { appId = sampleWechat.appId, scope = 'snsapi_userinfo' } = {}): string {
    const code = random()
    codes.set(code, { person, appId, scope, expiresAt: now() + 300, used: false })
    return code
  }

  function authorize(query: URLSearchParams, scopes: string[]): SimulatorResponse {
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

  function exchange(query: URLSearchParams): SimulatorResponse {
    const appId = query.get('appid') ?? ''
    const refused = checkApp(appId, query.get('secret') ?? '')
    if (refused) return refused
    if (!query.get('code')) return errorAnswer(41008, 'missing code')
    if (query.get('grant_type') !== 'authorization_code') return errorAnswer(40002, 'invalid grant_type')
    const code = codes.get(query.get('code')!)
    if (!code || code.appId !== appId) return errorAnswer(40029, 'invalid code')
    if (code.used) return errorAnswer(40163, 'code been used')
    if (code.expiresAt <= now()) return errorAnswer(42003, 'code expired')
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

  function userinfo(query: URLSearchParams): SimulatorResponse {
    const known = userTokens.get(query.get('access_token') ?? '')
    if (!known) return errorAnswer(40001, 'invalid credential, access_token is invalid or not latest')
    if (known.expiresAt <= now()) return errorAnswer(42001, 'access_token expired')
    if (known.scope === 'snsapi_base') return errorAnswer(48001, 'api unauthorized')
    if (known.person.openid !== query.get('openid')) return errorAnswer(40003, 'invalid openid')
    const { openid, nickname, unionid } = known.person
    return { body: { openid, nickname, sex: 0, headimgurl: '', privilege: [], ...(unionid && { unionid }) } }
  }

  return {
    codeFor,
    authorize,
    exchange,
    userinfo,
    setVisitor: (person: Person | null) => {
      visitor = person
    },
  }
}
