import type { Environment } from '../../context'
import type { JobContext } from '../../jobs/worker'
import { embedChangedChapters } from './semantic'

/** Maximum milliseconds of one run; the next run continues. */
const patience = 300_000

export const aiJobs = ({ embeddings }: Pick<Environment, 'embeddings'>) => ({
  embed_sections: async ({ db }: JobContext) => {
    if (embeddings) await embedChangedChapters(db, embeddings, AbortSignal.timeout(patience))
  },
})

/** Interval in seconds. */
export const aiJobsEvery = { embed_sections: 300 }
