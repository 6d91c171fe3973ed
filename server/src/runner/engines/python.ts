import { pythonDiagnostics } from '../diagnostics'
import type { Output } from '../output'
import type { Outcome } from '../program'
import { freshRoot } from '../wasi/files'
import { Wasi } from '../wasi/wasi'
import { type PythonExports, type PythonImage, pythonArgs, pythonEnv } from './python-image'
import { bytesReader, runToEnd } from './wasm'

export interface PythonRuntime {
  module: WebAssembly.Module
  image: PythonImage
}

export function runPython({ module, image }: PythonRuntime, source: string, stdin: string, output: Output): Outcome {
  const text = Buffer.from(source)
  const job = Buffer.concat([Buffer.from(String(text.length).padStart(10)), text, Buffer.from(stdin)])
  const wasi = new Wasi({
    args: pythonArgs,
    env: pythonEnv,
    root: freshRoot(),
    stdin: bytesReader(job),
    write: (stream, bytes) => output.write(stream, bytes),
    sleep: (ms) => output.sleep(ms),
  })
  const python = new WebAssembly.Instance(module, wasi.imports(module)).exports as unknown as PythonExports
  wasi.memory.attach(python.memory)
  restore(python, image)
  const outcome = runToEnd(wasi, output, () => (python.runString(image.runSourceAt, 0) === 0 ? 0 : 1))
  if (outcome.reason !== 'error') return outcome
  const stderr = output.text(2)
  return {
    ...outcome,
    ...(/^MemoryError\b/m.test(stderr) && { reason: 'memory' as const }),
    diagnostics: pythonDiagnostics(stderr, source),
  }
}

function restore(python: PythonExports, image: PythonImage): void {
  python.memory.grow((image.memoryBytes - python.memory.buffer.byteLength) / 65_536)
  const memory = new Uint8Array(python.memory.buffer)
  let from = 0
  for (const { at, length } of image.parts) {
    memory.set(new Uint8Array(image.bytes, from, length), at)
    from += length
  }
  python.global0.value = image.stackPointer
}
