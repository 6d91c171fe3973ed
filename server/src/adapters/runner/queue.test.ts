import { describe, expect, it } from 'vitest'
import { emptyResult } from '../../runner/empty-result'
import { CodeQueue, QueueFull } from './queue'
import { type CodeRunner, type Program, RunnerBusy, RunnerUnavailable } from './runner'

/** Runner that finishes programs only on a command of the test, and records the order in which they started. */
class HeldRunner implements CodeRunner {
  readonly name = 'held'
  readonly order: string[] = []
  private readonly held: { resolve: () => void; reject: (error: Error) => void }[] = []
  constructor(
    readonly slots: number,
    private readonly usedMs = 1,
    private readonly loads = false,
  ) {}
  async languages() {
    return []
  }
  async run({ source }: Program, onPreparing?: (preparing: boolean) => void) {
    this.order.push(source)
    if (this.loads) onPreparing?.(true)
    await new Promise<void>((resolve, reject) => this.held.push({ resolve, reject }))
    onPreparing?.(false)
    return { ...emptyResult, stdout: source, usedMs: this.usedMs }
  }
  async health() {
    return true
  }
  async close() {}
  finishOne = () => this.held.shift()!.resolve()
  failOne = (error: Error = new RunnerUnavailable(this.name)) => this.held.shift()!.reject(error)
}

