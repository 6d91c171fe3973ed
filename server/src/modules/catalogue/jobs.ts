import type { JobHandler } from '../../jobs/worker'

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

export const catalogueJobsEvery = { end_sales: 30 }
