import type { JobContext } from '../../jobs/worker'
import { refreshSearchDocuments } from './index-document'

export const searchJobs = {
  index_search: async ({ db }: JobContext) => void (await refreshSearchDocuments(db)),
}

/** Interval in seconds. There is work only after an update of the program increased the index version. */
export const searchJobsEvery = { index_search: 3600 }
