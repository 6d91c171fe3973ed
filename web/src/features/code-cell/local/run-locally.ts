import type { RunResult } from '@dxx/contract/calls/runcode'
import javascriptWasm from '@jitl/quickjs-wasmfile-release-sync/wasm?url'
import sqlWasm from 'sql.js/dist/sql-wasm-browser.wasm?url'
import { ApiError } from '../../../api/error'
import type { LocalLanguage } from '../languages'
import javascriptWorker from './javascript-worker?worker&url'
import { type LocalProgram, localLimits, type Message, type Start } from './messages'
import sqlWorker from './sql-worker?worker&url'

const engines: Record<LocalLanguage, { worker: string; wasm: string }> = {
  javascript: { worker: javascriptWorker, wasm: javascriptWasm },
  sql: { worker: sqlWorker, wasm: sqlWasm },
}

const loading = new Map<LocalLanguage, Promise<ArrayBuffer>>()

/** Loads the engine's bytes once, with its worker script, so that the browser's cache has both when offline. */
function loadEngine(language: LocalLanguage): Promise<ArrayBuffer> {
  const known = loading.get(language)
  if (known) return known
  const { worker, wasm } = engines[language]
  const bytes = Promise.all([bytesOf(wasm), bytesOf(worker)]).then(([engine]) => engine)
  loading.set(language, bytes)
  // A failed load is retried on the next call.
  bytes.catch(() => loading.delete(language))
  return bytes
}

async function bytesOf(url: string): Promise<ArrayBuffer> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${response.status} ${url}`)
  return response.arrayBuffer()
}

/** Preloads the engine for offline use. */
export async function prepareLocally(language: LocalLanguage): Promise<void> {
  // If loading fails now, the next offline run reports the error.
  await loadEngine(language).catch(() => {})
}

/** Runs a program in its own worker, which is terminated at the program's end, at the time limit, or on cancel. */
export async function runLocally(
  program: LocalProgram & { language: LocalLanguage },
  signal: AbortSignal,
): Promise<RunResult> {
  const { language, source, stdin, setup } = program
  const wasm = await loadEngine(language).catch(() => {
    throw new ApiError('network', -1, '没有网络，本机运行要先联网下载一次，请联网后再试')
  })
  if (signal.aborted) throw cancelled()
  // The worker script is a single file in the build and a module in development.
  const worker = new Worker(engines[language].worker, { type: import.meta.env.DEV ? 'module' : 'classic' })
  const finished = watch(worker, signal)
  worker.postMessage({ wasm, program: { source, stdin, setup } } satisfies Start)
  return finished.finally(() => worker.terminate())
}

const cancelled = () => new DOMException('cancelled', 'AbortError')

function watch(worker: Worker, signal: AbortSignal): Promise<RunResult> {
  const result: RunResult = {
    stdout: '',
    stderr: '',
    exitCode: null,
    reason: 'timeout',
    diagnostics: [],
    tables: [],
    timeMs: localLimits.runMs,
    memoryKb: 0,
    cached: false,
  }
  let startedAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  return new Promise<RunResult>((resolve, reject) => {
    const refuse = () => reject(new ApiError('local', -1, '这个浏览器不能在本机运行代码，请联网后再试'))
    signal.addEventListener('abort', () => reject(cancelled()))
    worker.onerror = (event) => {
      event.preventDefault()
      refuse()
    }
    worker.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.type === 'started') {
        startedAt = performance.now()
        timer = setTimeout(() => resolve(result), localLimits.runMs)
      }
      if (data.type === 'print') result[data.stream === 1 ? 'stdout' : 'stderr'] += data.text
      if (data.type === 'table') result.tables.push(data.table)
      if (data.type === 'end') {
        resolve({ ...result, ...data.end, timeMs: Math.round(performance.now() - startedAt) })
      }
      if (data.type === 'broken') refuse()
    }
  }).finally(() => clearTimeout(timer))
}
