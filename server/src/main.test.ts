import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { readPostmaster, runsOn } from './db/embedded-postmaster'
import { bundle } from './testing/bundle'
import { long } from './testing/measurements'
import { shareRuntimes } from './testing/shared-runtimes'

let built: Awaited<ReturnType<typeof bundle>>
let dataDir: string
let child: ChildProcess | undefined
beforeAll(async () => {
  built = await bundle('main.ts')
})
afterAll(() => built.remove())
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dxx-main-'))
  await chmod(dataDir, 0o755)
  shareRuntimes(dataDir)
})
afterEach(async () => {
  child?.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
})

/** Starts the bundled main.js as in production, with its own embedded database. */
async function startProduct(settings: Record<string, string> = {}) {
  const variables = { DATABASE_URL: '', DXX_DATA_DIR: dataDir, DXX_SAMPLE_DATA: 'false', PORT: '0' }
  // Log lines, which the load of a start can cause on a slow machine, would mix with the messages for staff.
  const quiet = { DXX_ENV: 'test', LOG_LEVEL: 'silent' }
  child = spawn(process.execPath, [join(built.folder, 'main.js')], {
    env: { ...process.env, ...variables, ...quiet, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  let output = ''
  child.stdout!.setEncoding('utf8')
  while (!output.includes('按 Ctrl-C 停止')) output += (await once(child.stdout!, 'data'))[0]
  const base = /http:\S+/.exec(output)![0]
  const { pid } = (await readPostmaster(join(dataDir, 'postgres')))!
  return { child, exited, base, output, databasePid: pid }
}

it.each(long ? (['SIGTERM', 'SIGHUP'] as const) : (['SIGTERM'] as const))(
  '%s, sent twice, stops the app and the database although stdout is closed and a connection is open',
  { timeout: 120_000 },
  async (signal) => {
    const { child, exited, base, output, databasePid } = await startProduct()
    expect((await fetch(`${base}/readyz`)).status).toBe(200)
    expect(output).toContain('还没有《用户协议》')
    // Simulates a closed terminal, then two signals: a supervisor signals the whole group, and npm forwards the signal.
    child.stdout!.destroy()
    child.kill(signal)
    child.kill(signal)
    expect(await exited).toEqual([0, null])
    expect(await runsOn(join(dataDir, 'postgres'), databasePid)).toBe(false)
  },
)

/** Process ids of the workers of a server. */
const workersOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((child) => child !== '' && readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('main.js'))
    .map(Number)

it.runIf(process.platform === 'linux')(
  'two workers share the port, a killed one is started again, and SIGTERM stops them and the database',
  { timeout: 120_000 },
  async () => {
    const { child, exited, base, databasePid } = await startProduct({ DXX_WORKERS: '2' })
    const [first, second] = workersOf(child.pid!)
    expect(second).toBeDefined()
    const metrics = async () => (await fetch(`${base}/metrics`)).text()
    // The metrics lack a worker that responds too late.
    await expect
      .poll(metrics, { timeout: 60_000 })
      .toMatch(/^process_cpu_seconds_total\{worker="1"\} .*\nprocess_cpu_seconds_total\{worker="2"\} /m)
    process.kill(first!, 'SIGKILL')
    await expect.poll(() => workersOf(child.pid!).filter((pid) => pid !== first).length, { timeout: 60_000 }).toBe(2)
    await expect.poll(metrics, { timeout: 60_000 }).toContain('process_cpu_seconds_total{worker="3"}')
    expect((await fetch(`${base}/readyz`)).status).toBe(200)
    child.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
    expect(await runsOn(join(dataDir, 'postgres'), databasePid)).toBe(false)
  },
)
