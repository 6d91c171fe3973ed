import { inWechat } from '../platform/wechat'
import { codeKey, read, routeKey, stateKey, write } from './oauth-callback'

/** Purpose of the WeChat redirect: a returned code is valid only for it. */
export type WechatPurpose = 'login' | 'bind' | 'unbind' | 'cancel' | 'pay' | 'silent'

const expectedKey = 'dxx-oauth-expected'

/** The official account inside WeChat, WeChat's QR page elsewhere. */
export const wechatApp = () => (inWechat() ? 'mp' : 'web')

/** Return URL for WeChat. */
export const returnAddress = () => location.origin + location.pathname

/** Stores the purpose and the return page. Returns the state to send, valid for one return. */
export function expectReturn(purpose: WechatPurpose, route: string): string {
  const state = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  write(expectedKey, `${purpose} ${state}`)
  write(routeKey, route)
  return state
}

/** Whether there is a code that this purpose did not request: without our state, or with another one. */
export function hasStrayCode(purpose: WechatPurpose): boolean {
  const expected = read(expectedKey)
  if (!read(codeKey)) return false
  return expected === null || (expected.startsWith(`${purpose} `) && expected !== `${purpose} ${read(stateKey)}`)
}

/** Returns the code for this purpose, once, and only with the sent state. */
export function takeWechatCode(purpose: WechatPurpose): string | null {
  const code = read(codeKey)
  const expected = read(expectedKey)
  // No code, or one for another page.
  if (!code || (expected !== null && !expected.startsWith(`${purpose} `))) return null
  const state = read(stateKey)
  for (const key of [codeKey, stateKey, expectedKey]) write(key, null)
  return expected === `${purpose} ${state}` ? code : null
}
