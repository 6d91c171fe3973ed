import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { correctClock } from '../../api/clock'
import { type Received, type Reply, startTestServer, type TestServer } from '../../api/test-server'
import { setToken } from '../../state/token'
import { ExamKeeper } from './keeper'

// jsdom has no IndexedDB: what is kept is kept in a map that outlives a keeper, as the disk outlives a page.
const disk = vi.hoisted(() => new Map<string, unknown>())
const device = vi.hoisted(() => ({ full: false }))
vi.mock('idb-keyval', () => ({
  createStore: () => null,
  getMany: async (keys: string[]) => keys.map((key) => structuredClone(disk.get(key))),
  set: async (key: string, value: unknown) => {
    if (device.full) throw new DOMException('full', 'QuotaExceededError')
    disk.set(key, structuredClone(value))
  },
  delMany: async (keys: string[]) => {
    for (const key of keys) disk.delete(key)
  },
}))
vi.setConfig({ testTimeout: 30_000 })

const wait = { timeout: 20_000 }
const question = '11111111-1111-4111-8111-111111111111'
const yes = { type: 'judge' as const, value: true }
const now = () => Math.floor(Date.now() / 1000)

interface Saved {
  epoch: number
  steps: { seq: number; question: string; answer: unknown }[]
}

let server: TestServer
let exam: {
  deadline: number
  state: string
  epoch: number
  takenOver: boolean
  down: boolean
  refuses: boolean
  knows: string
}
let saves: Saved[]
const keepers: ExamKeeper[] = []

function keeper(): ExamKeeper {
  const made = new ExamKeeper('u1', 'exam-1')
  keepers.push(made)
  return made
}

function answer({ path, body, headers }: Received): Reply {
  if (exam.down) return 'drop'
  if (headers['x-dxx-token'] !== exam.knows) return { code: 3, data: { error: 'not-logged-in' } }
  const call = path.split('/').at(-1)
  if (call === 'exam_start') {
    const attempt = { id: 'attempt-1', number: 1, state: 'running', deadline: exam.deadline }
    const paper = { id: question, type: 'judge', score: 1, stem: '', difficulty: 1, tags: [] }
    const order = { seed: 1, shuffle: { questions: false, options: false }, fixed: [] }
    const rest = { answers: [], questions: [paper], graceSeconds: 30, leaves: 0, title: '期中', now: now() }
    return { code: 1, data: { attempt, epoch: exam.epoch, ...order, ...rest } }
  }
  if (call === 'exam_save') {
    const sent = JSON.parse(body) as Saved
    if (sent.steps.length > 0) saves.push(sent)
    const { deadline, state, takenOver } = exam
    const refused = exam.refuses ? sent.steps.map(({ seq }) => seq) : []
    return { code: 1, data: { now: now(), deadline, state, takenOver, late: 0, refused } }
  }
  if (call === 'exam_leave') return { code: 1, data: { leaves: 1 } }
  exam.state = 'submitted'
  const receipt = { attempt: 'attempt-1', exam: '期中', state: 'submitted', submittedAt: now(), answered: 1, count: 1 }
  return { code: 1, data: { ...receipt, hash: 'a'.repeat(64) } }
}

beforeEach(async () => {
  server = await startTestServer()
  server.answer = answer
  exam = {
    deadline: now() + 3600,
    state: 'running',
    epoch: 1,
    takenOver: false,
    down: false,
    refuses: false,
    knows: 'token',
  }
  saves = []
  correctClock(Date.now() / 1000)
  setToken('token')
})
afterEach(async () => {
  for (const one of keepers.splice(0)) one.stop()
  await server.close()
  disk.clear()
  device.full = false
  localStorage.clear()
})

it('an answer is on the disk at once and on the server soon after', async () => {
  const mine = keeper()
  await mine.start()
  expect(mine.current()).toMatchObject({ phase: { name: 'running' }, unsaved: 0 })
  mine.answer(question, yes)
  expect(mine.current()).toMatchObject({ unsaved: 1, given: { [question]: { answer: yes } } })
  expect(disk.get('u1:exam-1:sheet')).toMatchObject({ queue: [{ seq: 1, answer: yes }] })
  await vi.waitFor(() => expect(mine.current().unsaved).toBe(0), wait)
  expect(saves).toMatchObject([{ epoch: 1, steps: [{ seq: 1, question, answer: yes }] }])
})

it('on a device that is full an exam begins and answers reach the server all the same', async () => {
  device.full = true
  const mine = keeper()
  await mine.start()
  expect(mine.current().phase).toMatchObject({ name: 'running' })
  mine.answer(question, yes)
  await vi.waitFor(() => expect(mine.current().unsaved).toBe(0), wait)
  expect(saves).toMatchObject([{ steps: [{ question, answer: yes }] }])
})

