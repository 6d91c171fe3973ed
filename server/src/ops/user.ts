import { type OpsContext, UsageError } from './verb'

export const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** By mobile number, or by the id that lists show where there is none. */
export async function userOf({ db }: OpsContext, text = ''): Promise<{ id: number; nickname: string }> {
  const isMobile = /^1[3-9]\d{9}$/.test(text)
  if (!isMobile && !uuid.test(text)) throw new UsageError()
  const user = await db
    .selectFrom('users')
    .select(['id', 'nickname'])
    .where(isMobile ? 'mobile' : 'uid', '=', text)
    .executeTakeFirst()
  if (!user) throw new Error('没有这位用户。')
  return user
}
