import type { Db } from '../../db/connection'
import { numberOption } from '../content/public'

/** Above this amount two members of staff approve a refund. */
export const secondPersonCents = (db: Db): Promise<number> => numberOption(db, 'refund-second-person-cents')
