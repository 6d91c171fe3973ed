import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { timing } from '@dxx/contract/rules/constants'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { uploadFile } from '../features/uploads/upload'
import { configureApi } from './client'
import { download, probeFile } from './download'
import { ApiError } from './error'
import { streamCall } from './stream-call'

/** Server whose responses each test sets with `answer`. */
let server: Server
let base = ''
let answer: (response: ServerResponse, path: string) => void = () => {}
let arrived: Promise<unknown>

beforeEach(async () => {
  let arrive = () => {}
  arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  server = createServer((request, response) => {
    request.resume()
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    response.setHeader('access-control-allow-methods', '*')
    if (request.method === 'OPTIONS') return void response.end()
    answer(response, request.url ?? '')
    arrive()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  configureApi({ base })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(async () => {
  vi.useRealTimers()
  answer = () => {}
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** Records how a transfer ends. */
function watch(transfer: Promise<unknown>) {
  const outcome = { error: undefined as unknown, isSettled: false }
  transfer.then(
    () => Object.assign(outcome, { isSettled: true }),
    (error) => Object.assign(outcome, { isSettled: true, error }),
  )
  return outcome
}

const settled = (outcome: { isSettled: boolean }) =>
  vi.waitUntil(
    async () => {
      await new Promise((resolve) => setImmediate(resolve))
      return outcome.isSettled
    },
    { timeout: 5000 },
  )

async function timesOut(transfer: Promise<unknown>) {
  const outcome = watch(transfer)
  await arrived
  await vi.advanceTimersByTimeAsync(timing.request - 1)
  expect(outcome.isSettled).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  vi.useRealTimers()
  await settled(outcome)
  expect(outcome.error).toBeInstanceOf(ApiError)
  expect(outcome.error).toMatchObject({ name: 'timeout' })
}

describe('a server that sends no data', () => {
  it('a download times out after 60 s', () => timesOut(download(`${base}/file`, { check: () => {} })))
  it('the request for the first byte of a file times out after 60 s', () => timesOut(probeFile(`${base}/file`)))
  it('an AI response times out after 60 s', () =>
    timesOut(streamCall('POST /v1/ai_ask', {} as never, () => {}, new AbortController().signal)))
  it('an upload times out 60 s after its last progress', () => {
    answer = (response, path) => {
      if (!path.startsWith('/v1/zos_generate_object_upload_link')) return
      response.end(JSON.stringify({ code: 1, msg: '', data: { id: 'u', url: `${base}/put`, headers: {} } }))
    }
    const picture = new File(['picture'], 'a.png', { type: 'image/png' })
    let reached = () => {}
    arrived = new Promise<void>((resolve) => {
      reached = resolve
    })
    server.on('request', ({ method }) => method === 'PUT' && reached())
    return timesOut(uploadFile('feedback', picture))
  })
})

it('a download does not time out while a slow server sends data', async () => {
  let response: ServerResponse | undefined
  answer = (open) => {
    response = open
    open.writeHead(200, { 'content-type': 'text/plain' }).write('a')
  }
  let received = 0
  const transfer = download(`${base}/file`, {
    check: () => {},
    onProgress: (bytes) => {
      received = bytes
    },
  })
  const outcome = watch(transfer)
  for (let count = 1; count <= 4; count++) {
    await vi.waitUntil(() => received === count, { timeout: 5000 })
    await vi.advanceTimersByTimeAsync(timing.request - 1000)
    expect(outcome.isSettled).toBe(false)
    response!.write('a')
  }
  response!.end()
  expect((await transfer).size).toBe(5)
})

it('an abort by the caller is not reported as a time-out', async () => {
  const abort = new AbortController()
  const outcome = watch(download(`${base}/file`, { signal: abort.signal, check: () => {} }))
  await arrived
  abort.abort()
  await settled(outcome)
  expect((outcome.error as Error).name).toBe('AbortError')
})
