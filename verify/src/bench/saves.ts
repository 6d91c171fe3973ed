import { readCpuSeconds } from '../environment'
import { openExamLoad, saveOf } from '../load/exam-students'
import { Sender } from '../load/sender'
import { driveSaves, type Saving, startSaving } from '../scenarios/saves'
import type { BenchDatabase } from './database'
import { median } from './load'
import { buildSignedRequest, quantile } from './open-loop'
import { startTarget } from './target'

const manyClients = 64
const fewClients = 4
const rounds = 7
const secondsEach = 2
const savesEach = 1500

/**
 * Compares saves of many students in one statement with a statement per save, alternating on the same database:
 * throughput at many clients, response times at few.
 */
export async function savesBench({ db, url }: BenchDatabase): Promise<string[]> {
  const { tokens, exam } = await openExamLoad(db, manyClients)
  const targets = { single: await startTarget('single-saves', url), together: await startTarget('product', url) }
  try {
    const attempts = await startSaving(targets.together.base, tokens, exam)
    const many = await alternate(targets, async ({ base, pid }) => {
      const before = readCpuSeconds(pid)
      const saves = await driveSaves(base, attempts, { clients: manyClients, seconds: secondsEach })
      return [saves / secondsEach, ((readCpuSeconds(pid) - before) * 1000) / saves]
    })
    const few = await alternate(targets, ({ base }) => latencies(base, attempts.slice(0, fewClients)))
    return [
      ...line(`saves per second at ${manyClients} clients (target 3 times)`, many, 0, 0),
      ...line('CPU of the server per save, ms', many, 1, 2),
      ...line(`p50 at ${fewClients} clients, ms (target at most 1 time)`, few, 0, 2),
      ...line(`p99 at ${fewClients} clients, ms`, few, 1, 2),
    ]
  } finally {
    for (const target of Object.values(targets)) target.stop()
  }
}

type Target = Awaited<ReturnType<typeof startTarget>>
type Name = 'single' | 'together'

async function alternate(targets: Record<Name, Target>, run: (target: Target) => Promise<number[]>) {
  for (const target of Object.values(targets)) await run(target)
  const results: Record<Name, number[][]> = { single: [], together: [] }
  for (let round = 0; round < rounds; round++)
    for (const name of ['single', 'together'] as const) results[name].push(await run(targets[name]))
  return results
}

function line(label: string, { single, together }: Record<Name, number[][]>, at: number, digits: number): string[] {
  const [one, many] = [single, together].map((runs) => runs.map((values) => values[at]!))
  const ratio = median(many!.map((value, i) => value / one![i]!))
  return [
    `${label.padEnd(52)} single ${median(one!).toFixed(digits)}  together ${median(many!).toFixed(digits)}  ${ratio.toFixed(2)} times`,
  ]
}

/** Response times of saves by a few students, each of whom saves as soon as the last save is confirmed. */
async function latencies(base: string, attempts: Saving[]): Promise<number[]> {
  const sender = new Sender(attempts.length)
  let left = savesEach
  await sender.all(
    attempts.map((started) => async () => {
      while (left-- > 0) {
        const body = JSON.stringify(saveOf(started, ++started.seq))
        await sender.send(buildSignedRequest(base, started.token, 'POST /v1/exam_save', body))
      }
    }),
  )
  if (sender.refused > 0) throw new Error(`${sender.refused} refused: ${sender.why}`)
  const sorted = sender.latencies.sort((a, b) => a - b)
  return [quantile(sorted, 0.5), quantile(sorted, 0.99)]
}
