import type { Db } from '../../db/connection'
import { numberOption } from '../content/public'
import { refundedInParts } from './refunds'

/** Above this amount two members of staff must approve a refund. */
export const secondPersonCents = (db: Db): Promise<number> => numberOption(db, 'refund-second-person-cents')

/**
 * Whether two people must approve a refund. Earlier refunds of the payment are included, so that splitting an amount
 * does not avoid the limit. The caller has locked the order.
 */
export async function needsSecondPerson(tx: Db, refundId: number, cents: number): Promise<boolean> {
  const { payment_id } = await tx
    .selectFrom('refunds')
    .select('payment_id')
    .where('id', '=', refundId)
    .executeTakeFirstOrThrow()
  return (await refundedInParts(tx, payment_id)) + cents > (await secondPersonCents(tx))
}
