import type { PaymentChannels } from '../../adapters/payment/payment'
import type { Clock } from '../../base/clock'
import type { Log } from '../../base/log-type'
import type { Db } from '../../db/connection'

/** Dependencies of work on orders and payments, for requests, jobs and staff commands. */
export interface PaymentContext {
  payments: PaymentChannels
  db: Db
  clock: Clock
  log: Log
}
