import type { BenchDatabase } from './database'
import { type LoadResult, median, runLoad } from './load'
import { benchStudent } from './student'
import { startTarget } from './target'

const rounds = 12
const load = { connections: 32, seconds: 1 }

/**
 * Compares the throughput of a signed read (session and one query) with that of bare fastify and pg with the same two
 * queries. Target: 80 %.
 */
export async function readBench({ db, url }: BenchDatabase): Promise<string[]> {
  const { headers } = await benchStudent(db)
  const targets = { reference: await startTarget('reference', url), product: await startTarget('product', url) }
  const figures: Record<keyof typeof targets, LoadResult[]> = { reference: [], product: [] }
  const names = ['reference', 'product'] as const
  for (const name of names)
    await runLoad({ url: `${targets[name].base}/api/v130/gvss`, headers, connections: 32, seconds: 1 })
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      figures[name].push(await runLoad({ url: `${targets[name].base}/api/v130/gvss`, headers, ...load }))
    }
  }
  for (const { stop } of Object.values(targets)) stop()
  const perSecond = (name: keyof typeof targets) => median(figures[name].map((run) => run.perSecond))
  const line = (name: keyof typeof targets) =>
    `${name.padEnd(10)} ${perSecond(name).toFixed(0)}/s  p50 ${median(figures[name].map((run) => run.p50))} ms  p99 ${median(figures[name].map((run) => run.p99))} ms`
  return [
    line('reference'),
    line('product'),
    `ratio      ${(100 * median(figures.product.map((run, i) => run.perSecond / figures.reference[i]!.perSecond))).toFixed(1)} %  (target 80 %)`,
  ]
}
