import { checkpointAudit } from '../../db/audit-chain'
import { inTransaction } from '../../db/transaction'
import type { JobHandler } from '../../jobs/worker'

/** Deletes audit rows older than three years and stores their last hash as a checkpoint. */
const checkpoint: JobHandler<unknown> = async ({ db, clock }) => {
  await inTransaction(db, (tx) => checkpointAudit(tx, clock.now()))
}

export const staffJobs = { audit_checkpoint: checkpoint }
export const staffJobsEvery = { audit_checkpoint: 86_400 }
