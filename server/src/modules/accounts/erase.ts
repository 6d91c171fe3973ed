import type { Db } from '../../db/connection'
import { accountDataHandlers } from '../account-data'

/** Closes an account permanently. The row stays for foreign keys, without personal data. */
export async function eraseAccount(tx: Db, userId: number, now: number): Promise<void> {
  for (const part of accountDataHandlers) await part.erase?.(tx, userId, now)
  for (const table of [
    'sessions',
    'wechat_identities',
    'campus_identities',
    'campus_requests',
    'lti_scores',
    'xapi_statements',
    'tickets',
    'qr_logins',
    'idempotency',
    'known_devices',
  ] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
  await tx
    .updateTable('users')
    .set({
      nickname: '已注销用户',
      avatar: null,
      mobile: null,
      password_hash: null,
      gender: 'unknown',
      birthday: null,
      location: '',
      bio: '',
      show_school: false,
      cancel_at: null,
      closed_at: now,
    })
    .where('id', '=', userId)
    .execute()
}
