import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { standing } from '../../bench/standing'
import { serverRoot } from '../../root'
import { emptyResult } from '../../runner/empty-result'
import { silent } from '../../testing/database'
import { startTestRunner } from '../../testing/runner'
import { EmbeddedRunner } from './embedded'
import { RunnerUnavailable } from './runner'

const javascript = (source: string) => ({ language: 'javascript' as const, source, stdin: '', setup: '' })
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('the host that is really used', () => {
  let server: Awaited<ReturnType<typeof startTestRunner>>
  beforeAll(async () => {
    server = await startTestRunner()
  })
  afterAll(() => server.close())
  const run = (source: string) => server.runner.run(javascript(source))

  it('starts with the first program and comes back when it is killed', async () => {
    expect(server.runner.pid).toBeUndefined()
    expect((await run('console.log(1)')).stdout).toBe('1\n')
    const first = server.runner.pid!
    process.kill(first, 'SIGKILL')
    expect((await run('console.log(2)')).stdout).toBe('2\n')
    expect(server.runner.pid).not.toBe(first)
  })

  it('a program that was running when the host was killed is run again', async () => {
    await run('')
    const running = run('const end = Date.now() + 500; while (Date.now() < end); console.log("done")')
    process.kill(server.runner.pid!, 'SIGKILL')
    expect(await running).toMatchObject({ stdout: 'done\n', reason: 'ok' })
  })

  it('offers what it can run, and says so', async () => {
    expect((await server.runner.languages()).map(({ language }) => language)).toContain('python')
    await expect(server.runner.run({ ...javascript(''), language: 'java' })).rejects.toThrow(RunnerUnavailable)
  })

  it('ends with its owner', async () => {
    const other = await startTestRunner()
    await other.runner.run(javascript(''))
    const pid = other.runner.pid!
    await other.close()
    expect(isAlive(pid)).toBe(false)
    await expect(other.runner.run(javascript(''))).rejects.toThrow(RunnerUnavailable)
  })
})

describe('hosts that misbehave', () => {
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
    ['its end', `${ready} process.stdin.once('data', () => process.exit(3))`],
  ])('one that answers with %s is replaced, and after two tries the program has crashed', async (_, source) => {
    const host = await withHost(source)
    expect(await host.run(javascript(''))).toMatchObject({ reason: 'crashed', exitCode: null })
  })

  it('one that hangs is killed, and the program was too slow', async () => {
    const host = await withHost(
      `${ready} process.stdin.once('data', () => process.stdout.write('{"id":1,"phase":"run"}\\n'))`,
    )
    const running = host.run(javascript(''))
    await expect.poll(() => host.pid).toBeDefined()
    const pid = host.pid!
    expect(await running).toMatchObject({ reason: 'timeout', exitCode: null })
    await expect.poll(() => isAlive(pid)).toBe(false)
  })

  it.runIf(process.platform === 'linux')('one stands back with every thread, and with its session', async () => {
    const host = await withHost(`${ready} process.stdin.resume()`)
    await host.health()
    // Not every kernel weighs sessions; one that does must not say nice 0.
    expect(standing(host.pid!)).toMatch(/^threads nice 10(, session nice 5)?$/)
  })

  it('tells while a program waits for something to be loaded, and loads a compiler before it is needed', async () => {
    const answer = JSON.stringify({ ...emptyResult, stdout: '编' })
    const host = await withHost(
      `${ready} process.stdin.on('data', (sent) => {
        if (String(sent).includes('"prepare":"c"')) globalThis.prepared = true
        if (String(sent).includes('"id":1') && globalThis.prepared)
          process.stdout.write('{"id":1,"phase":"compile"}\\n{"id":1,"phase":"run"}\\n{"id":1,"result":${answer}}\\n')
      })`,
    )
    await host.health()
    host.prepare('c')
    host.prepare('python')
    const told: boolean[] = []
    const program = { ...javascript(''), language: 'c' as const }
    expect(await host.run(program, (preparing) => told.push(preparing))).toMatchObject({ stdout: '编' })
    expect([told[0], told.at(-1)]).toEqual([true, false])
  })

  it('answers to programs that nobody sent are ignored', async () => {
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

  it('one that does not come up makes the runner unavailable, not the server', async () => {
    const host = await withHost('process.exit(1)')
    await expect(host.run(javascript(''))).rejects.toThrow(RunnerUnavailable)
    expect(await host.health()).toBe(false)
  })
})
