import type { LocalEnd, LocalProgram, Message, Report, Start } from './messages'

type Engine = (wasm: ArrayBuffer) => Promise<(program: LocalProgram, report: Report) => LocalEnd | Promise<LocalEnd>>

const flushEvery = 50

/** Worker entry: loads the engine, runs one program and posts its events. */
export function startEngineWorker(load: Engine): void {
  const send = (message: Message) => postMessage(message)
  const waiting = { 1: '', 2: '' }
  let flushedAt = 0

  function flush(): void {
    flushedAt = performance.now()
    for (const stream of [1, 2] as const) {
      if (waiting[stream]) send({ type: 'print', stream, text: waiting[stream] })
      waiting[stream] = ''
    }
  }

  const report: Report = {
    // Batched: one message per line would block the page longer than the program runs.
    print: (stream, text) => {
      waiting[stream] += text
    },
    table: (table) => send({ type: 'table', table }),
    pulse: () => {
      if (performance.now() - flushedAt > flushEvery) flush()
    },
  }

  addEventListener('message', async ({ data }: MessageEvent<Start>) => {
    try {
      const run = await load(data.wasm)
      send({ type: 'started' })
      const end = await run(data.program, report)
      flush()
      send({ type: 'end', end })
    } catch (error) {
      send({ type: 'broken', message: String(error) })
    }
  })
}
