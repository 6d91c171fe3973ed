import type { Environment } from '../../context'
import type { JobContext } from '../../jobs/worker'
import { embedChangedChapters } from './semantic'

/** Longest time of one run; what is left is done by the next one. */
const patience = 300_000

export const aiJobs = ({ embeddings }: Pick<Environment, 'embeddings'>) => ({
  embed_sections: async ({ db }: JobContext) => {
    if (embeddings) await embedChangedChapters(db, embeddings, AbortSignal.timeout(patience))
  },
})

/** Interval in seconds. */
export const aiJobsEvery = { embed_sections: 300 }
