import type { LtiLaunch } from './claims'

/** A registered learning platform. */
export interface LtiPlatform {
  issuer: string
  clientId: string
  tokenUrl: string
  jwksUrl: string
  numberFrom: 'none' | 'sourcedid' | 'custom'
}

/** Private key of this tool. */
export interface LtiKey {
  kid: string
  /** PKCS #8 in PEM. */
  privateKey: string
}

interface LtiScore {
  subject: string
  /** Percent of the maximum, with two decimals. */
  percent: number
  isFinal: boolean
  at: number
}

export interface LtiMember {
  subject: string
  name: string
  studentNo: string
  isTeacher: boolean
  active: boolean
}

/** The platform refused a request. `permanent`: repeating it is useless. */
export class LtiRefused extends Error {
  constructor(
    message: string,
    readonly permanent: boolean,
    /** The platform no longer accepts the access token. */
    readonly unauthorised = false,
  ) {
    super(message)
  }
}

/** The keys of a platform could not be read, so that no launch can be verified. */
export class LtiUnreachable extends Error {}

export interface Lti {
  /** Verifies signature, issuer, audience, time and nonce of an ID token and reads it. Throws if it is not valid, or `LtiUnreachable`. */
  verify(platform: LtiPlatform, idToken: string, nonce: string): Promise<LtiLaunch>
  /** Requests an access token by a signed assertion. */
  accessToken(platform: LtiPlatform, key: LtiKey, scope: string): Promise<{ value: string; expiresIn: number }>
  sendScore(lineItem: string, token: string, score: LtiScore): Promise<void>
  readMembers(url: string, token: string, numberFrom: LtiPlatform['numberFrom']): Promise<LtiMember[]>
  /** Signs the response to a deep linking request. */
  signChoice(platform: LtiPlatform, key: LtiKey, choice: LtiChoice): Promise<string>
}

interface LtiChoice {
  deploymentId: string
  data: string
  /** Null if the teacher chose nothing. */
  item: { title: string; url: string; target: string } | null
}
