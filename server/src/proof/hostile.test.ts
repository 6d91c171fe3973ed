import { connect } from 'node:net'
import { allCalls, type Name } from '@dxx/contract/calls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CodeQueue } from '../modules/runcode/queue'
import { Client } from '../testing/client'
import { ownProcesses } from '../testing/own-process'
import { startTestRunner } from '../testing/runner'
import { figure, long } from './figures'
import { bodies, headersOf, methods, otherPaths, poisoned, queries, sleepSeconds, wires } from './hostile'
import { wordsOf } from './matrix'
import { memoryOf } from './stage'
import { type Settled, settle } from './world'

let world: Settled
let servers: Awaited<ReturnType<typeof ownProcesses>>
let runner: Awaited<ReturnType<typeof startTestRunner>>
/** In a process of its own: what it holds is its own. */
let base: string
let pid: number
beforeAll(async () => {
  world = await settle()
  runner = await startTestRunner()
  world.server.env.code = new CodeQueue(runner.runner)
  servers = await ownProcesses(world.server)
  const { child, base: address } = await servers.start()
  base = address
  pid = child.pid!
}, 240_000)
afterAll(async () => {
  await servers.remove()
  await runner.close()
  await world.close()
})

/** Nobody waits longer than this for a refusal, however slow the machine; a statement that sleeps does so for longer. */
const patience = (sleepSeconds * 1000) / 5

/** Of what the server holds in the last third, compared with the one before: what is kept of each question would show. */
const mostGrowth = 1.25

/** Answered by Node itself, before there is a request. */
const beforeAnyRoute = [400, 414, 431]

interface Bad {
  name: string
  sent: string
  status: number
  text: string
}

/** Programs are run where a runner is. */
const runs: Name = 'POST /v1/runcode'
const names = Object.keys(allCalls) as Name[]
const now = () => world.server.clock.now()

/** Asks, and keeps what was answered as it must not be. */
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

  /** Told with how long the slowest answer took: one into which somebody got a statement that sleeps would not come. */
  tell(name: string): void {
    const slowest = (this.slowest / 1000).toFixed(1)
    const values = { asked: this.asked, failed: this.bad.length, 's the slowest': slowest }
    figure(name, values, { target: `0 failed, all below ${patience / 1000} s`, ok: this.bad.length === 0 })
  }

  async look(name: string, sent: string, answer: Promise<Response>, inEnvelope = true): Promise<void> {
    const { status, text } = await this.timed(
      answer.then(async (response) => ({ status: response.status, text: await response.text() })),
    ).catch((error: Error) => ({ status: 599, text: String(error.cause ?? error) }))
    const broken = inEnvelope && !(isEnvelope(text) || beforeAnyRoute.includes(status))
    if ((status >= 500 && status !== 503) || broken) this.bad.push({ name, sent, status, text: text.slice(0, 200) })
  }

  /** Bytes as they are. Where there is no answer the line has to end, which is one, too. */
  async speak(name: string, sent: string, bytes: string): Promise<void> {
    const text = await this.timed(wire(bytes)).catch(String)
    const status = Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0)
    if ((status >= 500 && status !== 503) || text.startsWith('Error'))
      this.bad.push({ name, sent, status, text: text.slice(0, 200) })
  }
}

/** In the short form a part of them, others for other names. */
const some = <T>(all: Record<string, T>, name: string, share: number): [string, T][] =>
  Object.entries(all).filter((_, i) => long || (i + name.length) % share === 0)

const pathOf = (name: Name) => name.split(' ')[1]!.replace(/\{\w+\}/g, '1')

