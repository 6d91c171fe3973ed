import type { CampusSettings } from '../../adapters/campus/campus'
import { openSecret, sealSecret } from '../../base/sealed-secret'
import type { Db } from '../../db/connection'

const purpose = 'campus login'

export const sealClientSecret = (serverSecret: string, secret: string): Buffer =>
  sealSecret(serverSecret, purpose, Buffer.from(secret))

interface StoredLogin {
  kind: 'cas' | 'oidc'
  url: string
  client_id: string
  client_secret: Buffer | null
  number_field: string
  name_field: string
}

/** Settings of a stored login with the decrypted secret, for the adapter. */
export const settingsOf = (row: StoredLogin, serverSecret: string): CampusSettings => ({
  kind: row.kind,
  url: row.url,
  clientId: row.client_id,
  clientSecret: row.client_secret && openSecret(serverSecret, purpose, row.client_secret).toString(),
  numberField: row.number_field,
  nameField: row.name_field,
})

/** Returns the login of a school, or undefined if the school has none or has switched it off. */
export function enabledLogin(db: Db, schoolUid: string) {
  return db
    .selectFrom('campus_logins as l')
    .innerJoin('schools as s', 's.id', 'l.school_id')
    .selectAll('l')
    .where('s.uid', '=', schoolUid)
    .where('l.enabled', '=', true)
    .executeTakeFirst()
}
