import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setServerTime } from '../../api/clock'
import { type Received, type Reply, startTestServer, type TestServer } from '../../api/test-server'
import { setToken } from '../../state/token'
import { AttemptSync } from './attempt-sync'

// Replaces IndexedDB, which jsdom lacks, by a map that outlives each AttemptSync, as a disk does.
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
  room: object
}
let saves: Saved[]
const syncs: AttemptSync[] = []

function createSync(): AttemptSync {
  const made = new AttemptSync('u1', 'exam-1')
  syncs.push(made)
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
    return { code: 1, data: { now: now(), deadline, state, takenOver, late: 0, refused, ...exam.room } }
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
    room: {},
  }
  saves = []
  setServerTime(Date.now() / 1000)
  setToken('token')
})
afterEach(async () => {
  for (const one of syncs.splice(0)) one.stop()
  await server.close()
  disk.clear()
  device.full = false
  localStorage.clear()
})

it('stores an answer on disk at once and on the server shortly after', async () => {
  const sync = createSync()
  await sync.start()
  expect(sync.current()).toMatchObject({ phase: { name: 'running' }, unsaved: 0 })
  sync.answer(question, yes)
  expect(sync.current()).toMatchObject({ unsaved: 1, given: { [question]: { answer: yes } } })
  expect(disk.get('u1:exam-1:sheet')).toMatchObject({ queue: [{ seq: 1, answer: yes }] })
  await vi.waitFor(() => expect(sync.current().unsaved).toBe(0), wait)
  expect(saves).toMatchObject([{ epoch: 1, steps: [{ seq: 1, question, answer: yes }] }])
})

it("starts an exam and saves answers on the server when the device's storage is full", async () => {
  device.full = true
  const sync = createSync()
  await sync.start()
  expect(sync.current().phase).toMatchObject({ name: 'running' })
  sync.answer(question, yes)
  await vi.waitFor(() => expect(sync.current().unsaved).toBe(0), wait)
  expect(saves).toMatchObject([{ steps: [{ question, answer: yes }] }])
})

it('continues offline and across a reload, and sends the answers when back online', async () => {
  const before = createSync()
  await before.start()
  exam.down = true
  before.answer(question, yes)
  await vi.waitFor(() => expect(before.current().unreachable).toBe(true), wait)
  before.stop()

  const after = createSync()
  expect(await after.resume()).toBe(true)
  expect(after.current()).toMatchObject({ phase: { name: 'running' }, given: { [question]: { answer: yes } } })
  await vi.waitFor(() => expect(after.current().unreachable).toBe(true), wait)
  exam.down = false
  dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(after.current().unsaved).toBe(0), wait)
  expect(saves.at(-1)).toMatchObject({ epoch: 1, steps: [{ seq: 1, answer: yes }] })
})

it('keeps answers after the login session ends and sends them after the next login', async () => {
  const no = { ...yes, value: false }
  // Ignores saves of other tests that arrive late.
  const arrived = () => saves.filter(({ steps }) => steps.some(({ answer }) => (answer as typeof no).value === false))
  const before = createSync()
  await before.start()
  exam.knows = 'another'
  before.answer(question, no)
  await vi.waitFor(() => expect(before.current().unreachable).toBe(true), wait)
  expect(arrived()).toEqual([])
  // Simulates the login page replacing the exam page, which stops the sync.
  before.stop()
  expect(disk.get('u1:exam-1:sheet')).toMatchObject({ queue: [{ answer: no }] })

  setToken('another')
  const after = createSync()
  expect(await after.resume()).toBe(true)
  await vi.waitFor(() => expect(after.current().unsaved).toBe(0), wait)
  expect(arrived().at(-1)).toMatchObject({ epoch: 1, steps: [{ question, answer: no }] })
})

it('after a takeover, this device is read-only without local data, and can take the attempt back', async () => {
  const sync = createSync()
  await sync.start()
  exam.takenOver = true
  sync.answer(question, yes)
  await vi.waitFor(() => expect(sync.current().phase).toEqual({ name: 'lost', to: 'device' }), wait)
  sync.answer(question, null)
  expect(sync.current().given[question]?.answer).toEqual(yes)
  expect(await createSync().resume()).toBe(false)

  exam.takenOver = false
  exam.epoch = 3
  await sync.start(true)
  sync.answer(question, yes)
  await vi.waitFor(() => expect(saves.at(-1)).toMatchObject({ epoch: 3, steps: [{ seq: 1 }] }), wait)
})

