import { createHmac } from 'node:crypto'
import { signedText } from '@dxx/contract/signature'
import type { Db } from '../../../server/src/db/connection'
import { createSession } from '../../../server/src/http/session'

/**
 * Creates a session and the headers of a signed read without a query. Guests cannot be used for load: with one IP
 * address they soon reach the rate limit.
 */
export async function benchStudent(db: Db): Promise<{ token: string; headers: Record<string, string> }> {
  const now = Math.floor(Date.now() / 1000)
  const user = { nickname: '压测同学', created_at: now }
  const { id } = await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()
  const token = await createSession(db, id, { device: 'bench', platform: 'H5', ip: '127.0.0.1' }, now)
  const authorization = createHmac('sha256', token)
    .update(signedText('GET', now, ''))
    .digest('hex')
  return { token, headers: { platform: 'H5', authorization, 'x-dxx-timestamp': String(now), 'x-dxx-token': token } }
}
