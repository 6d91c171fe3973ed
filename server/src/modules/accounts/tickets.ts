import { createHash, randomBytes } from 'node:crypto'
import { fail } from '../../base/refusal'
import type { Db } from '../../db/connection'

const lifeSeconds = 600

const hashTicket = (ticket: string) => createHash('sha256').update(ticket).digest()

interface NewTicket {
  purpose: 'change' | 'find' | 'cancel' | 'merge-wechat' | 'campus' | 'merge-campus'
  /** Owner; null if the ticket was requested without a login. */
  userId: number | null
  /** What the user has verified, such as a mobile number. */
  proof: object
}

export async function issueTicket(db: Db, { purpose, userId, proof }: NewTicket, now: number): Promise<string> {
  const ticket = randomBytes(32).toString('base64url')
  await db
    .insertInto('tickets')
    .values({
      token_hash: hashTicket(ticket),
      purpose,
      user_id: userId,
      proof: JSON.stringify(proof),
      expires_at: now + lifeSeconds,
    })
    .execute()
  return ticket
}

interface Shown {
  ticket: string
  purpose: NewTicket['purpose']
  now: number
}

/** Returns the content of a ticket without using it up. */
export async function readTicket<Proof>(db: Db, { ticket, purpose, now }: Shown) {
  const row = await db
    .selectFrom('tickets')
    .select(['user_id', 'proof'])
    .where('token_hash', '=', hashTicket(ticket))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row ? { userId: row.user_id, proof: row.proof as Proof } : fail('ticket-invalid')
}

/** Uses up a ticket. Runs in the transaction of the action that it allows: if the action fails, the ticket stays valid. */
export async function takeTicket<Proof>(tx: Db, shown: Shown) {
  const read = await readTicket<Proof>(tx, shown)
  const taken = await tx
    .deleteFrom('tickets')
    .where('token_hash', '=', hashTicket(shown.ticket))
    .returning('token_hash')
    .executeTakeFirst()
  return taken ? read : fail('ticket-invalid')
}
