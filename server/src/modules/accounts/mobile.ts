import type { accounts } from '@dxx/contract/calls/accounts'
import { fail } from '../../base/refusal'
import type { Ctx, Handlers } from '../../context'
import { inTransaction } from '../../db/transaction'
import { eraseAccount } from './erase'
import { canGiveUpNumber, chooseAccountToClose, mergeAccounts } from './merge'
import { lockMobile, lockUsers, userByMobile, userInfo } from './queries'
import { matchCode, useCode } from './sms-codes'
import { takeTicket } from './tickets'

interface NewMobile {
  mobile: string
  code: string
  merge: boolean
}

const taken = (nickname: string, canMerge: boolean) =>
  fail('mobile-taken', { msg: `这个手机号已绑定账号「${nickname}」`, data: { nickname, canMerge } })

/** Binds the number. Returns the id of the remaining account, after a merge possibly the one that had the number. */
export async function bindMobile(ctx: Ctx<'user'>, { mobile, code, merge }: NewMobile): Promise<number> {
  const { user, clock } = ctx
  // A retry after a lost response: the number is already bound.
  if (user.mobile === mobile) return user.id
  if (user.mobile) fail('mobile-bound')
  const codeId = await matchCode(ctx, { mobile, scene: 'bind', code })
  const now = clock.now()
  return inTransaction(ctx.db, async (tx) => {
    await lockMobile(tx, mobile)
    const other = await userByMobile(tx, mobile)
    if (other?.id === user.id) return user.id
    if (other) {
      const pair = { currentId: user.id, otherId: other.id }
      const closing = await chooseAccountToClose(tx, pair)
      // The code stays valid for a second call with `merge`.
      if (!merge || closing === null) taken(other.nickname, closing !== null)
      else {
        await useCode(tx, codeId, now)
        return mergeAccounts(tx, pair, closing, now)
      }
    }
    await useCode(tx, codeId, now)
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set({ mobile })
      .where('id', '=', user.id)
      .where('mobile', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows === 1n ? user.id : fail('mobile-bound')
  })
}

export const mobileHandlers: Pick<
  Handlers<typeof accounts>,
  'POST /v1/user_bind_mobile' | 'POST /v1/user_change_mobile'
> = {
  'POST /v1/user_bind_mobile': async (ctx, input) => userInfo(ctx.db, await bindMobile(ctx, input)),

  'POST /v1/user_change_mobile': async (ctx, { ticket, mobile, code, merge }) => {
    const { user, clock, db } = ctx
    // A retry after a lost response: the number is already changed.
    if (user.mobile === mobile) return userInfo(db, user.id)
    const codeId = await matchCode(ctx, { mobile, scene: 'change', code })
    const now = clock.now()
    await inTransaction(db, async (tx) => {
      await lockMobile(tx, mobile)
      const { userId, proof } = await takeTicket<{ mobile: string }>(tx, { ticket, purpose: 'change', now })
      const [current] = await lockUsers(tx, [user.id])
      if (!current || userId !== user.id || proof.mobile !== current.mobile) fail('ticket-invalid')
      const other = await userByMobile(tx, mobile)
      if (other) {
        const canMerge = await canGiveUpNumber(tx, other.id)
        if (!merge || !canMerge) taken(other.nickname, canMerge)
        await eraseAccount(tx, other.id, now)
      }
      await useCode(tx, codeId, now)
      await tx.updateTable('users').set({ mobile }).where('id', '=', user.id).execute()
    })
    return userInfo(db, user.id)
  },
}
