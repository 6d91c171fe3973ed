import { ResponseCode } from '@dxx/contract/envelope'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, networkError } from '../../../api/error'
import type { callStaff } from '../../api/client'
import { GradingOutbox } from './grading-outbox'
import { hasPending } from './outbox-store'

type Sent = { name: string; keys: string[] }

/** Stores each key once. `fail` can return an error for a whole call, `refuse` has messages for refused keys. */
function fakeServer() {
  const stored = new Set<string>()
  const sent: Sent[] = []
  const server = {
    stored,
    sent,
    fail: (_name: string, _keys: string[]): ApiError | undefined => undefined,
    refuse: new Map<string, string>(),
    call: (async (name: string, input: { key?: string; grades?: { key: string; answers: string[] }[] }) => {
      const keys = input.grades?.map(({ key }) => key) ?? [input.key!]
      sent.push({ name, keys })
      const error = server.fail(name, keys)
      if (error) throw error
      if (name.endsWith('undo')) {
        if (!stored.delete(keys[0]!)) throw new ApiError('grade-not-found', ResponseCode.business, '没有', {}, 200)
        return { answers: [] }
      }
      const refused = keys
        .filter((key) => server.refuse.has(key))
        .map((key) => ({ key, answer: `answer ${key}`, reason: 'claimed', msg: server.refuse.get(key)! }))
      for (const key of keys) if (!server.refuse.has(key)) stored.add(key)
      return { saved: [], refused }
    }) as unknown as typeof callStaff,
  }
  return server
}

const save = (key: string, question = 'q') => ({
  key,
  exam: 'e',
  question,
  part: null,
  answers: [`answer ${key}`],
  score: 2,
  points: [],
  comment: `评语 ${key}`,
  again: false,
})

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

const settle = () => vi.advanceTimersByTimeAsync(0)

