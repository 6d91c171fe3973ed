import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { serverRoot } from '../../base/paths'
import { emptyResult } from '../../runner/empty-result'
import { engineLimits } from '../../runner/limits'
import { silent } from '../../testing/database'
import { niceValues } from '../../testing/process-priority'
import { startTestRunner } from '../../testing/runner'
import { EmbeddedRunner } from './embedded'
import { RunnerBusy, RunnerUnavailable } from './runner'

const javascript = (source: string) => ({ language: 'javascript' as const, source, stdin: '', setup: '' })
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('EmbeddedRunner with the real host', () => {
  let server: Awaited<ReturnType<typeof startTestRunner>>
  beforeAll(async () => {
    server = await startTestRunner()
  })
  afterAll(() => server.close())
  const run = (source: string) => server.runner.run(javascript(source))

  it('starts its host with the first program and restarts a killed host', async () => {
    expect(server.runner.pid).toBeUndefined()
    expect((await run('console.log(1)')).stdout).toBe('1\n')
    const first = server.runner.pid!
    process.kill(first, 'SIGKILL')
    expect((await run('console.log(2)')).stdout).toBe('2\n')
    expect(server.runner.pid).not.toBe(first)
  })

  it('reruns a program whose host was killed', async () => {
    await run('')
    const running = run('const end = Date.now() + 500; while (Date.now() < end); console.log("done")')
    process.kill(server.runner.pid!, 'SIGKILL')
    expect(await running).toMatchObject({ stdout: 'done\n', reason: 'ok' })
  })

  it('lists its languages and throws RunnerUnavailable for other languages', async () => {
    expect((await server.runner.languages()).map(({ language }) => language)).toContain('python')
    await expect(server.runner.run({ ...javascript(''), language: 'java' })).rejects.toThrow(RunnerUnavailable)
  })

  it('closing the runner ends its host and rejects further programs', async () => {
    const other = await startTestRunner()
    await other.runner.run(javascript(''))
    const pid = other.runner.pid!
    await other.close()
    expect(isAlive(pid)).toBe(false)
    await expect(other.runner.run(javascript(''))).rejects.toThrow(RunnerUnavailable)
  })
})

