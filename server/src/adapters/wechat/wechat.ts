import type { WechatApp } from '@dxx/contract/calls/wechat'

/** The user identified by WeChat. */
export interface WechatPerson {
  appId: string
  openid: string
  unionid: string | null
  nickname: string
}

/** All functions throw `wechat-off` if the app is not configured, and other `wechat-…` refusals on failures. */
export interface Wechat {
  /** `silent` shows no consent page and yields only the openid. */
  authorizeUrl(app: WechatApp, redirect: string, state: string, silent?: boolean): string
  /** Exchanges the code of a callback for the user; a code works once. */
  person(app: WechatApp, code: string): Promise<WechatPerson>
  /** Signature for `wx.config` on the page with this URL. */
  signature(url: string): Promise<{ appId: string; timestamp: number; nonceStr: string; signature: string }>
}