it('without a network it goes on, over a reload too, and is sent when the network is back', async () => {
  const before = keeper()
  await before.start()
  exam.down = true
  before.answer(question, yes)
  await vi.waitFor(() => expect(before.current().unreachable).toBe(true), wait)
  before.stop()

  const after = keeper()
  expect(await after.resume()).toBe(true)
  expect(after.current()).toMatchObject({ phase: { name: 'running' }, given: { [question]: { answer: yes } } })
  await vi.waitFor(() => expect(after.current().unreachable).toBe(true), wait)
  exam.down = false
  dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(after.current().unsaved).toBe(0), wait)
  expect(saves.at(-1)).toMatchObject({ epoch: 1, steps: [{ seq: 1, answer: yes }] })
})

it('logged out meanwhile it keeps what was answered, and sends it after the next login', async () => {
  const no = { ...yes, value: false }
  // Another test's last words may still arrive.
  const arrived = () => saves.filter(({ steps }) => steps.some(({ answer }) => (answer as typeof no).value === false))
  const before = keeper()
  await before.start()
  exam.knows = 'another'
  before.answer(question, no)
  await vi.waitFor(() => expect(before.current().unreachable).toBe(true), wait)
  expect(arrived()).toEqual([])
  // The login page takes this one's place.
  before.stop()
  expect(disk.get('u1:exam-1:sheet')).toMatchObject({ queue: [{ answer: no }] })

  setToken('another')
  const after = keeper()
  expect(await after.resume()).toBe(true)
  await vi.waitFor(() => expect(after.current().unsaved).toBe(0), wait)
  expect(arrived().at(-1)).toMatchObject({ epoch: 1, steps: [{ question, answer: no }] })
})

it('taken over by another device it turns read-only and forgets, and comes back when asked to', async () => {
  const mine = keeper()
  await mine.start()
  exam.takenOver = true
  mine.answer(question, yes)
  await vi.waitFor(() => expect(mine.current().phase).toEqual({ name: 'lost', to: 'device' }), wait)
  mine.answer(question, null)
  expect(mine.current().given[question]?.answer).toEqual(yes)
  expect(await keeper().resume()).toBe(false)

  exam.takenOver = false
  exam.epoch = 3
  await mine.start(true)
  mine.answer(question, yes)
  await vi.waitFor(() => expect(saves.at(-1)).toMatchObject({ epoch: 3, steps: [{ seq: 1 }] }), wait)
})

it('a second tab goes on and the first one is told', async () => {
  const first = keeper()
  await first.start()
  first.answer(question, yes)
  const second = keeper()
  await second.resume()
  const key = 'dxx-exam-visit:attempt-1'
  dispatchEvent(new StorageEvent('storage', { key, newValue: localStorage.getItem(key) }))
  // Both live in one window here, so each hears of the other; in a browser only the first one does.
  expect(first.current().phase).toEqual({ name: 'lost', to: 'tab' })
})

it('handed in: the receipt comes, and nothing stays on the disk', async () => {
  const mine = keeper()
  await mine.start()
  mine.answer(question, yes)
  await mine.handIn()
  expect(mine.current().phase).toMatchObject({ name: 'done', attempt: 'attempt-1', receipt: { answered: 1 } })
  expect(saves.at(-1)).toMatchObject({ steps: [{ seq: 1, answer: yes }] })
  await vi.waitFor(() => expect(disk.size).toBe(0), wait)
})

it('handing in without a network fails, and the exam goes on', async () => {
  const mine = keeper()
  await mine.start()
  exam.down = true
  await expect(mine.handIn()).rejects.toThrow()
  expect(mine.current().phase.name).toBe('running')
})

it('at the deadline it is handed in by itself, unless the server gives more time', async () => {
  const mine = keeper()
  exam.deadline = now() + 1
  await mine.start()
  exam.deadline = now() + 600
  await vi.waitFor(() => expect(mine.current().paper?.deadline).toBe(exam.deadline), wait)
  expect(mine.current().phase.name).toBe('running')

  exam.deadline = now() - 1
  mine.answer(question, yes)
  await vi.waitFor(() => expect(mine.current().phase.name).toBe('done'), wait)
})

it('closed by the server meanwhile, it leads to the result', async () => {
  const mine = keeper()
  await mine.start()
  exam.state = 'closed'
  mine.answer(question, yes)
  await vi.waitFor(() => expect(mine.current().phase).toMatchObject({ name: 'done', receipt: null }), wait)
})

it('an answer that the server does not take is told, also after a reload, until another one is taken', async () => {
  const mine = keeper()
  await mine.start()
  exam.refuses = true
  mine.answer(question, yes)
  await vi.waitFor(() => expect(mine.current()).toMatchObject({ unsaved: 0, refused: [question] }), wait)
  mine.stop()
  const reloaded = keeper()
  await reloaded.resume()
  expect(reloaded.current().refused).toEqual([question])
  exam.refuses = false
  reloaded.answer(question, { type: 'judge', value: false })
  await vi.waitFor(() => expect(reloaded.current()).toMatchObject({ unsaved: 0, refused: [] }), wait)
})
