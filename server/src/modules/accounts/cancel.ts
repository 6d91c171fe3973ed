import type { accounts } from '@dxx/contract/calls/accounts'
import { fail } from '../../base/refusal'
import type { Ctx, Handlers } from '../../context'
import type { Db } from '../../db/connection'
import { inTransaction } from '../../db/transaction'
import { enqueue } from '../../jobs/queue'
import type { JobHandler } from '../../jobs/worker'
import { accountDataHandlers } from '../account-data'
import { eraseAccount } from './erase'
import { lockUsers, revokeSessions } from './queries'
import { takeTicket } from './tickets'
import { mustBeOwnWechat } from './wechat-identity'

const coolingDays = 7

async function cancelChecks(db: Db, userId: number) {
  const checks = []
  for (const part of accountDataHandlers) {
    const check = await part.cancelCheck?.(db, userId)
    if (check) checks.push(check)
  }
  return checks
}

/** Checks the ticket of a code sent to the account's number. Accounts without a number use `wechat_code` instead. */
async function prove(tx: Db, { user, clock }: Ctx<'user'>, ticket: string | undefined): Promise<void> {
  if (ticket === undefined) return user.mobile === null ? undefined : fail('ticket-invalid')
  const { userId, proof } = await takeTicket<{ mobile: string }>(tx, { ticket, purpose: 'cancel', now: clock.now() })
  if (userId !== user.id || proof.mobile !== user.mobile) fail('ticket-invalid')
}

export const cancelHandlers: Pick<
  Handlers<typeof accounts>,
  'GET /v1/cancel_account_check' | 'POST /v1/cancel_account'
> = {
  'GET /v1/cancel_account_check': async ({ db, user }) => {
    const checks = await cancelChecks(db, user.id)
    return { checks, canCancel: checks.every(({ ok }) => ok), coolingDays }
  },

  'POST /v1/cancel_account': async (ctx, { ticket, wechat_code: wechatCode }) => {
    const { db, user, clock } = ctx
    if (wechatCode !== undefined) await mustBeOwnWechat(ctx, 'mp', wechatCode)
    return inTransaction(db, async (tx) => {
      await prove(tx, ctx, ticket)
      const now = clock.now()
      const [current] = await lockUsers(tx, [user.id])
      if (!current) fail('not-logged-in')
      const unsettled = (await cancelChecks(tx, user.id)).find(({ ok }) => !ok)
      if (unsettled) fail('cancel-blocked', { msg: unsettled.detail })
      const cancelAt = now + coolingDays * 86_400
      await tx.updateTable('users').set({ cancel_at: cancelAt }).where('id', '=', user.id).execute()
      await revokeSessions(tx, user.id, null, now)
      await enqueue(tx, 'erase_account', { userId: user.id, cancelAt }, { runAt: cancelAt })
      return { cancelAt }
    })
  },
}

/** Erases the account after the waiting period, unless a login cleared `cancel_at` or a new request changed it. */
export const eraseCancelled: JobHandler<{ userId: number; cancelAt: number }> = async ({ db, clock }, job) => {
  await inTransaction(db, async (tx) => {
    const [user] = await lockUsers(tx, [job.userId])
    if (user?.cancel_at === job.cancelAt) await eraseAccount(tx, job.userId, clock.now())
  })
}