it('no input makes a call fail, whatever is in it', async () => {
  const asking = new Asking()
  const held: number[] = []
  const { db } = world.server
  const filling = { id: world.places.chapter, named: wordsOf(world.places), text: '好的', choice: 0, full: true }
  for (const name of names) {
    const at = name === runs ? world.server.base : base
    // Some calls end the session that asks.
    const client = new Client(at, now, (await world.server.as(world.people.classmate.user)).token)
    await db.deleteFrom('rate_counters').execute()
    const [method = ''] = name.split(' ')
    const where = pathOf(name)
    const inputs = poisoned(name, filling, long ? 1 : 29)
    for (const input of inputs)
      await asking.look(name, JSON.stringify(input).slice(0, 200), client.fetch(name, input, { blanks: true }))
    for (const [kind, text] of some(method === 'GET' ? queries : bodies, name, 5))
      await asking.look(
        name,
        kind,
        method === 'GET' ? client.raw(method, `${where}?${text}`, undefined) : client.raw(method, where, text),
      )
    for (const [kind, headers] of some(headersOf, name, 6))
      await asking.look(name, kind, client.raw(method, where, method === 'GET' ? undefined : '{}', { headers }))
    for (const [kind, text] of some(wires, name, 7)) await asking.speak(name, kind, text.replace('*', `/api${where}`))
    held.push(memoryOf(pid))
  }
  const third = Math.floor(held.length / 3)
  const highest = (list: number[]) => Math.max(...list)
  const [middle, end] = [highest(held.slice(third, 2 * third)), highest(held.slice(2 * third))]
  asking.tell('hostile input')
  figure(
    'hostile input: memory',
    { 'MB held at first': held[0]!, 'MB at most in the middle third': middle, 'MB in the last': end },
    { target: `the last below ${mostGrowth} of the middle`, ok: end < middle * mostGrowth },
  )
  expect(asking.bad).toEqual([])
  expect(asking.asked).toBeGreaterThan(names.length * 6)
  if (long) expect(end).toBeLessThan(middle * mostGrowth)
  expect((await new Client(base, now).send('GET /v130/gvss', {})).code).toBe(1)
}, 1_800_000)

it('nor does anything make other paths fail, or methods that no path has', async () => {
  const asking = new Asking()
  const paths = [...otherPaths, ...names.map((name) => `/api${pathOf(name)}`)].filter((_, i) => long || i % 3 === 0)
  for (const path of paths) {
    for (const method of methods) {
      const body = method === 'GET' || method === 'HEAD' ? undefined : '{"id":1}'
      await asking.look(method, path, fetch(base + path, { method, body }), false)
    }
    for (const [kind, text] of some(wires, path, 5)) await asking.speak(kind, path, text.replace('*', path))
    await asking.speak('TRACE', path, `TRACE ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)
    await asking.speak('CONNECT', path, `CONNECT ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)
    await asking.speak('NONE', path, `NONE ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)
  }
  for (const channel of ['wechat', 'alipay'])
    for (const [kind, body] of Object.entries(bodies))
      for (const headers of [{}, ...Object.values(headersOf), forged])
        await asking.look(
          channel,
          kind,
          fetch(`${base}/api/notify/${channel}`, { method: 'POST', body, headers }),
          false,
        )
  asking.tell('hostile input: other paths')
  expect(asking.bad).toEqual([])
}, 600_000)

/** As WeChat signs, with nothing behind it. */
const forged = {
  'wechatpay-timestamp': String(2 ** 40),
  'wechatpay-nonce': 'x',
  'wechatpay-serial': '%00',
  'wechatpay-signature': 'AAAA',
}

it('nor do uploads, whatever is put there', async () => {
  const asking = new Asking()
  const client = new Client(base, now, (await world.server.as(world.people.classmate.user)).token)
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
        // Whoever still sends when the refusal comes may find the line ended before it is read.
        if (kind !== 'longer') throw error
        return new Response(null, { status: 413 })
      })
    await asking.look('PUT', kind, put(), false)
    await asking.look('PUT', `${kind} again`, put(), false)
    await asking.look('POST /v1/upload_complete', kind, client.fetch('POST /v1/upload_complete', { id }))
    await world.server.db.deleteFrom('rate_counters').execute()
    const cut = `PUT ${path.pathname} HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nabc`
    await asking.speak('PUT', kind, cut)
  }
  asking.tell('hostile input: uploads')
  expect(asking.bad).toEqual([])
  expect((await fetch(`${base}/healthz`)).status).toBe(200)
}, 600_000)

/** What comes back for these bytes, which are all that is sent. */
function wire(bytes: string): Promise<string> {
  const { port, hostname } = new URL(base)
  return new Promise((resolve) => {
    let heard = ''
    const socket = connect(Number(port), hostname, () => socket.end(Buffer.from(bytes, 'latin1')))
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1')
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(heard))
  })
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), patience)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Streams answer one envelope a line. */
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
