import { connect } from 'node:net'
import { type StudentCallName, studentCalls } from '@dxx/contract/calls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CodeQueue } from '../../../server/src/adapters/runner/queue'
import { Client } from '../../../server/src/testing/client'
import { long, recordMeasurement, sampleOf } from '../../../server/src/testing/measurements'
import { startTestRunner } from '../../../server/src/testing/runner'
import { separateProcesses } from '../../../server/src/testing/separate-process'
import { createFixtureUsers, type FixtureUsers } from '../authorization/fixture'
import { wordsOf } from '../authorization/matrix'
import { readMemoryMb } from '../environment'
import {
  headersOf,
  hostileBodies,
  hostileQueries,
  inputsWithHostileValues,
  otherPaths,
  rawRequests,
  sleepSeconds,
  triedMethods,
  withExtremes,
} from './hostile'

let fixture: FixtureUsers
let servers: Awaited<ReturnType<typeof separateProcesses>>
let runner: Awaited<ReturnType<typeof startTestRunner>>
/** URL of the server under test, which runs in its own process, so that its memory can be measured. */
let base: string
let pid: number
beforeAll(async () => {
  fixture = await createFixtureUsers()
  runner = await startTestRunner()
  fixture.server.env.code = new CodeQueue(runner.runner)
  servers = await separateProcesses(fixture.server)
  const { child, base: address } = await servers.start()
  base = address
  pid = child.pid!
}, 240_000)
afterAll(async () => {
  await servers.remove()
  await runner.close()
  await fixture.close()
})

/** Maximum time for a refusal, also on slow machines; an injected sleep takes longer. */
const patience = (sleepSeconds * 1000) / 5

/** Maximum ratio of memory in the last third of the requests to the middle third: a leak would exceed it. */
const mostGrowth = 1.25

/** Statuses sent by Node itself, before routing. */
const beforeAnyRoute = [400, 414, 431]

interface Bad {
  name: string
  sent: string
  status: number
  text: string
}

/** This call needs a runner, which only the fixture's own server has. */
const runs: StudentCallName = 'POST /v1/runcode'
const names = Object.keys(studentCalls) as StudentCallName[]
/** `npm test` tries every third call. */
const triedNames = names.filter((_, i) => long || i % 3 === 0)
const now = () => fixture.server.clock.now()

/** Valid values for the fields that are not hostile. */
const filling = () => ({
  id: fixture.places.chapter,
  named: wordsOf(fixture.places),
  text: '好的',
  choice: 0,
  full: true,
})

/** Sends requests and collects unexpected responses. */
class Asking {
  asked = 0
  slowest = 0
  readonly bad: Bad[] = []

  private async timed<T>(answer: Promise<T>): Promise<T> {
    this.asked++
    const begin = performance.now()
    return inTime(answer).finally(() => {
      this.slowest = Math.max(this.slowest, performance.now() - begin)
    })
  }

  /** Records the measurement with the slowest response: an injected sleep would exceed the time limit. */
  tell(name: string): void {
    const slowest = (this.slowest / 1000).toFixed(1)
    const values = { requests: this.asked, failed: this.bad.length, 's slowest': slowest }
    recordMeasurement(name, values, { target: `0 failed, all below ${patience / 1000} s`, ok: this.bad.length === 0 })
  }

  async look(name: string, sent: string, answer: Promise<Response>, inEnvelope = true): Promise<void> {
    const { status, text } = await this.timed(
      answer.then(async (response) => ({ status: response.status, text: await response.text() })),
    ).catch((error: Error) => ({ status: 599, text: String(error.cause ?? error) }))
    const broken = inEnvelope && !(isEnvelope(text) || beforeAnyRoute.includes(status))
    if ((status >= 500 && status !== 503) || broken) this.bad.push({ name, sent, status, text: text.slice(0, 200) })
  }