const program = (source: string): Program => ({ language: 'python', source, stdin: '', setup: '' })
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('CodeQueue', () => {
  it('schedules accounts round-robin, independent of how many programs each sent', async () => {
    const runner = new HeldRunner(1)
    const queue = new CodeQueue(runner, { perUser: 5, total: 100 })
    const sent = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => queue.run(name.charCodeAt(0), program(name)))
    for (const _ of sent) {
      await settled()
      runner.finishOne()
    }
    await Promise.all(sent)
    expect(runner.order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  })

  it('returns the number of programs ahead of each account', async () => {
    const runner = new HeldRunner(1)
    const queue = new CodeQueue(runner)
    const sent = [1, 2, 3, 2].map((user) => queue.run(user, program('')))
    expect(queue.place(1)).toMatchObject({ running: 1, waiting: 0, ahead: null, preparing: false })
    expect(queue.place(2)).toMatchObject({ running: 0, waiting: 2, ahead: 0, preparing: false })
    expect(queue.place(3)).toMatchObject({ running: 0, waiting: 1, ahead: 1, preparing: false })
    expect(queue.place(4)).toMatchObject({ running: 0, waiting: 0, ahead: null, preparing: false })
    for (const _ of sent) {
      runner.finishOne()
      await settled()
    }
    await Promise.all(sent)
    expect(queue.place(2)).toMatchObject({ running: 0, waiting: 0, ahead: null, preparing: false })
  })

  it('returns phase and position of a named run; a C program can be preparing, a Python program cannot', async () => {
    const runner = new HeldRunner(1)
    const loading: ((preparing: boolean) => void)[] = []
    const run = runner.run.bind(runner)
    runner.run = (asked: Program, onPreparing?: (preparing: boolean) => void) => {
      loading.push(onPreparing!)
      return run(asked)
    }
    const queue = new CodeQueue(runner)
    const phase = (user: number, name: string) => {
      const { phase: now, ahead } = queue.place(user, name)
      return [now, ahead]
    }
    const sent = [
      queue.run(1, { ...program('1'), language: 'c' }, 'first'),
      queue.run(2, program('2'), 'a'),
      queue.run(1, program('3'), 'second'),
      queue.run(2, program('4'), 'b'),
    ]
    expect([phase(1, 'first'), phase(2, 'a'), phase(1, 'second'), phase(2, 'b')]).toEqual([
      ['running', null],
      ['waiting', 0],
      ['waiting', 1],
      ['waiting', 2],
    ])
    loading[0]!(true)
    expect(phase(1, 'first')).toEqual(['preparing', null])
    loading[0]!(false)
    expect(phase(1, 'first')).toEqual(['running', null])
    expect(phase(2, 'first')).toEqual(['unknown', null])
    runner.finishOne()
    await sent[0]
    expect([phase(1, 'first'), phase(2, 'a'), phase(1, 'second')]).toEqual([
      ['unknown', null],
      ['running', null],
      ['waiting', 0],
    ])
    loading[1]!(true)
    expect(phase(2, 'a')).toEqual(['running', null])
    for (let i = 0; i < 3; i++) {
      runner.finishOne()
      await settled()
    }
    await Promise.all(sent)
  })

  it('rejects a third waiting program of one user, and any program when the queue is full', async () => {
    const runner = new HeldRunner(1)
    const queue = new CodeQueue(runner, { perUser: 2, total: 3 })
    const sent = [1, 1, 1].map((user) => queue.run(user, program('')))
    await expect(queue.run(1, program(''))).rejects.toMatchObject({ retryAfter: expect.any(Number) })
    sent.push(queue.run(2, program('')))
    await expect(queue.run(3, program(''))).rejects.toThrow(QueueFull)
    // Grading by the server is not rejected.
    sent.push(queue.patiently(3).run(program('graded')))
    for (const _ of sent) {
      runner.finishOne()
      await settled()
    }
    expect((await Promise.all(sent)).at(-1)!.stdout).toBe('graded')
  })

  it('runs programs in all slots, and starts the next program after one has failed', async () => {
    const runner = new HeldRunner(2)
    const queue = new CodeQueue(runner)
    const [first, second, third] = [1, 2, 3].map((user) => queue.run(user, program(String(user))))
    expect(runner.order).toEqual(['1', '2'])
    runner.failOne()
    await expect(first).rejects.toThrow(RunnerUnavailable)
    await settled()
    expect(runner.order).toEqual(['1', '2', '3'])
    runner.finishOne()
    runner.finishOne()
    expect([(await second)!.stdout, (await third)!.stdout]).toEqual(['2', '3'])
  })

  it('runs one program per account on two slots, so that another account starts at once', async () => {
    const runner = new HeldRunner(2, 5_000)
    const queue = new CodeQueue(runner)
    const sent = ['hog 1', 'hog 2', 'hog 3'].map((source) => queue.run(1, program(source)))
    expect(runner.order).toEqual(['hog 1'])
    sent.push(queue.run(2, program('hello')))
    expect(runner.order).toEqual(['hog 1', 'hello'])
    for (const _ of sent) {
      runner.finishOne()
      await settled()
    }
    await Promise.all(sent)
    expect(runner.order).toEqual(['hog 1', 'hello', 'hog 2', 'hog 3'])
  })

  it('schedules an account that used much CPU time after all others', async () => {
    const runner = new HeldRunner(1, 5_000)
    const queue = new CodeQueue(runner)
    const sent = [queue.run(1, program('hog 1'))]
    runner.finishOne()
    await sent[0]
    sent.push(queue.run(3, program('other')), queue.run(1, program('hog 2')), queue.run(2, program('hello')))
    for (let left = 3; left > 0; left--) {
      runner.finishOne()
      await settled()
    }
    await Promise.all(sent)
    expect(runner.order).toEqual(['hog 1', 'other', 'hello', 'hog 2'])
  })

  it('rejects an account above its CPU budget until it has recovered', async () => {
    let now = 0
    const runner = new HeldRunner(1, 10_000)
    const queue = new CodeQueue(runner, {}, () => now)
    const runOne = async () => {
      const sent = queue.run(1, program('hog'))
      runner.finishOne()
      return sent
    }
    for (let n = 0; n < 3; n++) await runOne()
    await expect(queue.run(1, program('hog'))).rejects.toMatchObject({ reason: 'budget', retryAfter: 1 })
    // Grading for the account and programs of other accounts still run.
    const graded = queue.patiently(1).run(program('graded'))
    runner.finishOne()
    expect((await graded).stdout).toBe('graded')
    await expect(queue.run(1, program('hog'))).rejects.toMatchObject({ reason: 'budget', retryAfter: 20 })
    const other = queue.run(2, program('hello'))
    runner.finishOne()
    expect((await other).stdout).toBe('hello')
    now = 21_000
    expect((await runOne()).stdout).toBe('hog')
  })

  it('rejects a program that waited too long for a slot or its compiler, and does not run it later', async () => {
    const runner = new HeldRunner(1, 1, true)
    const queue = new CodeQueue(runner, { waitMs: 50 })
    const loading = queue.run(1, { ...program('loads'), language: 'c' })
    expect(queue.place(1)).toMatchObject({ running: 1, preparing: true })
    const waiting = queue.run(2, program('waits'))
    await expect(loading).rejects.toMatchObject({ reason: 'compiler', retryAfter: 10 })
    await expect(waiting).rejects.toMatchObject({ reason: 'busy' })
    // The rejected program does not start when the slot becomes free.
    runner.finishOne()
    await settled()
    expect(runner.order).toEqual(['loads'])
    expect(queue.place(2)).toMatchObject({ running: 0, waiting: 0, ahead: null })
  })

  it('a program that waits for its compiler takes no slot from programs of other languages', async () => {
    let isLoaded = false
    let finish = (_: boolean) => {}
    const done = new Promise<boolean>((resolve) => {
      finish = resolve
    })
    const runner = Object.assign(new HeldRunner(1), {
      ready: (language: string) => (language === 'cpp' && !isLoaded ? { done, isFirst: true } : undefined),
    })
    const queue = new CodeQueue(runner)
    const compiled = queue.run(1, { ...program('cpp'), language: 'cpp' }, 'r')
    expect(queue.place(1, 'r')).toMatchObject({ running: 0, waiting: 1, preparing: true, phase: 'preparing' })
    const other = queue.run(2, program('python'))
    expect(runner.order).toEqual(['python'])
    runner.finishOne()
    await other
    isLoaded = true
    finish(true)
    await settled()
    expect(runner.order).toEqual(['python', 'cpp'])
    runner.finishOne()
    await compiled
  })

  it('starts a program as soon as a slot with its compiler is free, even while another slot loads it', async () => {
    let isFree = false
    const runner = Object.assign(new HeldRunner(3), {
      ready: (language: string) =>
        language === 'c' && !isFree ? { done: new Promise<boolean>(() => {}), isFirst: false } : undefined,
    })
    const queue = new CodeQueue(runner)
    const compiled = queue.run(1, { ...program('c'), language: 'c' }, 'r')
    expect(queue.place(1, 'r')).toMatchObject({ running: 0, preparing: false, phase: 'waiting' })
    const other = queue.run(2, program('python'))
    expect(runner.order).toEqual(['python'])
    isFree = true
    runner.finishOne()
    await other
    expect(runner.order).toEqual(['python', 'c'])
    runner.finishOne()
    await compiled
  })

  it('starts a program whose compiler could not be loaded, so that its run reports the error', async () => {
    const runner = Object.assign(new HeldRunner(1), {
      ready: () => ({ done: Promise.resolve(false), isFirst: true }),
    })
    const compiled = new CodeQueue(runner).run(1, { ...program('c'), language: 'c' })
    await settled()
    expect(runner.order).toEqual(['c'])
    runner.failOne()
    await expect(compiled).rejects.toThrow(RunnerUnavailable)
  })

  it('rejects a program with reason compiler if its compiler is not loaded in time', async () => {
    const runner = Object.assign(new HeldRunner(1), {
      ready: () => ({ done: new Promise<boolean>(() => {}), isFirst: true }),
    })
    const queue = new CodeQueue(runner, { waitMs: 20 })
    await expect(queue.run(1, { ...program('c'), language: 'c' })).rejects.toMatchObject({ reason: 'compiler' })
    expect(runner.order).toEqual([])
  })

  it('does not report preparing for a Python program', async () => {
    const runner = new HeldRunner(1, 1, true)
    const queue = new CodeQueue(runner)
    const sent = queue.run(1, program(''))
    expect(queue.place(1)).toMatchObject({ running: 1, preparing: false })
    runner.finishOne()
    await sent
  })

  it('on RunnerBusy, rejects a user program with reason busy and passes the error on to grading', async () => {
    const runner = new HeldRunner(1)
    const queue = new CodeQueue(runner)
    const sent = queue.run(1, program(''))
    runner.failOne(new RunnerBusy())
    await expect(sent).rejects.toMatchObject({ reason: 'busy' })
    await settled()
    const graded = queue.patiently(1).run(program(''))
    runner.failOne(new RunnerBusy())
    await expect(graded).rejects.toThrow(RunnerBusy)
  })
})