describe('EmbeddedRunner with misbehaving hosts', () => {
  let folder: string
  let runner: EmbeddedRunner
  const withHost = async (source: string) => {
    folder = await mkdtemp(join(serverRoot, 'dist/test-'))
    const hostFile = join(folder, 'host.js')
    await writeFile(hostFile, source)
    runner = new EmbeddedRunner({ workers: 1, dataDir: folder, log: silent, hostFile })
    return runner
  }
  afterEach(async () => {
    await runner.close()
    await rm(folder, { recursive: true })
  })

  const ready = `process.stdout.write('{"ready":true}\\n');`

  it.each([
    ['garbage', `${ready} process.stdin.once('data', () => process.stdout.write('\\0 nonsense }\\n'))`],
    ['a frame that is no object', `${ready} process.stdin.once('data', () => process.stdout.write('null\\n'))`],
    [
      'a line without end',
      `${ready} process.stdin.once('data', () => { const s = 'x'.repeat(1 << 20); const more = () => process.stdout.write(s, more); more() })`,
    ],
    ['its exit', `${ready} process.stdin.once('data', () => process.exit(3))`],
  ])('replaces a host that responds with %s, and reports crashed after two attempts', async (_, source) => {
    const host = await withHost(source)
    expect(await host.run(javascript(''))).toMatchObject({ reason: 'crashed', exitCode: null })
  })

  it('kills a host that hangs while running a program, and reports crashed', async () => {
    const host = await withHost(
      `${ready} process.stdin.once('data', () => process.stdout.write('{"id":1,"phase":"run"}\\n'))`,
    )
    // The limits of production are 30 s together.
    const { runWallMs, hostHangMs } = engineLimits
    Object.assign(engineLimits, { runWallMs: 500, hostHangMs: 500 })
    try {
      const running = host.run(javascript(''))
      await expect.poll(() => host.pid).toBeDefined()
      const pid = host.pid!
      expect(await running).toMatchObject({ reason: 'crashed', exitCode: null })
      await expect.poll(() => isAlive(pid)).toBe(false)
    } finally {
      Object.assign(engineLimits, { runWallMs, hostHangMs })
    }
  }, 60_000)

  it('reruns a program once if it got too little CPU time, then throws RunnerBusy', async () => {
    const answer = JSON.stringify({ ...emptyResult, stdout: 'second' })
    const starved = (times: number) => `${ready}
      const starved = '{"id":%,"phase":"run"}\\n{"id":%,"starved":true}\\n'
      const done = '{"id":%,"result":${answer.replaceAll('"', '\\"')},"usedMs":1}\\n'.replaceAll('\\"', '"')
      let id = 0
      process.stdin.on('data', () => process.stdout.write((++id <= ${times} ? starved : done).replaceAll('%', id)))`
    expect(await (await withHost(starved(1))).run(javascript(''))).toMatchObject({ stdout: 'second', usedMs: 1 })
    await runner.close()
    await rm(folder, { recursive: true })
    await expect((await withHost(starved(2))).run(javascript(''))).rejects.toThrow(RunnerBusy)
  })

  it.runIf(process.platform === 'linux')('all threads of a host and its session have low priority', async () => {
    const host = await withHost(`${ready} process.stdin.resume()`)
    await host.health()
    // The tests themselves may run with a low priority. Some kernels have no nice value for sessions; others must report 5.
    const nice = Math.min(19, getPriority() + 10)
    expect(niceValues(host.pid!)).toMatch(new RegExp(`^threads nice ${nice}(, session nice 5)?$`))
  })

  it('loads a compiler on request, and reports whether a program waits for loading', async () => {
    const answer = JSON.stringify({ ...emptyResult, stdout: '编' })
    const host = await withHost(
      `${ready} process.stdin.on('data', (sent) => {
        if (String(sent).includes('"prepare":"c"')) process.stdout.write('{"prepared":"c","isLoaded":true}\\n')
        if (String(sent).includes('"id":1'))
          process.stdout.write('{"id":1,"phase":"compile"}\\n{"id":1,"phase":"run"}\\n{"id":1,"result":${answer}}\\n')
      })`,
    )
    await host.health()
    host.prepare('c')
    host.prepare('python')
    const preparations: boolean[] = []
    const program = { ...javascript(''), language: 'c' as const }
    expect(await host.run(program, (preparing) => preparations.push(preparing))).toMatchObject({ stdout: '编' })
    expect([preparations[0], preparations.at(-1)]).toEqual([true, false])
  })

  it('loads a compiler in one slot, which runs other programs in the meantime, and then prefers that slot', async () => {
    folder = await mkdtemp(join(serverRoot, 'dist/test-'))
    const hostFile = join(folder, 'host.js')
    const source = `${ready}
      const send = (frame) => process.stdout.write(JSON.stringify(frame) + '\\n')
      const result = { ...${JSON.stringify(emptyResult)}, stdout: String(process.pid) }
      let asked
      process.stdin.on('data', (sent) => {
        for (const line of String(sent).trim().split('\\n')) {
          const { id, prepare, program } = JSON.parse(line)
          asked ??= prepare
          if (program?.source === 'loaded') send({ prepared: asked, isLoaded: true })
          if (program) send({ id, result, usedMs: 1 })
        }
      })`
    await writeFile(hostFile, source)
    runner = new EmbeddedRunner({ workers: 2, dataDir: folder, log: silent, hostFile })
    const loading = runner.ready('c')!
    expect(loading.isFirst).toBe(true)
    expect(runner.ready('c')!.done).toBe(loading.done)
    expect(runner.ready('python')).toBeUndefined()
    await expect.poll(() => runner.pids.length).toBe(1)
    const first = String(runner.pid)
    // The slot runs a JavaScript program while it loads the C compiler.
    expect(await runner.run(javascript('loaded'))).toMatchObject({ stdout: first })
    expect(await loading.done).toBe(true)
    expect(runner.ready('c')).toBeUndefined()
    const c = { ...javascript(''), language: 'c' as const, account: 2 }
    expect(await runner.run(c)).toMatchObject({ stdout: first })
    expect(runner.pids.length).toBe(1)
  })

  it('the runner ignores responses of its host for unknown programs', async () => {
    const answer = JSON.stringify({
      stdout: '真',
      stderr: '',
      exitCode: 0,
      reason: 'ok',
      diagnostics: [],
      tables: [],
      timeMs: 1,
      memoryKb: 1,
      cached: false,
    })
    const host = await withHost(
      `${ready} process.stdin.once('data', () => process.stdout.write('{"id":99,"result":{}}\\n{"id":1,"result":${answer}}\\n'))`,
    )
    expect(await host.run(javascript(''))).toMatchObject({ stdout: '真' })
  })

  it('throws RunnerUnavailable if the host does not start', async () => {
    const host = await withHost('process.exit(1)')
    await expect(host.run(javascript(''))).rejects.toThrow(RunnerUnavailable)
    expect(await host.health()).toBe(false)
  })
})
