import { once } from 'node:events'
import { connect } from 'node:net'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { LoadShedder, type Priority, shedLoad } from './load-shedding'

function shedder(maxWaitMs: number) {
  let now = 10_000
  const load = new LoadShedder(maxWaitMs, () => now)
  const begin = (count: number) => {
    for (let n = 0; n < count; n += 1) load.begin()
  }
  const end = (count: number) => {
    for (let n = 0; n < count; n += 1) load.end()
  }
  const admitted = () => (['guest', 'user', 'exam'] as Priority[]).filter((one) => load.admits(one))
  return { begin, end, admitted, pass: (ms: number) => (now += ms) }
}

it('under growing load refuses guests first, then users, and exam calls last', () => {
  const { begin, end, admitted } = shedder(1000)
  begin(199)
  expect(admitted()).toEqual(['guest', 'user', 'exam'])
  begin(1)
  expect(admitted()).toEqual(['user', 'exam'])
  begin(400)
  expect(admitted()).toEqual(['exam'])
  begin(1400)
  expect(admitted()).toEqual([])
  end(1801)
  expect(admitted()).toEqual(['guest', 'user', 'exam'])
})

it('admits more requests if more were completed in one of the last five seconds', () => {
  const { begin, end, admitted, pass } = shedder(1000)
  begin(1000)
  end(1000)
  begin(900)
  expect(admitted()).toContain('guest')
  pass(4000)
  expect(admitted()).toContain('guest')
  pass(1000)
  expect(admitted()).toEqual(['exam'])
})

it('admits all requests after a stall of an hour, and after one request that took a minute', () => {
  const { begin, end, admitted, pass } = shedder(1)
  pass(3_600_000)
  expect(admitted()).toEqual(['guest', 'user', 'exam'])
  begin(1)
  pass(60_000)
  end(1)
  expect(admitted()).toEqual(['guest', 'user', 'exam'])
})

it('a maximum wait of 0 switches load shedding off', () => {
  const { begin, admitted } = shedder(0)
  begin(100_000)
  expect(admitted()).toEqual(['guest', 'user', 'exam'])
})

it('stops counting a request when its client disconnects in the middle of the body', async () => {
  const app = fastify()
  // With a maximum wait of 5 ms, a request is refused while another one is in progress.
  shedLoad(app, 5)
  app.post('/', async () => 'done')
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  const began = new Promise<void>((resolve) => app.server.once('request', () => resolve()))
  const socket = connect(Number(new URL(base).port), '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{')
  await began
  const status = async () => (await fetch(base, { method: 'POST' })).status
  expect(await status()).toBe(503)
  socket.destroy()
  await once(socket, 'close')
  await expect.poll(status).toBe(200)
  await app.close()
})
