import type { Selectable } from 'kysely'
import type { LtiPlatform } from '../../../adapters/lti/lti'
import type { Db } from '../../../db/connection'
import type { CampusSchema } from '../../../db/schema/campus'

export type PlatformRow = Omit<Selectable<CampusSchema['lti_platforms']>, 'enabled' | 'updated_at'>

export const platformOf = (row: PlatformRow): LtiPlatform => ({
  issuer: row.issuer,
  clientId: row.client_id,
  tokenUrl: row.token_url,
  jwksUrl: row.jwks_url,
  numberFrom: row.number_from,
})

/**
 * Issuer under which the users of a platform are stored among the campus accounts of a school. Different from the
 * issuer that staff enter, because staff also enter the platform's keys: it must not find users of the school's login
 * server.
 */
export const identityIssuer = ({ issuer }: Pick<PlatformRow, 'issuer'>): string => `lti ${issuer}`

const enabled = (db: Db) => db.selectFrom('lti_platforms').selectAll().where('enabled', '=', true)

/** Finds the platform that starts a launch. Without a client id the issuer must have one registration only. */
export async function platformByIssuer(db: Db, issuer: string, clientId: string): Promise<PlatformRow | undefined> {
  const rows = await enabled(db)
    .where('issuer', '=', issuer)
    .$if(clientId !== '', (query) => query.where('client_id', '=', clientId))
    .limit(2)
    .execute()
  return rows.length === 1 ? rows[0] : undefined
}

export const platformById = (db: Db, id: number): Promise<PlatformRow | undefined> =>
  enabled(db).where('id', '=', id).executeTakeFirst()

export const platformByUid = (db: Db, uid: string): Promise<PlatformRow | undefined> =>
  enabled(db).where('uid', '=', uid).executeTakeFirst()

/** Origins whose pages may show our launch pages in a frame. */
export function frameOrigins({ site_url, auth_url }: Pick<PlatformRow, 'site_url' | 'auth_url'>): string[] {
  return [...new Set([site_url, auth_url].filter((url) => URL.canParse(url)).map((url) => new URL(url).origin))]
}
