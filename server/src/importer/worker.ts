import { parentPort } from 'node:worker_threads'
import { answerJob, type RenderJob } from './render'

/** Runs in a thread of its own: rendering is heavy, and the server may be answering readers meanwhile. */
parentPort?.on('message', async ({ id, job }: { id: number; job: RenderJob }) => {
  parentPort?.postMessage({ id, answer: await answerJob(job) })
})
