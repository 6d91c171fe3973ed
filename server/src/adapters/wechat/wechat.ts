import { createHash, randomBytes } from 'node:crypto'
import type { WechatApp } from '@dxx/contract/calls/wechat'
import type { Clock } from '../../clock'
import type { Config } from '../../config'
import type { Db } from '../../db/connection'
import type { Log } from '../../db/log'
import { fail } from '../../http/errors'
import { sharedTokens } from './tokens'

interface AppSettings {
  appId: string
  secret: string
}

export interface WechatSettings {
  /** The real ones unless a simulator stands in. */
  apiUrl: string
  openUrl: string
  mp: AppSettings
  web: AppSettings
}

/** Who came back from WeChat. */
export interface WechatPerson {
  appId: string
  openid: string
  unionid: string | null
  nickname: string
}

/** Refuses with `wechat-off` where the app is not configured, and with the other `wechat-…` errors as they happen. */
export interface Wechat {
  authorizeUrl(app: WechatApp, redirect: string, state: string): string
  /** Turns the code of a callback into the person, once. */
  person(app: WechatApp, code: string): Promise<WechatPerson>
  /** For `wx.config` on the page with this address. */
  signature(url: string): Promise<{ appId: string; timestamp: number; nonceStr: string; signature: string }>
}

/** The code is used, expired or never was one. */
const codeErrors = new Set([40029, 40163, 42003, 41008])
/** The token is not, or no longer, the current one. */
const tokenErrors = new Set([40001, 40014, 42001])

interface Answer {
  errcode?: number
  errmsg?: string
}

interface Exchanged extends Answer {
  access_token: string
  openid: string
  scope?: string
  unionid?: string
  is_snapshotuser?: number
}

export function createWechat(config: Config, db: Db, clock: Clock, log: Log): Wechat {
  const { apiUrl, openUrl, ...apps } = config.wechat
  const tokens = sharedTokens(db, clock)

  function settingsOf(app: WechatApp): AppSettings {
    if (!apps[app].appId || !apps[app].secret) fail('wechat-off')
    return apps[app]
  }

  async function ask<T extends Answer>(path: string, query: Record<string, string>, body?: object): Promise<T> {
    const search = new URLSearchParams(query).toString()
    try {
      const response = await fetch(`${apiUrl}${path}${search && `?${search}`}`, {
        // It carries our key: it goes where the configuration says and nowhere else.
        redirect: 'error',
        ...(body && {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        }),
        signal: AbortSignal.timeout(10_000),
      })
      return (await response.json()) as T
    } catch (error) {
      log.error({ err: error, path }, 'WeChat does not answer')
      return fail('wechat-failed')
    }
  }

  function refused(path: string, { errcode, errmsg }: Answer): never {
    if (codeErrors.has(errcode ?? 0)) fail('wechat-expired')
    log.error({ errcode, errmsg, path }, 'WeChat refused')
    return fail('wechat-failed')
  }

  async function nicknameOf({ access_token, openid, scope = '' }: Exchanged): Promise<string> {
    if (!/snsapi_(userinfo|login)/.test(scope)) return ''
    const info = await ask<Answer & { nickname?: string }>('/sns/userinfo', { access_token, openid, lang: 'zh_CN' })
    if (info.errcode) log.warn({ errcode: info.errcode, errmsg: info.errmsg }, 'WeChat did not tell the nickname')
    return info.nickname ?? ''
  }

  const tokenName = () => `wechat token ${apps.mp.appId}`

  const accessToken = (tx: Db) =>
    tokens.within(tx, tokenName(), async () => {
      const { appId, secret } = settingsOf('mp')
      const path = '/cgi-bin/stable_token'
      const answer = await ask<Answer & { access_token: string; expires_in: number }>(
        path,
        {},
        { grant_type: 'client_credential', appid: appId, secret, force_refresh: false },
      )
      if (answer.errcode) refused(path, answer)
      return { value: answer.access_token, expiresIn: answer.expires_in }
    })

  const ticket = () =>
    tokens.get(`wechat ticket ${apps.mp.appId}`, async (tx) => {
      const path = '/cgi-bin/ticket/getticket'
      for (let attempt = 1; ; attempt++) {
        const token = await accessToken(tx)
        const answer = await ask<Answer & { ticket: string; expires_in: number }>(path, {
          access_token: token,
          type: 'jsapi',
        })
        if (!answer.errcode) return { value: answer.ticket, expiresIn: answer.expires_in }
        if (!tokenErrors.has(answer.errcode) || attempt === 2) refused(path, answer)
        await tokens.forget(tx, tokenName(), token)
      }
    })

  return {
    authorizeUrl(app, redirect, state) {
      const { appId } = settingsOf(app)
      const [path, scope] =
        app === 'mp' ? ['/connect/oauth2/authorize', 'snsapi_userinfo'] : ['/connect/qrconnect', 'snsapi_login']
      const redirectUri = encodeURIComponent(redirect)
      return `${openUrl}${path}?appid=${appId}&redirect_uri=${redirectUri}&response_type=code&scope=${scope}&state=${state}#wechat_redirect`
    },

    async person(app, code) {
      const { appId, secret } = settingsOf(app)
      const path = '/sns/oauth2/access_token'
      const query = { appid: appId, secret, code, grant_type: 'authorization_code' }
      const exchanged = await ask<Exchanged>(path, query)
      if (exchanged.errcode) refused(path, exchanged)
      // A virtual account that WeChat gives to visitors who did not agree: it would belong to nobody.
      if (exchanged.is_snapshotuser === 1) fail('wechat-snapshot')
      const { openid, unionid = null } = exchanged
      return { appId, openid, unionid, nickname: await nicknameOf(exchanged) }
    },

    async signature(url) {
      const { appId } = settingsOf('mp')
      const timestamp = clock.now()
      const nonceStr = randomBytes(12).toString('base64url')
      return { appId, timestamp, nonceStr, signature: jsSignature(await ticket(), nonceStr, timestamp, url) }
    },
  }
}

/** The values go in raw, and the address without what follows `#`. */
export function jsSignature(ticket: string, nonceStr: string, timestamp: number, url: string): string {
  const text = `jsapi_ticket=${ticket}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${url.replace(/#.*$/s, '')}`
  return createHash('sha1').update(text).digest('hex')
}
