import { type SimulatorRequest, type SimulatorResponse, startSimulator } from './http'
import { wechatOauth } from './wechat-oauth'
import { wechatTokens } from './wechat-tokens'

export { simulatedApps } from './wechat-apps'
export type { Person } from './wechat-oauth'

/** Simulates WeChat's OAuth, user info, stable token and JS-SDK ticket, with their error codes. */
export async function startWechatSimulator({ now = () => Date.now() / 1000, port = 0 } = {}) {
  const oauth = wechatOauth(now)
  const tokens = wechatTokens(now)
  /** Requested paths, for tests that count requests. */
  const requestPaths: string[] = []
  let failing = false

  const { url, close } = await startSimulator(({ method, path, query, body }: SimulatorRequest): SimulatorResponse => {
    requestPaths.push(path)
    if (failing) return { status: 502, body: 'bad gateway' }
    if (path === '/connect/oauth2/authorize') return oauth.authorize(query, ['snsapi_base', 'snsapi_userinfo'])
    if (path === '/connect/qrconnect') return oauth.authorize(query, ['snsapi_login'])
    if (path === '/sns/oauth2/access_token') return oauth.exchange(query)
    if (path === '/sns/userinfo') return oauth.userinfo(query)
    if (path === '/cgi-bin/stable_token' && method === 'POST') return tokens.stableToken(body)
    if (path === '/cgi-bin/ticket/getticket') return tokens.ticket(query)
    return { status: 404, body: { errcode: 40066, errmsg: 'invalid url' } }
  }, port)

  return {
    url,
    close,
    codeFor: oauth.codeFor,
    requestPaths,
    visitor: oauth.setVisitor,
    /** Simulates another client fetching a new token, which makes the current one outdated. */
    replaceToken: tokens.replace,
    fail: (on: boolean) => {
      failing = on
    },
    currentTicket: tokens.currentTicket,
  }
}