  /** Sends raw bytes. Without a response the connection must be closed. */
  async speak(name: string, sent: string, bytes: string): Promise<void> {
    const text = await this.timed(wire(bytes)).catch(String)
    const status = Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0)
    if ((status >= 500 && status !== 503) || text.startsWith('Error'))
      this.bad.push({ name, sent, status, text: text.slice(0, 200) })
  }
}

/** Returns all entries; in the short form a subset that depends on the name. */
const some = <T>(all: Record<string, T>, name: string, share: number): [string, T][] =>
  Object.entries(all).filter((_, i) => long || (i + name.length) % share === 0)

const pathOf = (name: StudentCallName) => name.split(' ')[1]!.replace(/\{\w+\}/g, '1')

it(`no call fails with a server error for ${sampleOf('hostile inputs')}`, async () => {
  const asking = new Asking()
  const megabytes: number[] = []
  const { db } = fixture.server
  for (const name of triedNames) {
    const at = name === runs ? fixture.server.base : base
    // Creates a session for each call, because some calls end their own session.
    const client = new Client(at, now, (await fixture.server.as(fixture.people.classmate.user)).token)
    await db.deleteFrom('rate_counters').execute()
    const [method = ''] = name.split(' ')
    const where = pathOf(name)
    const inputs = inputsWithHostileValues(name, filling(), long ? 1 : 29)
    for (const input of inputs)
      await asking.look(name, JSON.stringify(input).slice(0, 200), client.fetch(name, input, { blanks: true }))
    for (const [kind, text] of some(method === 'GET' ? hostileQueries : hostileBodies, name, 5))
      await asking.look(
        name,
        kind,
        method === 'GET' ? client.raw(method, `${where}?${text}`, undefined) : client.raw(method, where, text),
      )
    for (const [kind, headers] of some(headersOf, name, 6))
      await asking.look(name, kind, client.raw(method, where, method === 'GET' ? undefined : '{}', { headers }))
    for (const [kind, text] of some(rawRequests, name, 7))
      await asking.speak(name, kind, text.replace('*', `/api${where}`))
    megabytes.push(readMemoryMb(pid))
  }
  const third = Math.floor(megabytes.length / 3)
  const highest = (list: number[]) => Math.max(...list)
  const [middle, end] = [highest(megabytes.slice(third, 2 * third)), highest(megabytes.slice(2 * third))]
  asking.tell('hostile input: calls of the contract')
  recordMeasurement(
    'hostile input: server memory',
    { 'MB at first': megabytes[0]!, 'MB at most in the middle third': middle, 'MB in the last': end },
    { target: `last below ${mostGrowth} of the middle`, ok: end < middle * mostGrowth },
  )
  expect(asking.bad).toEqual([])
  expect(asking.asked).toBeGreaterThan(triedNames.length * 6)
  if (long) expect(end).toBeLessThan(middle * mostGrowth)
  expect((await new Client(base, now).send('GET /v130/gvss', {})).code).toBe(1)
}, 1_800_000)

it(`no integer beyond the range of a column makes one of ${sampleOf('calls')} fail with a server error`, async () => {
  const asking = new Asking()
  for (const name of triedNames) {
    const at = name === runs ? fixture.server.base : base
    await fixture.server.db.deleteFrom('rate_counters').execute()
    for (const choice of long ? [0, 1, 2] : [0])
      for (const input of withExtremes(name, { ...filling(), choice })) {
        const client = new Client(at, now, (await fixture.server.as(fixture.people.classmate.user)).token)
        await asking.look(name, JSON.stringify(input).slice(0, 200), client.fetch(name, input, { blanks: true }))
      }
  }
  asking.tell('hostile input: integers')
  expect(asking.bad).toEqual([])
  expect(asking.asked).toBeGreaterThan(long ? 200 : 20)
}, 600_000)

