import { describe, expect, it } from 'vitest'
import { type CodeRunner, type Program, RunnerUnavailable } from '../../adapters/runner/runner'
import { emptyResult } from '../../runner/empty-result'
import { CodeQueue, QueueFull } from './queue'

/** Runs nothing until told, and remembers in which order it was asked. */
class HeldRunner implements CodeRunner {
  readonly name = 'held'
  readonly order: string[] = []
  private readonly held: { resolve: () => void; reject: (error: Error) => void }[] = []
  constructor(readonly slots: number) {}
  async languages() {
    return []
  }
  async run({ source }: Program) {
    this.order.push(source)
    await new Promise<void>((resolve, reject) => this.held.push({ resolve, reject }))
    return { ...emptyResult, stdout: source }
  }
  async health() {
    return true
  }
  async close() {}
  finishOne = () => this.held.shift()!.resolve()
  failOne = () => this.held.shift()!.reject(new RunnerUnavailable(this.name))
}

const program = (source: string): Program => ({ language: 'python', source, stdin: '', setup: '' })
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('the queue of programs', () => {
  it('gives each user a turn, whoever sent more', async () => {
    const runner = new HeldRunner(1)
    const queue = new CodeQueue(runner, { perUser: 5, total: 100 })
    const sent = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => queue.run(name.charCodeAt(0), program(name)))
    for (const _ of sent) {
      await settled()
      runner.finishOne()
    }
    await Promise.all(sent)
    expect(runner.order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
  })

  it('tells everybody how many are before them', async () => {
    const runner = new HeldRunner(1)
    const queue = new CodeQueue(runner)
    const sent = [1, 2, 3, 2].map((user) => queue.run(user, program('')))
    expect(queue.place(1)).toEqual({ running: 1, waiting: 0, ahead: null, preparing: false })
    expect(queue.place(2)).toEqual({ running: 0, waiting: 2, ahead: 0, preparing: false })
    expect(queue.place(3)).toEqual({ running: 0, waiting: 1, ahead: 1, preparing: false })
    expect(queue.place(4)).toEqual({ running: 0, waiting: 0, ahead: null, preparing: false })
    for (const _ of sent) {
      runner.finishOne()
      await settled()
    }
    await Promise.all(sent)
    expect(queue.place(2)).toEqual({ running: 0, waiting: 0, ahead: null, preparing: false })
  })

  it('refuses a third waiting program of one user, and any when all places are taken', async () => {
    const runner = new HeldRunner(1)
    const queue = new CodeQueue(runner, { perUser: 2, total: 3 })
    const sent = [1, 1, 1].map((user) => queue.run(user, program('')))
    await expect(queue.run(1, program(''))).rejects.toMatchObject({ retryAfter: expect.any(Number) })
    sent.push(queue.run(2, program('')))
    await expect(queue.run(3, program(''))).rejects.toThrow(QueueFull)
    // What the server does by itself is not refused.
    sent.push(queue.patiently(3).run(program('graded')))
    for (const _ of sent) {
      runner.finishOne()
      await settled()
    }
    expect((await Promise.all(sent)).at(-1)!.stdout).toBe('graded')
  })

  it('fills all slots, and goes on after a failure', async () => {
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
})
