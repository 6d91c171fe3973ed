import { parentPort, workerData } from 'node:worker_threads'
import { boundedDiagnostics } from './diagnostics'
import { runJavascript, stripTypes } from './engines/javascript'
import { runPython } from './engines/python'
import { runSql } from './engines/sql'
import { runCompiledProgram } from './engines/wasm'
import { freezeIntrinsics } from './frozen'
import type { RunOrder, RunReport } from './messages'
import { Output } from './output'
import type { Outcome } from './program'

/** A thread that runs one program after another, each in its own instance of the interpreter. */
freezeIntrinsics()
const output = new Output((workerData as { output: SharedArrayBuffer }).output)

async function run({ program, runtime }: RunOrder): Promise<Outcome> {
  const { language, source, stdin } = program
  switch (runtime.kind) {
    case 'wasm':
      return runCompiledProgram(runtime.module, stdin, output)
    case 'python':
      return runPython(runtime, source, stdin, output)
    case 'sql':
      return runSql(runtime, program, output)
    case 'quickjs': {
      if (language !== 'typescript') return runJavascript(runtime.module, source, stdin, output)
      const plain = stripTypes(source)
      if ('code' in plain) return runJavascript(runtime.module, plain.code, stdin, output)
      const { line, column, message } = plain.diagnostic
      output.print(2, `main.ts:${line}:${column}: ${message}\n`)
      return { exitCode: null, reason: 'compile-error', memoryBytes: 0, diagnostics: [plain.diagnostic] }
    }
  }
}

parentPort!.on('message', async (order: RunOrder) => {
  const start = performance.now()
  const outcome = await run(order)
  outcome.diagnostics = boundedDiagnostics(outcome.diagnostics)
  const report: RunReport = { outcome, timeMs: performance.now() - start }
  parentPort!.postMessage(report)
})
const ready: RunReport = { ready: true }
parentPort!.postMessage(ready)