it(`${sampleOf('paths')} with hostile requests or unsupported methods never fail with a server error`, async () => {
  const asking = new Asking()
  const paths = [...otherPaths, ...names.map((name) => `/api${pathOf(name)}`)].filter((_, i) => long || i % 9 === 0)
  for (const path of paths) {
    for (const method of triedMethods) {
      const body = method === 'GET' || method === 'HEAD' ? undefined : '{"id":1}'
      await asking.look(method, path, fetch(base + path, { method, body }), false)
    }
    for (const [kind, text] of some(rawRequests, path, 5)) await asking.speak(kind, path, text.replace('*', path))
    await asking.speak('TRACE', path, `TRACE ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)
    await asking.speak('CONNECT', path, `CONNECT ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)
    await asking.speak('NONE', path, `NONE ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)
  }
  for (const channel of ['wechat', 'alipay'])
    for (const [kind, body] of Object.entries(hostileBodies))
      for (const headers of [{}, ...Object.values(headersOf), forged])
        await asking.look(
          channel,
          kind,
          fetch(`${base}/api/notify/${channel}`, { method: 'POST', body, headers }),
          false,
        )
  asking.tell('hostile input: other paths and methods, payment notices')
  expect(asking.bad).toEqual([])
}, 600_000)

/** Signature headers of WeChat Pay with invalid values. */
const forged = {
  'wechatpay-timestamp': String(2 ** 40),
  'wechatpay-nonce': 'x',
  'wechatpay-serial': '%00',
  'wechatpay-signature': 'AAAA',
}

it('no hostile upload fails with a server error', async () => {
  const asking = new Asking()
  const client = new Client(base, now, (await fixture.server.as(fixture.people.classmate.user)).token)
  const uploads: Record<string, { body?: string; headers?: Record<string, string> }> = {
    nothing: {},
    empty: { body: '' },
    shorter: { body: 'x' },
    longer: { body: 'x'.repeat(5_000_000) },
    gzip: { body: 'x'.repeat(10), headers: { 'content-encoding': 'gzip' } },
    parts: { body: '--x\r\n\r\nx\r\n--x--', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
    noPicture: { body: '<svg>'.repeat(2) },
  }
  for (const [kind, { body, headers }] of Object.entries(uploads)) {
    const input = { purpose: 'image', name: '../\u202e.png', size: 10 }
    const link = await client.call('GET /v1/zos_generate_object_upload_link', input as never)
    const { id, url } = link as { id: string; url: string }
    const path = new URL(url, base)
    const put = () =>
      fetch(`${base}${path.pathname}${path.search}`, { method: 'PUT', body, headers }).catch((error: Error) => {
        // If the server closes the connection early, a client that is still sending may get an error before it reads
        // the refusal.
        if (kind !== 'longer') throw error
        return new Response(null, { status: 413 })
      })
    await asking.look('PUT', kind, put(), false)
    await asking.look('PUT', `${kind} again`, put(), false)
    await asking.look('POST /v1/upload_complete', kind, client.fetch('POST /v1/upload_complete', { id }))
    await fixture.server.db.deleteFrom('rate_counters').execute()
    const cut = `PUT ${path.pathname} HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nabc`
    await asking.speak('PUT', kind, cut)
  }
  asking.tell('hostile input: uploads')
  expect(asking.bad).toEqual([])
  expect((await fetch(`${base}/healthz`)).status).toBe(200)
}, 600_000)

/** Sends exactly these bytes and returns the response. */
function wire(bytes: string): Promise<string> {
  const { port, hostname } = new URL(base)
  return new Promise((resolve) => {
    let responses = ''
    const socket = connect(Number(port), hostname, () => socket.end(Buffer.from(bytes, 'latin1')))
    socket.on('data', (chunk) => {
      responses += chunk.toString('latin1')
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(responses))
  })
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), patience)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Whether a text is an envelope, or one envelope per line, as in streams. */
function isEnvelope(text: string): boolean {
  try {
    return text
      .trim()
      .split('\n')
      .every((line) => typeof JSON.parse(line).code === 'number')
  } catch {
    return false
  }
}
