import { sql } from 'kysely'
import type { JobHandler } from '../../jobs/worker'
import { saveFact } from './facts'

export interface StorageFact {
  databaseBytes: number
  files: number
  fileBytes: number
}

const measureStorage: JobHandler<unknown> = async ({ db, clock }) => {
  const { rows } = await sql<StorageFact>`
    select pg_database_size(current_database()) as "databaseBytes", count(*)::int as files,
      coalesce(sum(bytes), 0)::bigint as "fileBytes" from media`.execute(db)
  await saveFact(db, 'storage', rows[0]!, clock.now())
}

export const siteJobs = { measure_storage: measureStorage }
export const siteJobsEvery = { measure_storage: 600 }
