import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { serverRoot } from '../base/paths'
import { EpubError } from './epub/zip'
import type { RenderAnswer, RenderJob, Renders } from './render'

export interface Renderer {
  markdown(job: Renders['markdown']['job']): Promise<Renders['markdown']['result']>
  epub(job: Renders['epub']['job']): Promise<Renders['epub']['result']>
  close(): Promise<void>
}

/** Built by scripts/lib.mjs. Without this file, when tests run from the sources, the calling thread renders. */
const workerFile = join(serverRoot, 'dist/text/worker.js')

export function createRenderer(): Renderer {
  const threaded = import.meta.url.endsWith('.js') && existsSync(workerFile)
  let thread: ReturnType<typeof startThread> | null = null
  const run = async (job: RenderJob) => {
    // The thread starts on first use: at most starts of the server there is nothing new to render.
    if (threaded) thread ??= startThread()
    return unwrap(await (thread ? thread.run(job) : (await import('./render')).answerJob(job)))
  }
  return {
    markdown: async (job) => (await run({ kind: 'markdown', markdown: job })) as Renders['markdown']['result'],
    epub: async (job) => (await run({ kind: 'epub', epub: job })) as Renders['epub']['result'],
    close: async () => {
      await thread?.close()
    },
  }
}

function unwrap(answer: RenderAnswer): unknown {
  if (answer.ok) return answer.result
  throw answer.refused ? new EpubError(answer.message, answer.place) : new Error(answer.message)
}

function startThread() {
  const worker = new Worker(workerFile)
  const waiting = new Map<number, { resolve: (answer: RenderAnswer) => void; reject: (error: Error) => void }>()
  let last = 0
  const failAll = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.on('message', ({ id, answer }: { id: number; answer: RenderAnswer }) => {
    waiting.get(id)?.resolve(answer)
    waiting.delete(id)
  })
  worker.on('error', failAll)
  worker.on('exit', () => failAll(new Error('the rendering thread ended')))
  return {
    run: (job: RenderJob) =>
      new Promise<RenderAnswer>((resolve, reject) => {
        waiting.set(++last, { resolve, reject })
        worker.postMessage({ id: last, job })
      }),
    close: () => worker.terminate(),
  }
}
