import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { compile, loadCompiler } from './engines/clang'
import type { CompileOrder, CompileReport } from './messages'

/** A thread that keeps the compiler loaded. The precompiled headers may come into being while it lives. */
const { headersFile } = workerData as { headersFile: string }
let headers: Uint8Array | undefined

function findHeaders(): Uint8Array | undefined {
  try {
    headers ??= readFileSync(headersFile)
  } catch {
    // Not made yet: programs compile without, only slower.
  }
  return headers
}

parentPort!.on('message', async ({ language, source }: CompileOrder) => {
  const report: CompileReport = await compile(language, source, language === 'cpp' ? findHeaders() : undefined)
  parentPort!.postMessage(report)
})
await loadCompiler()
const ready: CompileReport = { ready: true }
parentPort!.postMessage(ready)
