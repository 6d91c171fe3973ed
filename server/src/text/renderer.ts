import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { serverRoot } from '../base/paths'
import { EpubError } from './epub/zip'
import type { RenderAnswer, RenderJob, Renders } from './render'

export interface Renderer {
  markdown(job: Renders['markdown']['job']): Promise<Renders['markdown']['result']>
  epub(job: Renders['epub']['job']): Promise<Renders['epub']['result']>
  fragment(job: Renders['fragments']['job'][number]): Promise<Renders['fragments']['result'][number]>
  close(): Promise<void>
}

/** Built by scripts/lib.mjs. Without this file, when tests run from the sources, the calling thread renders. */
const workerFile = join(serverRoot, 'dist/text/worker.js')

/** More threads need more memory, and then the database is slower than the renderer. */
const mostThreads = 4
export const rendererThreads = Math.min(mostThreads, availableParallelism())

/** Most objects die with their job: with the default, a tenth of the time is garbage collection. */
const maxYoungGenerationSizeMb = 64

interface RendererOptions {
  /** Whether the process may end while threads wait for jobs; set in a server, which its open port keeps alive. */
  background?: boolean
}

export function createRenderer({ background = false }: RendererOptions = {}): Renderer {
  const threaded = import.meta.url.endsWith('.js') && existsSync(workerFile)
  const threads: Thread[] = []
  const run = async (job: RenderJob) =>
    unwrap(await (threaded ? freeThread(threads, background).run(job) : (await import('./render')).answerJob(job)))
  const fragments = new FragmentQueue(threaded, (jobs) => run({ kind: 'fragments', fragments: jobs }))
  return {
    markdown: async (job) => (await run({ kind: 'markdown', markdown: job })) as Renders['markdown']['result'],
    epub: async (job) => (await run({ kind: 'epub', epub: job })) as Renders['epub']['result'],
    fragment: (job) => fragments.add(job),
    close: async () => {
      await Promise.all(threads.map((thread) => thread.close()))
    },
  }
}

function unwrap(answer: RenderAnswer): unknown {
  if (answer.ok) return answer.result
  throw answer.refused ? new EpubError(answer.message, answer.place) : new Error(answer.message)
}

type Thread = ReturnType<typeof startThread>

/**
 * Returns the thread with the fewest jobs. Threads start on first use, and the next one only while all others work,
 * because a server start usually renders nothing new.
 */
function freeThread(threads: Thread[], background: boolean): Thread {
  let [free] = threads
  for (const thread of threads) if (thread.waiting() < free!.waiting()) free = thread
  if (free && (free.waiting() === 0 || threads.length >= rendererThreads)) return free
  const started = startThread(background)
  threads.push(started)
  return started
}

function startThread(background: boolean) {
  const worker = new Worker(workerFile, { resourceLimits: { maxYoungGenerationSizeMb } })
  if (background) worker.unref()
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
    waiting: () => waiting.size,
    run: (job: RenderJob) =>
      new Promise<RenderAnswer>((resolve, reject) => {
        waiting.set(++last, { resolve, reject })
        worker.postMessage({ id: last, job })
      }),
    close: () => worker.terminate(),
  }
}

type FragmentJob = Renders['fragments']['job'][number]
type Fragment = Renders['fragments']['result'][number]

interface WaitingFragment {
  job: FragmentJob
  resolve: (fragment: Fragment) => void
  reject: (error: unknown) => void
}

/** Fragments per message to a thread: a message costs more than a short text. */
const perMessage = 50

/** Collects the fragments that are requested in the same turn of the event loop, and sends them together. */
class FragmentQueue {
  private queue: WaitingFragment[] = []

  constructor(
    private readonly threaded: boolean,
    private readonly run: (jobs: FragmentJob[]) => Promise<unknown>,
  ) {}

  add(job: FragmentJob): Promise<Fragment> {
    return new Promise((resolve, reject) => {
      this.queue.push({ job, resolve, reject })
      if (this.queue.length === 1) {
        if (this.threaded) setImmediate(() => this.flush())
        else queueMicrotask(() => this.flush())
      }
    })
  }

  private flush(): void {
    const { queue } = this
    this.queue = []
    for (let from = 0; from < queue.length; from += perMessage) this.send(queue.slice(from, from + perMessage))
  }

  private send(some: WaitingFragment[]): void {
    this.run(some.map(({ job }) => job)).then(
      (results) => {
        for (const [i, { resolve }] of some.entries()) resolve((results as Fragment[])[i]!)
      },
      (error) => {
        for (const { reject } of some) reject(error)
      },
    )
  }
}
