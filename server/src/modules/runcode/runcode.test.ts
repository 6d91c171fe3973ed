import type { RunResult } from '@dxx/contract/calls/runcode'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type CodeRunner, RunnerUnavailable } from '../../adapters/runner/runner'
import { emptyResult } from '../../runner/empty-result'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import { startTestRunner } from '../../testing/runner'
import { codePart } from './public'
import { CodeQueue } from './queue'
import { history } from './rules'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

describe('running programs', () => {
  let host: Awaited<ReturnType<typeof startTestRunner>>
  beforeAll(async () => {
    host = await startTestRunner()
    server.env.code = new CodeQueue(host.runner)
  })
  afterAll(() => host.close())

  it('needs a login, and answers what the program printed', async () => {
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

  it.each([
    ['an unknown language', { language: 'cobol', source: '' }],
    ['a language that is not offered here', { language: 'java', source: '' }],
    ['too much code', { language: 'python', source: 'x'.repeat(65_537) }],
    ['a NUL', { language: 'python', source: 'print("\0")' }],
    ['too much input', { language: 'python', source: '', stdin: 'x'.repeat(65_537) }],
    ['no code', { language: 'python' }],
    ['other types', { language: ['python'], source: {} }],
  ])('refuses %s', async (_, program) => {
    const student = await server.as()
    expect(await student.send('POST /v1/runcode', program)).toMatchObject({ code: 0, data: { error: 'invalid-input' } })
  })

  it('lists its languages to everybody', async () => {
    const languages = await server.guest.call('GET /v1/runcode_languages', {})
    expect(languages).toContainEqual({ language: 'python', name: 'Python', version: '3.12', note: '' })
    // What students would stumble over is said beforehand.
    const notes = Object.fromEntries(languages.map(({ language, note }) => [language, note]))
    expect(notes.cpp).toContain('异常')
    expect(notes.typescript).toContain('不检查类型')
  })
})

describe('the queue', () => {
  let release: (() => void)[] = []
  let failing = false
  const runner: CodeRunner = {
    name: 'held',
    slots: 1,
    languages: async () => [{ language: 'python', name: 'Python', version: '3', note: '' }],
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

  it('shows my place and says 429 with retryAfter when I have too many in it', async () => {
    const [me, other] = [await server.as(), await server.as()]
    const place = (client: typeof me) => client.call('GET /v1/runcode_queue', {})
    const sent = [me.call('POST /v1/runcode', program)]
    await expect.poll(() => place(me)).toEqual({ running: 1, waiting: 0, ahead: null, preparing: true })
    sent.push(other.call('POST /v1/runcode', program))
    await expect.poll(() => place(other)).toEqual({ running: 0, waiting: 1, ahead: 0, preparing: false })
    sent.push(me.call('POST /v1/runcode', program), me.call('POST /v1/runcode', program))
    await expect.poll(() => place(me)).toEqual({ running: 1, waiting: 2, ahead: 1, preparing: true })
    const refused = await me.send('POST /v1/runcode', program)
    expect(refused).toMatchObject({
      code: 429,
      msg: expect.stringMatching(/^你还有几个程序没有运行完，请 \d+ 秒后再试$/),
    })
    expect(refused.data.retryAfter).toBeGreaterThan(0)
    for (const _ of sent) {
      await expect.poll(() => release.length).toBeGreaterThan(0)
      release.shift()!()
    }
    await Promise.all(sent)
    expect(await place(me)).toEqual({ running: 0, waiting: 0, ahead: null, preparing: false })
  })

  it('a runner that is down is a plain message', async () => {
    failing = true
    const student = await server.as()
    expect(await student.send('POST /v1/runcode', program)).toMatchObject({
      code: 0,
      msg: '运行服务正在恢复，请稍等几秒再试',
      data: { error: 'overloaded' },
    })
  })
})

describe('what was typed', () => {
  afterEach(() => server.clock.set(testStart))
  const save = async (client: Awaited<ReturnType<typeof server.as>>, source: string, cell = 'book:1/cell-1') =>
    client.call('POST /v1/runcode_draft', { cell, language: 'python', source })

  it('is kept per user and cell', async () => {
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

  it('has a history: one step per burst of typing, the newest 50, repeats add nothing', async () => {
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

  it('two tabs saving at once lose nothing', async () => {
    const me = await server.as()
    server.clock.advance(1)
    await Promise.all(Array.from({ length: 8 }, (_, n) => save(me, `tab ${n}`, 'tabs')))
    const draft = await me.call('GET /v1/runcode_draft', { cell: 'tabs' })
    const steps = await me.call('GET /v1/runcode_history', { cell: 'tabs' })
    expect(steps.map(({ source }) => source)).toEqual([draft!.source])
  })

  it.each(['', '../x y', 'x'.repeat(201), '中文', 'a\0b'])('refuses the cell %j', async (cell) => {
    const me = await server.as()
    expect(await me.send('POST /v1/runcode_draft', { cell, language: 'python', source: '' })).toMatchObject({
      data: { error: 'invalid-input' },
    })
  })

  it('goes out with an export and is gone after erasure', async () => {
    const user = await server.createUser()
    const me = await server.as(user)
    await save(me, '导出我')
    expect(await codePart.exportData!(server.db, user.id)).toEqual([
      { cell: 'book:1/cell-1', language: 'python', source: '导出我', updatedAt: testStart },
    ])
    await codePart.erase!(server.db, user.id, testStart)
    expect(await codePart.exportData!(server.db, user.id)).toEqual([])
    expect(await me.call('GET /v1/runcode_history', { cell: 'book:1/cell-1' })).toEqual([])
  })
})
