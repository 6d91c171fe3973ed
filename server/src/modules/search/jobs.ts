import type { JobContext } from '../../jobs/worker'
import { refreshSearchDocuments } from './index-document'

export const searchJobs = {
  index_search: async ({ db }: JobContext) => void (await refreshSearchDocuments(db)),
}

/** Finds nothing to do except after an update of the program. */
export const searchJobsEvery = { index_search: 3600 }
