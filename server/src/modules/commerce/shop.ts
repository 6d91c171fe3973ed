import type { Clock } from '../../clock'
import type { Config } from '../../config'
import type { Db } from '../../db/connection'
import type { Log } from '../../db/log'

/** What work on orders and payments needs, whether a request, a job or an operator does it. */
export interface Shop {
  config: Config
  db: Db
  clock: Clock
  log: Log
}
