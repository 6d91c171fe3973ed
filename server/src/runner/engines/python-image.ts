import { engineLimits } from '../limits'
import { freshRoot } from '../wasi/files'
import { Wasi } from '../wasi/wasi'
import { changeModule } from '../wasm-binary'
import { imageSource, runSource } from './python-source'

/**
 * Memory snapshot of a booted Python, because booting takes at least 150 ms. Python boots until it first reads its
 * input and loads the usual modules; then its memory is copied. Each program gets a new instance with this copy, which
 * takes a few milliseconds. The snapshot needs an empty stack, so the read throws an exception that ends the boot.
 * Programs are run by PyRun_SimpleString, which the build does not export but which has a known index.
 */
export const pythonBuild = 'e5dc5a398b07b54ea8fdb503bf68fb583d533f10ec3f930963e02b9505f7a763'
const runStringIndex = 4056
const stackPages = 64

/** Patches the module for running programs. The stack pointer is its only mutable global. */
export function pythonModule(binary: Buffer): Buffer {
  return changeModule(binary, {
    memoryBytes: engineLimits.memoryBytes,
    functions: { runString: runStringIndex },
    globals: true,
  })
}

export interface PythonImage {
  /** Memory ranges that differ from a new instance, concatenated in `bytes`. */
  parts: { at: number; length: number }[]
  bytes: SharedArrayBuffer
  memoryBytes: number
  stackPointer: number
  /** Address of the text of `runSource`. */
  runSourceAt: number
}

export interface PythonExports {
  memory: WebAssembly.Memory
  global0: WebAssembly.Global
  _start(): void
  runString(text: number, flags: number): number
}

export const pythonArgs = ['python', '-s', '-P', '-']
// The hash seed is fixed: a random seed would be part of the image and reveal to programs that they share a process.
export const pythonEnv = ['PYTHONUTF8=1', 'PYTHONDONTWRITEBYTECODE=1', 'PYTHONHASHSEED=0']

class Booted extends Error {}

export function makePythonImage(module: WebAssembly.Module): PythonImage {
  let printed = ''
  const wasi = new Wasi({
    args: pythonArgs,
    env: pythonEnv,
    root: freshRoot(),
    stdin: () => {
      throw new Booted()
    },
    write: (_stream, bytes) => {
      printed += Buffer.from(bytes).toString()
    },
    sleep: () => {},
    // The C library stores its start time and measures CPU time from it, so the clock starts only with the program.
    isClockStopped: true,
  })
  const python = new WebAssembly.Instance(module, wasi.imports(module)).exports as unknown as PythonExports
  wasi.memory.attach(python.memory)
  const stackPointer = python.global0.value
  const fresh = Buffer.from(new Uint8Array(python.memory.buffer).slice())
  try {
    python._start()
    throw new Error('Python did not read its input')
  } catch (error) {
    if (!(error instanceof Booted)) throw new Error(`Python did not start: ${printed}`, { cause: error })
  }

  const page = 65_536
  const textAt = python.memory.grow(1) * page
  const put = (text: string) => {
    const bytes = Buffer.from(`${text}\0`)
    if (bytes.length > page) throw new Error('the text does not fit')
    new Uint8Array(python.memory.buffer).set(bytes, textAt)
  }
  put(imageSource)
  python.global0.value = stackPointer
  if (python.runString(textAt, 0) !== 0) throw new Error(`Python did not load its modules: ${printed}`)
  put(runSource)
  // A larger stack: the build's own stack holds only about 60 nested calls through C, such as a recursive __call__.
  const stackEnd = (python.memory.grow(stackPages) + stackPages) * page
  const booted = Buffer.from(python.memory.buffer)
  return { ...difference(fresh, booted), memoryBytes: booted.length, stackPointer: stackEnd, runSourceAt: textAt }
}

/** Returns the ranges of `booted` that differ from a new instance, which contains `fresh` followed by zeros. */
function difference(fresh: Buffer, booted: Buffer): Pick<PythonImage, 'parts' | 'bytes'> {
  const step = 4_096
  const before = Buffer.alloc(booted.length)
  fresh.copy(before)
  const parts: PythonImage['parts'] = []
  for (let at = 0; at < booted.length; at += step) {
    if (before.compare(booted, at, at + step, at, at + step) === 0) continue
    const last = parts.at(-1)
    if (last && last.at + last.length === at) last.length += step
    else parts.push({ at, length: step })
  }
  const bytes = new SharedArrayBuffer(parts.reduce((sum, { length }) => sum + length, 0))
  let written = 0
  for (const { at, length } of parts) {
    new Uint8Array(bytes, written, length).set(booted.subarray(at, at + length))
    written += length
  }
  return { parts, bytes }
}
