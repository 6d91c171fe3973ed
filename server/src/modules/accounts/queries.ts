import type { Db } from '../../db/connection'

export function userByMobile(db: Db, mobile: string) {
  return db
    .selectFrom('users')
    .select(['id', 'uid', 'nickname', 'avatar', 'mobile', 'password_hash', 'student_status', 'created_at'])
    .where('mobile', '=', mobile)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
}
