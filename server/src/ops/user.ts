import { type OpsContext, UsageError } from './command'

export const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

interface OpsUser {
  id: number
  uid: string
  nickname: string
}

/** Audit target of a user. */
export const userTarget = ({ uid, nickname }: OpsUser) => ({ kind: 'user', id: uid, name: nickname })

/** Finds a user by mobile number, or by the id shown in lists. */
export async function userOf({ db }: OpsContext, text = ''): Promise<OpsUser> {
  const isMobile = /^1[3-9]\d{9}$/.test(text)
  if (!isMobile && !uuid.test(text)) throw new UsageError()
  const user = await db
    .selectFrom('users')
    .select(['id', 'uid', 'nickname'])
    .where(isMobile ? 'mobile' : 'uid', '=', text)
    .executeTakeFirst()
  if (!user) throw new Error('没有这位用户。')
  return user
}
