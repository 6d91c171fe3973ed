import { parentPort } from 'node:worker_threads'
import { answerJob, type RenderJob } from './render'

/** Renders in a separate thread: rendering is heavy, and the server may be handling requests. */
parentPort?.on('message', async ({ id, job }: { id: number; job: RenderJob }) => {
  parentPort?.postMessage({ id, answer: await answerJob(job) })
})
