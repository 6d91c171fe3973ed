import { codeKey, read, routeKey, stateKey, write } from './oauth-callback'
import { inWechat } from './wechat'

/** What the user goes to WeChat for: a code that comes back serves nothing else. */
export type WechatPurpose = 'login' | 'bind' | 'unbind' | 'cancel' | 'pay'

const expectedKey = 'dxx-oauth-expected'

/** The official account inside WeChat, WeChat's own QR page elsewhere. */
export const wechatApp = () => (inWechat() ? 'mp' : 'web')

/** Where WeChat comes back to. */
export const returnAddress = () => location.origin + location.pathname

/** Notes before leaving what is expected back and on which page; answers the state to send along, good for one return. */
export function expectReturn(purpose: WechatPurpose, route: string): string {
  const state = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  write(expectedKey, `${purpose} ${state}`)
  write(routeKey, route)
  return state
}

/** The code that came back for this purpose, once, and only with the state that was sent along. */
export function takeWechatCode(purpose: WechatPurpose): string | null {
  const code = read(codeKey)
  const expected = read(expectedKey)
  // Nothing came back, or it is meant for another page.
  if (!code || (expected !== null && !expected.startsWith(`${purpose} `))) return null
  const state = read(stateKey)
  for (const key of [codeKey, stateKey, expectedKey]) write(key, null)
  return expected === `${purpose} ${state}` ? code : null
}
