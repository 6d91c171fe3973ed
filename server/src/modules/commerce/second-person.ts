import type { Db } from '../../db/connection'
import { numberOption } from '../content/public'

/** Above this amount two people approve a refund. */
export const secondPersonCents = (db: Db): Promise<number> => numberOption(db, 'refund-second-person-cents')
