import cluster, { type Worker } from 'node:cluster'

type Message = { metricsFor: number } | { metrics: string; metricsFor: number } | { allMetrics: string }

const isMessage = (value: unknown, key: string): value is never =>
  typeof value === 'object' && value !== null && key in value

/** Milliseconds a worker has to respond; a slower worker is omitted. */
const patienceMs = 2000

/**
 * Returns the metrics of all workers of this server, each with a label `worker`; without workers, those of this
 * process. `readMetrics` is called when another worker asks for this worker's metrics.
 */
export function shareMetrics(readMetrics: () => Promise<string>): () => Promise<string> {
  if (!cluster.isWorker) return readMetrics
  process.on('message', async (message: Message) => {
    if (!isMessage(message, 'metricsFor')) return
    const { metricsFor } = message as { metricsFor: number }
    process.send?.({ metrics: await readMetrics().catch(() => ''), metricsFor })
  })
  return () =>
    new Promise((resolve) => {
      const take = (message: Message) => {
        if (!isMessage(message, 'allMetrics')) return
        process.off('message', take)
        resolve((message as { allMetrics: string }).allMetrics)
      }
      process.on('message', take)
      process.send?.({ wantsMetrics: true })
    })
}

/** Responds to workers that request the metrics of all workers. Runs in the primary process. */
export function answerMetrics(workers: () => Worker[]): void {
  let requestCount = 0
  const waiting = new Map<number, { texts: Map<number, string>; done(): void }>()
  cluster.on('message', (worker, message) => {
    if (isMessage(message, 'metrics')) {
      const { metrics, metricsFor } = message as { metrics: string; metricsFor: number }
      const one = waiting.get(metricsFor)
      one?.texts.set(worker.id, metrics)
      if (one && one.texts.size >= workers().length) one.done()
    }
    if (!isMessage(message, 'wantsMetrics')) return
    const id = ++requestCount
    const texts = new Map<number, string>()
    const done = () => {
      clearTimeout(timer)
      if (waiting.delete(id)) worker.send({ allMetrics: joinMetrics(texts) })
    }
    const timer = setTimeout(done, patienceMs)
    waiting.set(id, { texts, done })
    for (const one of workers()) one.send({ metricsFor: id })
  })
}

/** Joins metrics in the text format of Prometheus: all lines of a metric are consecutive, with one description. */
export function joinMetrics(texts: Map<number, string>): string {
  const metrics = new Map<string, string[]>()
  for (const [worker, text] of [...texts].sort(([a], [b]) => a - b)) {
    let lines: string[] = []
    for (const line of text.split('\n')) {
      const [, name] = /^# (?:HELP|TYPE) (\S+)/.exec(line) ?? []
      if (name) {
        lines = metrics.get(name) ?? []
        metrics.set(name, lines)
        if (!lines.includes(line)) lines.push(line)
      } else if (line !== '') lines.push(withWorker(line, worker))
    }
  }
  return `${[...metrics.values()].flat().join('\n')}\n`
}

const withWorker = (line: string, worker: number) =>
  line.replace(
    /^([^\s{]+)(?:\{((?:[^"}]|"(?:[^"\\]|\\.)*")*)\})? /,
    (_, name, labels) => `${name}{worker="${worker}"${labels ? `,${labels}` : ''}} `,
  )
