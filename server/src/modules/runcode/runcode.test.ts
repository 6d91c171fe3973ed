import { randomUUID } from 'node:crypto'
import type { CodeLanguage, RunResult } from '@dxx/contract/calls/runcode'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CodeQueue } from '../../adapters/runner/queue'
import { type CodeRunner, RunnerUnavailable } from '../../adapters/runner/runner'
import { innocents } from '../../runner/attacks/innocents'
import { attackSuites } from '../../runner/attacks/suites'
import { emptyResult } from '../../runner/empty-result'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import type { Client } from '../../testing/client'
import { sharedTestRunner } from '../../testing/runner'
import { codeAccountData } from './public'
import { history } from './rules'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

describe('POST /v1/runcode', () => {
  let host: Awaited<ReturnType<typeof sharedTestRunner>>
  beforeAll(async () => {
    host = await sharedTestRunner()
    server.env.code = new CodeQueue(host.runner)
  })

  it("runcode requires a login and returns the program's output", async () => {
    const program = { language: 'python' as const, source: 'print("你好，" + input())', stdin: '小明' }
    expect(await server.guest.send('POST /v1/runcode', program)).toMatchObject({ code: 3 })
    const student = await server.as()
    expect(await student.call('POST /v1/runcode', program)).toMatchObject({
      stdout: '你好，小明\n',
      exitCode: 0,
      reason: 'ok',
      tables: [],
    })
    const sql = {
      language: 'sql' as const,
      source: 'select * from t',
      setup: "create table t as select '甲' as 名, null as 空",
    }
    expect((await student.call('POST /v1/runcode', sql)).tables).toEqual([
      { columns: ['名', '空'], rows: [['甲', null]], cut: false },
    ])
  })

  it('runcode returns at most 1 MiB, whatever the program prints', async () => {
    const student = await server.as()
    const invisible = "replace(hex(zeroblob(500)), '0', char(11))"
    const sql = {
      language: 'sql' as const,
      source: `with recursive n(i) as (select 1 union all select i + 1 from n limit 500) select ${invisible}, ${invisible} as b from n`,
    }
    const python = { language: 'python' as const, source: 'while True: print("\\x01" * 1000, end="")' }
    for (const program of [sql, python]) {
      const answer = await student.send('POST /v1/runcode', program)
      expect(answer).toMatchObject({ code: 1, data: { reason: 'output-cut' } })
      expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThanOrEqual(1024 * 1024)
    }
    expect(await student.call('POST /v1/runcode', { language: 'sql', source: 'select 1' })).toMatchObject({
      reason: 'ok',
    })
  })

  it("after hostile programs of one account, another account's programs run correctly in all languages", async () => {
    // A busy machine may refuse a program with 429; then the test sends it again.
    const run = async (
      client: Client,
      program: { language: CodeLanguage; source: string; stdin: string; setup?: string },
    ) => {
      for (;;) {
        const answer = await client.send('POST /v1/runcode', program)
        if (answer.code !== 429) return answer
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
    }
    const { pid } = host.runner
    const innocent = await server.as()
    for (const [language, attacks] of Object.entries(attackSuites)) {
      // Attacks that once succeeded, and one attack that ends without being stopped.
      const chosen = attacks.filter(({ slow, always }, index) => always || (!slow && index === 1))
      for (const { title, source, stdin = '', setup = '' } of chosen) {
        const hostile = await server.as()
        const answer = await run(hostile, { language: language as CodeLanguage, source, stdin, setup })
        expect(answer, title).toMatchObject({ code: 1 })
        expect(JSON.stringify(answer), title).not.toMatch(/ESCAPED|"crashed"/)
      }
      for (const [name, { source, stdin = '', stdout }] of Object.entries(innocents)) {
        const { data } = await run(innocent, { language: name as CodeLanguage, source, stdin })
        expect([language, name, data.reason, data.stdout, data.stderr]).toEqual([language, name, 'ok', stdout, ''])
      }
    }
    expect(host.runner.pid).toBe(pid)
  }, 400_000)

  it.each([
    ['an unknown language', { language: 'cobol', source: '' }],
    ['a language that is not offered here', { language: 'java', source: '' }],
    ['too much code', { language: 'python', source: 'x'.repeat(65_537) }],
    ['a NUL', { language: 'python', source: 'print("\0")' }],
    ['too much input', { language: 'python', source: '', stdin: 'x'.repeat(65_537) }],
    ['no code', { language: 'python' }],
    ['other types', { language: ['python'], source: {} }],
  ])('runcode rejects %s', async (_, program) => {
    const student = await server.as()
    expect(await student.send('POST /v1/runcode', program)).toMatchObject({ code: 0, data: { error: 'invalid-input' } })
  })

  it('runcode_languages lists the languages for all users', async () => {
    const languages = await server.guest.call('GET /v1/runcode_languages', {})
    expect(languages).toContainEqual(expect.objectContaining({ language: 'python', name: 'Python', version: '3.12' }))
    // The notes of a language name its known restrictions.
    const notes = Object.fromEntries(languages.map(({ language, note }) => [language, note]))
    expect(notes.cpp).toContain('一个线程')
    expect(notes.typescript).toContain('不检查类型')
  })
})

describe('GET /v1/runcode_queue', () => {
  let release: (() => void)[] = []
  let failing = false
  const runner: CodeRunner = {
    name: 'held',
    slots: 1,
    languages: async () => [
      { language: 'python', name: 'Python', version: '3', note: '' },
      { language: 'c', name: 'C', version: '17', note: '' },
    ],
    run: async (_, onPreparing): Promise<RunResult> => {
      onPreparing?.(true)
      if (failing) throw new RunnerUnavailable('held')
      await new Promise<void>((resolve) => release.push(resolve))
      return emptyResult
    },
    health: async () => true,
    close: async () => {},
  }
  beforeAll(() => {
    server.env.code = new CodeQueue(runner)
  })
  afterEach(() => {
    release = []
    failing = false
  })
  const program = { language: 'python' as const, source: '' }

  it("runcode_queue returns the user's position; too many programs of a user get 429 with retryAfter", async () => {
    const [me, other] = [await server.as(), await server.as()]
    const place = (client: typeof me) => client.call('GET /v1/runcode_queue', {})
    const sent = [me.call('POST /v1/runcode', program)]
    await expect.poll(() => place(me)).toMatchObject({ running: 1, waiting: 0, ahead: null, preparing: false })
    sent.push(other.call('POST /v1/runcode', program))
    await expect.poll(() => place(other)).toMatchObject({ running: 0, waiting: 1, ahead: 0, preparing: false })
    sent.push(me.call('POST /v1/runcode', program), me.call('POST /v1/runcode', program))
    await expect.poll(() => place(me)).toMatchObject({ running: 1, waiting: 2, ahead: 1, preparing: false })
    const refused = await me.send('POST /v1/runcode', program)
    const { retryAfter } = refused.data
    expect(refused).toMatchObject({ code: 429, msg: `你还有几个程序没有运行完，请 ${retryAfter} 秒后再试` })
    for (const _ of sent) {
      await expect.poll(() => release.length).toBeGreaterThan(0)
      release.shift()!()
    }
    await Promise.all(sent)
    expect(await place(me)).toMatchObject({ running: 0, waiting: 0, ahead: null, preparing: false })
  })

  it('runcode_queue returns the state of a run only to the account that sent it', async () => {
    const [me, other] = [await server.as(), await server.as()]
    const [first, second] = [randomUUID(), randomUUID()]
    const phase = async (client: typeof me, run: string) => {
      const { phase: now, ahead } = await client.call('GET /v1/runcode_queue', { run })
      return [now, ahead]
    }
    const sent = [me.call('POST /v1/runcode', { language: 'c', source: '', run: first })]
    await expect.poll(() => phase(me, first)).toEqual(['preparing', null])
    sent.push(me.call('POST /v1/runcode', { ...program, run: second }))
    await expect.poll(() => phase(me, second)).toEqual(['waiting', 0])
    expect(await phase(other, first)).toEqual(['unknown', null])
    release.shift()!()
    await expect.poll(() => phase(me, second)).toEqual(['running', null])
    release.shift()!()
    await Promise.all(sent)
    expect(await phase(me, second)).toEqual(['unknown', null])
    expect(await me.send('GET /v1/runcode_queue', { run: 'x' })).toMatchObject({ code: 0, msg: '运行编号无效' })
  })

  it('runcode returns 429 with retryAfter for a program that cannot start in time', async () => {
    server.env.code = new CodeQueue(runner, { waitMs: 100 })
    const [hog, student] = [await server.as(), await server.as()]
    const first = hog.send('POST /v1/runcode', program)
    await expect.poll(() => release.length).toBe(1)
    // The runner is still loading, so the first program is rejected too.
    expect(await student.send('POST /v1/runcode', program)).toMatchObject({
      code: 429,
      msg: expect.stringMatching(/^服务繁忙，现在运行程序的人太多了，请 \d+ 秒后再试$/),
      data: { retryAfter: expect.any(Number) },
    })
    expect(await first).toMatchObject({ code: 429 })
    release.shift()!()
  })

  it('runcode returns a Chinese message when the runner is down', async () => {
    failing = true
    const student = await server.as()
    expect(await student.send('POST /v1/runcode', program)).toMatchObject({
      code: 0,
      msg: '运行服务正在恢复，请稍等几秒再试',
      data: { error: 'overloaded' },
    })
  })
})

describe('code drafts', () => {
  afterEach(() => server.clock.set(testStart))
  const save = async (client: Awaited<ReturnType<typeof server.as>>, source: string, cell = 'book:1/cell-1') =>
    client.call('POST /v1/runcode_draft', { cell, language: 'python', source })

  it('code drafts are stored per user and cell', async () => {
    const [me, other] = [await server.as(), await server.as()]
    const cell = 'book:1/cell-1'
    expect(await me.call('GET /v1/runcode_draft', { cell })).toBeNull()
    await save(me, 'print("我的")')
    expect(await me.call('GET /v1/runcode_draft', { cell })).toEqual({
      language: 'python',
      source: 'print("我的")',
      updatedAt: testStart,
    })
    expect(await me.call('GET /v1/runcode_draft', { cell: 'book:1/cell-2' })).toBeNull()
    expect(await other.call('GET /v1/runcode_draft', { cell })).toBeNull()
    expect(await server.guest.send('GET /v1/runcode_draft', { cell })).toMatchObject({ code: 3 })
  })

  it('runcode_history has one step per 30 seconds of typing, the newest 50, without repeats', async () => {
    const me = await server.as()
    const sources = async () =>
      (await me.call('GET /v1/runcode_history', { cell: 'book:1/cell-1' })).map(({ source }) => source)
    await save(me, 'a')
    await save(me, 'ab')
    await save(me, 'ab')
    expect(await sources()).toEqual(['ab'])
    server.clock.advance(history.stepSeconds)
    await save(me, 'ab')
    expect(await sources()).toEqual(['ab'])
    await save(me, 'abc')
    expect(await sources()).toEqual(['abc', 'ab'])
    for (let n = 0; n < 55; n++) {
      server.clock.advance(history.stepSeconds)
      await save(me, `v${n}`)
    }
    expect(await sources()).toEqual(Array.from({ length: 50 }, (_, n) => `v${54 - n}`))
  })

  it('after concurrent saves of one cell the newest history step equals the draft', async () => {
    const me = await server.as()
    server.clock.advance(1)
    await Promise.all(Array.from({ length: 8 }, (_, n) => save(me, `tab ${n}`, 'tabs')))
    const draft = await me.call('GET /v1/runcode_draft', { cell: 'tabs' })
    const steps = await me.call('GET /v1/runcode_history', { cell: 'tabs' })
    expect(steps.map(({ source }) => source)).toEqual([draft!.source])
  })

  it.each(['', '../x y', 'x'.repeat(201), '中文', 'a\0b'])('runcode_draft rejects the cell name %j', async (cell) => {
    const me = await server.as()
    expect(await me.send('POST /v1/runcode_draft', { cell, language: 'python', source: '' })).toMatchObject({
      data: { error: 'invalid-input' },
    })
  })

  it('code drafts are exported and erased with the account', async () => {
    const user = await server.createUser()
    const me = await server.as(user)
    await save(me, '导出我')
    expect(await codeAccountData.exportData!(server.db, user.id)).toEqual([
      { cell: 'book:1/cell-1', language: 'python', source: '导出我', updatedAt: testStart },
    ])
    await codeAccountData.erase!(server.db, user.id, testStart)
    expect(await codeAccountData.exportData!(server.db, user.id)).toEqual([])
    expect(await me.call('GET /v1/runcode_history', { cell: 'book:1/cell-1' })).toEqual([])
  })
})
