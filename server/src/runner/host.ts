import { CompileCache } from './compile-cache'
import { type HostFrame, lineReader, type PrepareFrame, type RunFrame } from './frames'
import { Lane } from './lane'
import { Runtimes } from './runtimes'

/**
 * The process in which students' programs run, apart from the server. It reads programs from its standard input and
 * writes results to its standard output; when the input ends, so does it.
 */
const [workers = '1', headersFile = ''] = process.argv.slice(2)
const runtimes = new Runtimes()
const cache = new CompileCache()
const lanes = Array.from({ length: Number(workers) }, () => new Lane(runtimes, cache, headersFile))
const free = [...lanes]
const waiting: RunFrame[] = []

function send(frame: HostFrame): void {
  process.stdout.write(`${JSON.stringify(frame)}\n`)
}

async function next(): Promise<void> {
  const lane = free.pop()
  if (!lane) return
  const frame = waiting.shift()
  if (!frame) {
    free.push(lane)
    return
  }
  const { id, program } = frame
  try {
    send({ id, result: await lane.run(program, (phase) => send({ id, phase })) })
  } catch (error) {
    send({ id, failed: String((error as Error).stack ?? error) })
  }
  free.push(lane)
  await next()
}

process.stdin.setEncoding('utf8')
process.stdin.on(
  'data',
  lineReader(
    (line) => {
      const frame = JSON.parse(line) as RunFrame | PrepareFrame
      if ('prepare' in frame) {
        for (const lane of lanes) lane.prepare(frame.prepare)
        return
      }
      waiting.push(frame)
      next()
    },
    () => process.exit(1),
  ),
)
process.stdin.on('end', () => process.exit(0))

await Promise.all(lanes.map((lane) => lane.start()))
send({ ready: true })
// Python takes longest to load and is asked for most.
runtimes.of('python').catch(() => {})
