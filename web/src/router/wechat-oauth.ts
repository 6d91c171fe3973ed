import { isInWechat } from '../platform/wechat'
import { codeKey, routeKey, stateKey } from './oauth-callback'
import { readOauthValue, writeOauthValue } from './oauth-values'

/** Purpose of a redirect to WeChat or a school; the returned code is valid only for this purpose. */
export type WechatPurpose = 'login' | 'bind' | 'unbind' | 'cancel' | 'pay' | 'silent' | 'campus' | 'campus-bind'

const expectedKey = 'dxx-oauth-expected'

/** WeChat app id to use: the official account (`mp`) inside WeChat, WeChat's QR page (`web`) elsewhere. */
export const wechatApp = () => (isInWechat() ? 'mp' : 'web')

/** URL to which WeChat returns. */
export const returnAddress = () => location.origin + location.pathname

/** Stores the purpose and the page to return to. Returns the state to send, which is valid for one return. */
export function expectReturn(purpose: WechatPurpose, route: string): string {
  const state = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  writeOauthValue(expectedKey, `${purpose} ${state}`)
  writeOauthValue(routeKey, route)
  return state
}

/**
 * Whether a code arrived that this purpose did not request: its state is not the one that was sent, or none was sent.
 */
export function hasStrayCode(purpose: WechatPurpose): boolean {
  const expected = readOauthValue(expectedKey)
  if (!readOauthValue(codeKey)) return false
  return (
    expected === null || (expected.startsWith(`${purpose} `) && expected !== `${purpose} ${readOauthValue(stateKey)}`)
  )
}

/** Returns the code for this purpose once, and only if it came with the state that was sent. */
export function takeWechatCode(purpose: WechatPurpose): string | null {
  const code = readOauthValue(codeKey)
  const expected = readOauthValue(expectedKey)
  // Keeps a code that was requested for another purpose.
  if (!code || (expected !== null && !expected.startsWith(`${purpose} `))) return null
  const state = readOauthValue(stateKey)
  for (const key of [codeKey, stateKey, expectedKey]) writeOauthValue(key, null)
  return expected === `${purpose} ${state}` ? code : null
}

/** Whether the other site returned without a code to the redirect for this purpose; true once. */
export function takeRefusal(purpose: WechatPurpose): boolean {
  const state = readOauthValue(stateKey)
  if (readOauthValue(codeKey) || state === null || readOauthValue(expectedKey) !== `${purpose} ${state}`) return false
  for (const key of [stateKey, expectedKey]) writeOauthValue(key, null)
  return true
}
