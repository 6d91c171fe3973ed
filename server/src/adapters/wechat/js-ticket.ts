import type { Clock } from '../../base/clock'
import type { Db } from '../../db/connection'
import type { WechatApi, WechatResponse } from './api'
import type { AppSettings } from './settings'
import { sharedTokens } from './tokens'

/** Error codes of WeChat for an access token that is invalid or was replaced. */
const tokenErrors = new Set([40001, 40014, 42001])

/** Returns a function that gets the JS-SDK ticket of the official account. All servers share tickets and tokens. */
export function jsTicketSource(api: WechatApi, mp: AppSettings, db: Db, clock: Clock): () => Promise<string> {
  const tokens = sharedTokens(db, clock)
  const tokenName = () => `wechat token ${mp.appId}`

  const accessToken = (tx: Db) =>
    tokens.within(tx, tokenName(), async () => {
      const { appId, secret } = api.settingsOf('mp')
      const path = '/cgi-bin/stable_token'
      const answer = await api.request<WechatResponse & { access_token: string; expires_in: number }>(
        path,
        {},
        { grant_type: 'client_credential', appid: appId, secret, force_refresh: false },
      )
      if (answer.errcode) api.refuse(path, answer)
      return { value: answer.access_token, expiresIn: answer.expires_in }
    })

  return () =>
    tokens.get(`wechat ticket ${mp.appId}`, async (tx) => {
      const path = '/cgi-bin/ticket/getticket'
      for (let attempt = 1; ; attempt++) {
        const token = await accessToken(tx)
        const answer = await api.request<WechatResponse & { ticket: string; expires_in: number }>(path, {
          access_token: token,
          type: 'jsapi',
        })
        if (!answer.errcode) return { value: answer.ticket, expiresIn: answer.expires_in }
        if (!tokenErrors.has(answer.errcode) || attempt === 2) api.refuse(path, answer)
        await tokens.forget(tx, tokenName(), token)
      }
    })
}