describe('GradingOutbox', () => {
  it('sends scores in order, the scores of one question in one call, and removes them once they are stored', async () => {
    const server = fakeServer()
    const outbox = new GradingOutbox('u', server.call)
    for (const one of [save('1'), save('2'), save('3', 'other')]) outbox.save(one)
    expect([outbox.current().waiting, hasPending('u'), server.sent]).toEqual([3, true, []])
    outbox.start()
    await settle()
    expect(server.sent.map(({ keys }) => keys)).toEqual([['1', '2'], ['3']])
    expect([outbox.current().waiting, hasPending('u')]).toEqual([0, false])
  })

  it('scores survive a lost connection and a reload, and each is stored on the server once', async () => {
    const server = fakeServer()
    server.fail = () => networkError()
    const first = new GradingOutbox('u', server.call)
    first.start()
    first.save(save('1'))
    first.save(save('2'))
    await settle()
    expect(first.current()).toMatchObject({ waiting: 2, trouble: expect.stringContaining('') })
    first.stop()
    const second = new GradingOutbox('u', server.call)
    expect([...second.pendingAnswers()]).toEqual(['answer 1', 'answer 2'])
    second.start()
    await settle()
    server.fail = () => undefined
    await vi.advanceTimersByTimeAsync(20_000)
    expect([[...server.stored], second.current().waiting, hasPending('u')]).toEqual([['1', '2'], 0, false])
  })

  it('does not send scores of another grader', async () => {
    const server = fakeServer()
    new GradingOutbox('u', server.call).save(save('1'))
    const other = new GradingOutbox('v', server.call)
    other.start()
    await settle()
    expect([other.current().waiting, server.sent]).toEqual([0, []])
  })

  it('undo removes a score that was not sent, and undoes a sent score on the server', async () => {
    const server = fakeServer()
    const outbox = new GradingOutbox('u', server.call)
    outbox.save(save('1'))
    outbox.undo('e', '1')
    outbox.start()
    await settle()
    expect(server.sent).toEqual([])
    outbox.save(save('2'))
    await settle()
    outbox.undo('e', '2')
    await settle()
    expect([server.sent.map(({ name }) => name.split('_').at(-1)), server.stored.size]).toEqual([['save', 'undo'], 0])
  })

  it('undo also removes a score that the server stored although its response was lost', async () => {
    const server = fakeServer()
    const outbox = new GradingOutbox('u', server.call)
    outbox.start()
    server.fail = (_, keys) => {
      for (const key of keys) server.stored.add(key)
      return networkError()
    }
    outbox.save(save('1'))
    await settle()
    outbox.undo('e', '1')
    server.fail = () => undefined
    await vi.advanceTimersByTimeAsync(20_000)
    expect([server.stored.size, outbox.current().waiting, hasPending('u')]).toEqual([0, 0, false])
  })

  it('refused scores stay with reason and comment, also after a reload, and the other scores are stored', async () => {
    const server = fakeServer()
    server.refuse.set('2', '正由另一位老师批阅')
    const outbox = new GradingOutbox('u', server.call)
    for (const key of ['1', '2', '3']) outbox.save(save(key))
    outbox.start()
    await settle()
    expect([...server.stored]).toEqual(['1', '3'])
    const refused = [{ key: '2', answer: 'answer 2', msg: '正由另一位老师批阅', comment: '评语 2', score: 2 }]
    expect(outbox.current().refused).toMatchObject(refused)
    const again = new GradingOutbox('u', server.call)
    expect(again.current().refused).toMatchObject(refused)
    again.dismiss('2', 'answer 2')
    expect(new GradingOutbox('u', server.call).current().refused).toEqual([])
  })

  it('stores the other scores of a batch if the server rejects the batch because of one score', async () => {
    const server = fakeServer()
    server.fail = (_, keys) =>
      keys.includes('2') ? new ApiError('grade-refused', ResponseCode.business, '评分要点已经改了', {}, 200) : undefined
    const outbox = new GradingOutbox('u', server.call)
    for (const key of ['1', '2', '3']) outbox.save(save(key))
    outbox.start()
    await settle()
    expect([...server.stored]).toEqual(['1', '3'])
    expect(outbox.current().refused).toMatchObject([{ key: '2', msg: '评分要点已经改了' }])
  })

  it('does not send a score that another tab has undone', async () => {
    const server = fakeServer()
    const first = new GradingOutbox('u', server.call)
    first.save(save('1'))
    first.save(save('2'))
    const second = new GradingOutbox('u', server.call)
    first.undo('e', '1')
    second.start()
    await settle()
    expect([...server.stored]).toEqual(['2'])
    expect([second.current().waiting, hasPending('u')]).toEqual([0, false])
  })

  it('undoes a score on the server that another tab has sent', async () => {
    const server = fakeServer()
    const first = new GradingOutbox('u', server.call)
    first.save(save('1'))
    const second = new GradingOutbox('u', server.call)
    second.start()
    await settle()
    first.undo('e', '1')
    first.start()
    await settle()
    expect([server.stored.size, first.current().waiting, hasPending('u')]).toEqual([0, 0, false])
  })

  it('counts pending scores of another tab, and scores that the device cannot store', () => {
    const server = fakeServer()
    const first = new GradingOutbox('u', server.call)
    const second = new GradingOutbox('u', () => new Promise(() => {}))
    first.start()
    second.save(save('1'))
    dispatchEvent(new StorageEvent('storage', { key: Object.keys(localStorage)[0] }))
    expect(first.current()).toMatchObject({ waiting: 1, unstored: 0 })
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('full')
    })
    second.save(save('2'))
    expect(second.current()).toMatchObject({ waiting: 2, unstored: 1 })
    first.stop()
    vi.restoreAllMocks()
  })

  it('sends at most 400 answers in one call', async () => {
    const server = fakeServer()
    const outbox = new GradingOutbox('u', server.call)
    const many = (key: string) => ({ ...save(key), answers: Array.from({ length: 200 }, (_, i) => `${key} ${i}`) })
    for (const key of ['1', '2', '3']) outbox.save(many(key))
    outbox.start()
    await settle()
    expect(server.sent.map(({ keys }) => keys)).toEqual([['1', '2'], ['3']])
  })

  it('keeps a score pending if the session has ended', async () => {
    const server = fakeServer()
    server.fail = () => new ApiError('login-required', ResponseCode.login, '请登录', {}, 200)
    const outbox = new GradingOutbox('u', server.call)
    outbox.start()
    outbox.save(save('1'))
    await settle()
    expect(outbox.current()).toMatchObject({ waiting: 1, refused: [], trouble: '请登录' })
  })
})
