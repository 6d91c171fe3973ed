import { callApi } from '../../api/client'
import type { ApiError } from '../../api/error'
import { nativeShell } from '../../platform/app'
import { siteOrigin } from '../../platform/site'
import { errorKey, issuerKey, stateKey } from '../../router/oauth-callback'
import { readOauthValue, writeOauthValue } from '../../router/oauth-values'
import { expectReturn, returnAddress, takeRefusal, takeWechatCode } from '../../router/wechat-oauth'
import { showModal } from '../../state/store'

export type CampusPurpose = 'campus' | 'campus-bind'

const secretKey = 'dxx-campus-secret'
/**
 * Session storage key of the proof that the user owns a campus account; used once the user has logged in to an older
 * account.
 */
const proofKey = 'dxx-campus-proof'

/** URL to which the school returns: this page, or in the app a page of the site that opens the app. */
const campusAddress = () => (nativeShell() ? `${siteOrigin()}/campus/app` : returnAddress())

/**
 * Opens the login page of a school. `route` is the page to return to; the secret of the request is known only to this
 * browser and our server.
 */
export async function openCampusLogin(schoolId: string, purpose: CampusPurpose, route: string): Promise<void> {
  const state = expectReturn(purpose, route)
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  const secret = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  writeOauthValue(secretKey, secret)
  const { url } = await callApi('POST /v1/campus_start', { schoolId, redirect: campusAddress(), state, secret })
  location.assign(url)
}

interface CampusReturn {
  code?: string
  /** Error that the school returned instead of a code. */
  error?: string
  state: string
  secret: string
  iss?: string
}

const maxErrorLength = 200

/**
 * Returns what the school returned for this purpose, and deletes it: a code, or neither code nor error if the school
 * ended the login without a reason.
 */
export function takeCampusReturn(purpose: CampusPurpose): CampusReturn | null {
  const state = readOauthValue(stateKey)
  const code = takeWechatCode(purpose)
  const secret = readOauthValue(secretKey)
  if (!(code || takeRefusal(purpose)) || !state || !secret) return null
  const iss = readOauthValue(issuerKey)
  const error = readOauthValue(errorKey)?.slice(0, maxErrorLength)
  for (const key of [secretKey, issuerKey, errorKey]) writeOauthValue(key, null)
  return { state, secret, ...(code ? { code } : error && { error }), ...(iss && { iss }) }
}

/** Shows why the login at the school has failed until the user closes it: a toast may disappear while the page loads. */
export const showCampusError = (error: ApiError): void => {
  if (!error.shown) void showModal({ content: error.msg, confirmText: '知道了', showCancel: false })
}

export const keepCampusProof = (proof: string) => writeOauthValue(proofKey, proof)

/** Returns the stored proof and deletes it. */
export function takeCampusProof(): string | null {
  const proof = readOauthValue(proofKey)
  if (proof) writeOauthValue(proofKey, null)
  return proof
}
