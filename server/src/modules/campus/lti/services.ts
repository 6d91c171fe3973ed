import { ltiScopes } from '../../../adapters/lti/claims'
import { type Lti, LtiRefused } from '../../../adapters/lti/lti'
import { sharedTokens } from '../../../adapters/wechat/tokens'
import type { JobContext } from '../../../jobs/worker'
import { signingKey } from './keys'
import { type PlatformRow, platformOf } from './platforms'

export interface LtiContext extends JobContext {
  lti: Lti
  /** The server's secret. */
  secret: string
}

/**
 * Calls a service of a platform with an access token, which all servers share. If the platform no longer accepts the
 * token, calls once more with a new one.
 */
export async function callService<T>(
  { db, clock, lti, secret }: LtiContext,
  row: PlatformRow,
  scope: keyof typeof ltiScopes,
  call: (token: string) => Promise<T>,
): Promise<T> {
  const tokens = sharedTokens(db, clock)
  const name = `lti ${row.uid} ${scope}`
  const key = await signingKey(db, secret, clock.now())
  const get = () => tokens.get(name, () => lti.accessToken(platformOf(row), key, ltiScopes[scope]))
  const token = await get()
  try {
    return await call(token)
  } catch (error) {
    if (!(error instanceof LtiRefused) || !error.unauthorised) throw error
    await tokens.forget(db, name, token)
    return call(await get())
  }
}
