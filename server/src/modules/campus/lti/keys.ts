import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { exportJWK, importSPKI } from 'jose'
import type { LtiKey } from '../../../adapters/lti/lti'
import { openSecret, sealSecret } from '../../../base/sealed-secret'
import type { Db } from '../../../db/connection'
import { lockName } from '../../../db/lock'
import { inTransaction } from '../../../db/transaction'

const purpose = 'lti key'

const newestKey = (db: Db) =>
  db
    .selectFrom('lti_keys')
    .select(['kid', 'private_key'])
    .orderBy('created_at', 'desc')
    .orderBy('kid')
    .executeTakeFirst()

/** Returns the key that signs our messages, creating it on first use. */
export async function signingKey(db: Db, serverSecret: string, now: number): Promise<LtiKey> {
  const opened = (row: { kid: string; private_key: Buffer }) => ({
    kid: row.kid,
    privateKey: openSecret(serverSecret, purpose, row.private_key).toString(),
  })
  const known = await newestKey(db)
  if (known) return opened(known)
  return inTransaction(db, async (tx) => {
    await lockName(tx, 'lti key')
    const meanwhile = await newestKey(tx)
    if (meanwhile) return opened(meanwhile)
    const { privateKey, publicKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    })
    const kid = randomUUID()
    const jwk = await exportJWK(await importSPKI(publicKey, 'RS256', { extractable: true }))
    await tx
      .insertInto('lti_keys')
      .values({
        kid,
        private_key: sealSecret(serverSecret, purpose, Buffer.from(privateKey)),
        public_jwk: JSON.stringify({ ...jwk, kid, alg: 'RS256', use: 'sig' }),
        created_at: now,
      })
      .execute()
    return { kid, privateKey }
  })
}

/** Public keys that platforms use to verify our messages. */
export async function publicKeys(db: Db): Promise<unknown[]> {
  const rows = await db.selectFrom('lti_keys').select('public_jwk').orderBy('created_at').execute()
  return rows.map(({ public_jwk }) => public_jwk)
}
