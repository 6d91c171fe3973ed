import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../../base/clock'
import type { Log } from '../../base/log-type'
import { fail } from '../../base/refusal'
import type { Db } from '../../db/connection'
import { type WechatResponse, wechatApi } from './api'
import { jsTicketSource } from './js-ticket'
import type { WechatSettings } from './settings'
import type { Wechat } from './wechat'

interface Exchanged extends WechatResponse {
  access_token: string
  openid: string
  scope?: string
  unionid?: string
  is_snapshotuser?: number
}

export function createWechat(settings: WechatSettings, db: Db, clock: Clock, log: Log): Wechat {
  const { openUrl, mp } = settings
  const api = wechatApi(settings, log)
  const jsTicket = jsTicketSource(api, mp, db, clock)

  async function nicknameOf({ access_token, openid, scope = '' }: Exchanged): Promise<string> {
    if (!/snsapi_(userinfo|login)/.test(scope)) return ''
    const query = { access_token, openid, lang: 'zh_CN' }
    const info = await api.request<WechatResponse & { nickname?: string }>('/sns/userinfo', query)
    if (info.errcode) log.warn({ errcode: info.errcode, errmsg: info.errmsg }, 'WeChat did not tell the nickname')
    return info.nickname ?? ''
  }

  return {
    authorizeUrl(app, redirect, state, silent = false) {
      const { appId } = api.settingsOf(app)
      const [path, scope] =
        app === 'mp'
          ? ['/connect/oauth2/authorize', silent ? 'snsapi_base' : 'snsapi_userinfo']
          : ['/connect/qrconnect', 'snsapi_login']
      const redirectUri = encodeURIComponent(redirect)
      return `${openUrl}${path}?appid=${appId}&redirect_uri=${redirectUri}&response_type=code&scope=${scope}&state=${state}#wechat_redirect`
    },

    async person(app, code) {
      const { appId, secret } = api.settingsOf(app)
      const path = '/sns/oauth2/access_token'
      const query = { appid: appId, secret, code, grant_type: 'authorization_code' }
      const exchanged = await api.request<Exchanged>(path, query)
      if (exchanged.errcode) api.refuse(path, exchanged)
      // Rejects the virtual account that WeChat creates for visitors who did not consent: it belongs to no user.
      if (exchanged.is_snapshotuser === 1) fail('wechat-snapshot')
      const { openid, unionid = null } = exchanged
      return { appId, openid, unionid, nickname: await nicknameOf(exchanged) }
    },

    async signature(url) {
      const { appId } = api.settingsOf('mp')
      const timestamp = clock.now()
      const nonceStr = randomBytes(12).toString('base64url')
      return { appId, timestamp, nonceStr, signature: jsSignature(await jsTicket(), nonceStr, timestamp, url) }
    },
  }
}

/** Signs the URL of a page for the JS-SDK. Values are not encoded, and the URL is used without its fragment. */
export function jsSignature(ticket: string, nonceStr: string, timestamp: number, url: string): string {
  const text = `jsapi_ticket=${ticket}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${url.replace(/#.*$/s, '')}`
  return createHash('sha1').update(text).digest('hex')
}
