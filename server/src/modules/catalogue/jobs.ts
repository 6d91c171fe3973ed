import { sql } from 'kysely'
import type { JobHandler, WorkConditions } from '../../jobs/worker'

/** Takes curricula off the shelf whose sale has ended. */
const endSales: JobHandler<unknown> = async ({ db, clock }) => {
  await db
    .updateTable('curricula')
    .set({ published: false })
    .where('published', '=', true)
    .where('sale_ends_at', '<=', clock.now())
    .execute()
}

export const catalogueJobs = { end_sales: endSales }

export const catalogueJobsWork = {
  end_sales: (now: number) =>
    sql<boolean>`exists (select from curricula where published and sale_ends_at <= ${now}::bigint)`,
} satisfies WorkConditions

export const catalogueJobsEvery = { end_sales: 30 }
