import { inTransaction } from '../../db/transaction'
import type { JobHandler } from '../../jobs/worker'
import { syncClassGrants } from './grants'
import { applyRoster } from './roster-apply'

const applyStaged: JobHandler<{ roster: number }> = ({ db, clock }, { roster }) =>
  inTransaction(db, (tx) => applyRoster(tx, roster, clock.now()))

/** Days for which the rows of a roster file are kept after it was read, for its report. */
const keptDays = 30

const forgetRosterRows: JobHandler<unknown> = async ({ db, clock }) => {
  const before = clock.now() - keptDays * 86_400
  await db
    .deleteFrom('roster_import_rows')
    .where('import_id', 'in', (eb) => eb.selectFrom('roster_imports').select('id').where('created_at', '<', before))
    .execute()
  await db
    .updateTable('roster_imports')
    .set({ state: 'cancelled', finished_at: clock.now() })
    .where('created_at', '<', before)
    .where('state', 'in', ['reading', 'ready'])
    .execute()
}

const syncGrants: JobHandler<unknown> = ({ db, clock }) => syncClassGrants(db, clock.now())

export const classJobs = {
  apply_roster: applyStaged,
  forget_roster_rows: forgetRosterRows,
  sync_class_grants: syncGrants,
}
export const classJobsEvery = { forget_roster_rows: 86_400, sync_class_grants: 300 }
