import { CompileCache } from './compile-cache'
import { type HostFrame, lineReader, type PrepareFrame, type RunFrame } from './frames'
import { freezeIntrinsics } from './frozen'
import { engineLimits } from './limits'
import type { CompiledLanguage } from './program'
import { Starved } from './program-time'
import { Runtimes } from './runtimes'
import { WorkerSlot } from './worker-slot'

/**
 * The process that runs students' programs, separate from the server. Runs one program at a time, so that the CPU time
 * of the process is that of the program. Reads programs from standard input, writes results to standard output, and
 * exits when the input ends.
 */
freezeIntrinsics()
const [headersFile = ''] = process.argv.slice(2)
const slot = new WorkerSlot(new Runtimes(), new CompileCache(), headersFile)
let turn = Promise.resolve()

function send(frame: HostFrame): void {
  process.stdout.write(`${JSON.stringify(frame)}\n`)
}

async function run({ id, program }: RunFrame): Promise<void> {
  try {
    const { result, usedMs } = await slot.run(program, (phase) => send({ id, phase }))
    // Every engine limits its result; this check protects the server if an engine fails to.
    const bytes = Buffer.byteLength(JSON.stringify(result))
    if (bytes > engineLimits.resultBytes) send({ id, failed: `a result of ${bytes} bytes` })
    else send({ id, result, usedMs })
  } catch (error) {
    if (error instanceof Starved) send({ id, starved: true })
    else send({ id, failed: String((error as Error).stack ?? error) })
  }
}

async function prepare(language: CompiledLanguage): Promise<void> {
  const isLoaded = await slot.prepare(language).then(
    () => true,
    () => false,
  )
  send({ prepared: language, isLoaded })
}

process.stdin.setEncoding('utf8')
process.stdin.on(
  'data',
  lineReader(
    (line) => {
      const frame = JSON.parse(line) as RunFrame | PrepareFrame
      if ('prepare' in frame) prepare(frame.prepare)
      else turn = turn.then(() => run(frame))
    },
    () => process.exit(1),
  ),
)
process.stdin.on('end', () => process.exit(0))

await slot.start()
send({ ready: true })
// Python is the slowest to load and the most used.
slot.load('python').catch(() => {})