it('a second tab continues the attempt and the first one becomes read-only', async () => {
  const first = createSync()
  await first.start()
  first.answer(question, yes)
  const second = createSync()
  await second.resume()
  const key = 'dxx-exam-visit:attempt-1'
  dispatchEvent(new StorageEvent('storage', { key, newValue: localStorage.getItem(key) }))
  // Only the first sync is checked: in this test both receive the event, in a browser only the first tab does.
  expect(first.current().phase).toEqual({ name: 'lost', to: 'tab' })
})

it('submitting returns the receipt and deletes the local data', async () => {
  const sync = createSync()
  await sync.start()
  sync.answer(question, yes)
  await sync.submitNow()
  expect(sync.current().phase).toMatchObject({ name: 'done', attempt: 'attempt-1', receipt: { answered: 1 } })
  expect(saves.at(-1)).toMatchObject({ steps: [{ seq: 1, answer: yes }] })
  await vi.waitFor(() => expect(disk.size).toBe(0), wait)
})

it('submitting offline fails and the exam continues', async () => {
  const sync = createSync()
  await sync.start()
  exam.down = true
  await expect(sync.submitNow()).rejects.toThrow()
  expect(sync.current().phase.name).toBe('running')
})

it('submits automatically at the deadline unless the server extends it', async () => {
  const sync = createSync()
  exam.deadline = now() + 1
  await sync.start()
  exam.deadline = now() + 600
  await vi.waitFor(() => expect(sync.current().paper?.deadline).toBe(exam.deadline), wait)
  expect(sync.current().phase.name).toBe('running')

  exam.deadline = now() - 1
  sync.answer(question, yes)
  await vi.waitFor(() => expect(sync.current().phase.name).toBe('done'), wait)
})

it('ends without a receipt when the server has closed the attempt', async () => {
  const sync = createSync()
  await sync.start()
  exam.state = 'closed'
  sync.answer(question, yes)
  await vi.waitFor(() => expect(sync.current().phase).toMatchObject({ name: 'done', receipt: null }), wait)
})

it('reports a rejected answer, also after a reload, until another answer is accepted', async () => {
  const sync = createSync()
  await sync.start()
  exam.refuses = true
  sync.answer(question, yes)
  await vi.waitFor(() => expect(sync.current()).toMatchObject({ unsaved: 0, refused: [question] }), wait)
  sync.stop()
  const reloaded = createSync()
  await reloaded.resume()
  expect(reloaded.current().refused).toEqual([question])
  exam.refuses = false
  reloaded.answer(question, { type: 'judge', value: false })
  await vi.waitFor(() => expect(reloaded.current()).toMatchObject({ unsaved: 0, refused: [] }), wait)
})

it('a tap right after a save asks the server at once and detects a takeover by another device', async () => {
  const sync = createSync()
  await sync.start()
  sync.answer(question, yes)
  await vi.waitFor(() => expect(sync.current().unsaved).toBe(0), wait)
  exam.takenOver = true
  const touchedAt = Date.now()
  sync.look()
  await vi.waitFor(() => expect(sync.current().phase).toEqual({ name: 'lost', to: 'device' }), wait)
  // Without the check after a touch, the next report after 20 s would detect the takeover.
  expect(Date.now() - touchedAt).toBeLessThan(10_000)
  sync.answer(question, { ...yes, value: false })
  expect(sync.current()).toMatchObject({ given: { [question]: { answer: yes } }, unscored: [] })
})

it('a paused exam saves answers, is not submitted, and continues with the new deadline', async () => {
  const sync = createSync()
  await sync.start()
  exam.room = {
    paused: { since: now(), reason: '停电' },
    messages: [{ id: question, at: now(), body: '请留在座位上' }],
    voided: [question],
  }
  // By this device's clock the deadline passes during the pause.
  exam.deadline = now() + 1
  sync.answer(question, yes)
  await vi.waitFor(() => expect(sync.current().paper?.room?.paused?.reason).toBe('停电'), wait)
  expect(saves).toHaveLength(1)
  await vi.waitFor(() => expect(now()).toBeGreaterThan(exam.deadline + 1), wait)
  expect(sync.current().phase.name).toBe('running')
  exam.room = {}
  exam.deadline = now() + 3600
  sync.look()
  await vi.waitFor(() => expect(sync.current().paper?.room?.paused).toBeNull(), wait)
  expect(sync.current().paper).toMatchObject({ deadline: exam.deadline, room: { messages: [], voided: [] } })
})
