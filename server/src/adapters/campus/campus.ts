/** Login server of a school, as entered in the console. */
export interface CampusSettings {
  kind: 'cas' | 'oidc'
  /** Address of the CAS server, or the issuer of OpenID Connect. */
  url: string
  clientId: string
  clientSecret: string | null
  /** Names of the attribute or claim with the student number and the name; '' for the user's id. */
  numberField: string
  nameField: string
}

/** A login that a browser has started. CAS uses only `redirect` and `state`. */
export interface CampusRequest {
  /** URL of this site to which the login server returns, without a query. */
  redirect: string
  state: string
  nonce: string
  /** PKCE code verifier. */
  verifier: string
}

/** Query parameters that the login server added to `redirect`. */
export interface CampusReturn {
  /** Code of OpenID Connect, or ticket of CAS. */
  code: string
  iss?: string
}

/** The user as confirmed by the login server. */
export interface CampusPerson {
  issuer: string
  subject: string
  /** Empty if the login server does not send it. */
  studentNo: string
  name: string
}

/**
 * All functions throw `campus-failed` if the login server does not work, `campus-expired` for a code or ticket that it
 * no longer accepts, and `campus-refused` for any other response that must not log the user in.
 */
export interface Campus {
  loginUrl(settings: CampusSettings, request: CampusRequest): Promise<string>
  person(settings: CampusSettings, request: CampusRequest, returned: CampusReturn): Promise<CampusPerson>
  /** Returns a short description of the login server. */
  check(settings: CampusSettings): Promise<string>
}
