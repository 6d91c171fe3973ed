import { callApi } from '../../api/client'
import { nativeShell } from '../../platform/app'
import { siteOrigin } from '../../platform/site'
import { issuerKey, stateKey } from '../../router/oauth-callback'
import { readOauthValue, writeOauthValue } from '../../router/oauth-values'
import { expectReturn, returnAddress, takeWechatCode } from '../../router/wechat-oauth'

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

interface CampusCode {
  code: string
  state: string
  secret: string
  iss?: string
}

/** Returns the code that the school returned for this purpose, and deletes it. */
export function takeCampusCode(purpose: CampusPurpose): CampusCode | null {
  const state = readOauthValue(stateKey)
  const code = takeWechatCode(purpose)
  const secret = readOauthValue(secretKey)
  if (!code || !state || !secret) return null
  const iss = readOauthValue(issuerKey)
  for (const key of [secretKey, issuerKey]) writeOauthValue(key, null)
  return { code, state, secret, ...(iss && { iss }) }
}

export const keepCampusProof = (proof: string) => writeOauthValue(proofKey, proof)

/** Returns the stored proof and deletes it. */
export function takeCampusProof(): string | null {
  const proof = readOauthValue(proofKey)
  if (proof) writeOauthValue(proofKey, null)
  return proof
}
