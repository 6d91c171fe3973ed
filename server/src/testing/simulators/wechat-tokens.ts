import { createHash } from 'node:crypto'
import type { SimulatorResponse } from './http'
import { checkApp, errorAnswer, random } from './wechat-apps'

/** Simulates the stable token of the official account and its JS-SDK ticket. */
export function wechatTokens(now: () => number) {
  const newToken = () => ({ token: random(), expiresAt: now() + 7200 })
  let stable = { token: '', expiresAt: 0 }

  function stableToken(body: string): SimulatorResponse {
    const { appid, secret, grant_type: grant, force_refresh: force } = JSON.parse(body)
    const refused = checkApp(appid, secret)
    if (refused) return refused
    if (grant !== 'client_credential') return errorAnswer(40002, 'invalid grant_type')
    if (force || stable.expiresAt <= now()) stable = newToken()
    return { body: { access_token: stable.token, expires_in: Math.floor(stable.expiresAt - now()) } }
  }

  function ticket(query: URLSearchParams): SimulatorResponse {
    if (query.get('access_token') !== stable.token) return errorAnswer(40001, 'invalid credential')
    if (stable.expiresAt <= now()) return errorAnswer(42001, 'access_token expired')
    if (query.get('type') !== 'jsapi') return errorAnswer(40097, 'invalid args')
    return { body: { errcode: 0, errmsg: 'ok', ticket: ticketOf(stable.token), expires_in: 7200 } }
  }

  const ticketOf = (token: string) => createHash('sha1').update(`ticket ${token}`).digest('hex')

  return {
    stableToken,
    ticket,
    replace: () => {
      stable = newToken()
    },
    currentTicket: () => ticketOf(stable.token),
  }
}
