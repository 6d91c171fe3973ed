import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allCalls, type Name } from '@dxx/contract/calls'
import { afterAll, expect, it } from 'vitest'
import { repoRoot } from '../root'
import { freePort } from '../testing/free-port'
import { shapeOf } from '../testing/inputs'
import { nginxPath, startFront } from './front'

const file = readFileSync(join(repoRoot, 'deploy/nginx.conf'), 'utf8')

/** Whoever sends their own coupon again gets the same answer. */
const repeatable: Name = 'POST /v1/coupon_exchange'

/** Calls that use something up, such as a code: repeated, they do not answer the same. Read from the contract. */
const calledOnce = (Object.keys(allCalls) as Name[]).filter((name) => {
  const fields = Object.keys(shapeOf(name).properties ?? {})
  const usesUp = fields.some((field) => /^(code|wechat_code|ticket|mergeTicket|secret|password)$/.test(field))
  return allCalls[name].writes === 'natural' && usesUp && name !== repeatable
})

const ends: (() => unknown)[] = []
const stage = { folder: mkdtempSync(join(tmpdir(), 'dxx-nginx-')), onEnd: (end: () => unknown) => void ends.push(end) }
afterAll(async () => {
  for (const end of ends.reverse()) await end()
  rmSync(stage.folder, { recursive: true })
})

async function startUpstream(answer: RequestListener): Promise<{ base: string }> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stage.onEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

it('what uses up a code, a ticket or a login is named where nothing is sent twice', () => {
  const once = /location ~ (\S+) \{\s+proxy_pass \S+;\s+proxy_next_upstream error timeout;/.exec(file)?.[1]
  const never = /location = (\S+) \{\s+proxy_pass \S+;\s+proxy_next_upstream off;/.exec(file)?.[1]
  const named = new RegExp(once ?? 'nothing')
  const paths = calledOnce.map((name) => name.replace(/^\w+ /, '/api'))
  expect(paths.length).toBeGreaterThan(10)
  expect(paths.filter((path) => !named.test(path))).toEqual([never])
  // And nothing is named there that no longer exists.
  const known = Object.keys(allCalls).map((name) => name.replace(/^.*\//, ''))
  for (const word of /\((.+)\)/.exec(once ?? '')?.[1]?.split('|') ?? []) expect(known).toContain(word)
})

it.skipIf(!nginxPath())('nothing that was sent and uses something up is sent to a second server', async () => {
  const heard: string[] = []
  const breakOff: RequestListener = (request, response) => {
    if (request.url === '/healthz') return void response.end()
    heard.push(`${request.method} ${request.url?.split('?')[0]}`)
    request.resume().on('end', () => request.socket.destroy())
  }
  const front = await startFront(stage, [await startUpstream(breakOff), await startUpstream(breakOff)])
  const times = async (name: string) => {
    heard.length = 0
    const [method, path] = name.split(' ')
    const body = method === 'POST' ? '{}' : undefined
    const { status } = await fetch(`${front.base}/api${path}`, { method, body })
    expect([502, name]).toEqual([status, name])
    return heard.length
  }
  for (const name of calledOnce) expect([name, await times(name)]).toEqual([name, 1])
  // Where a key or the thing itself keeps it from being there twice, the other server is asked.
  for (const name of ['POST /v1/cs_send', 'POST /v1/exam_save', 'GET /v1/get_user_info'])
    expect([name, await times(name)]).toEqual([name, 2])

  // What nobody has heard yet goes to the server that is there.
  const there = await startUpstream((_request, response) => void response.end())
  const half = await startFront(stage, [{ base: `http://127.0.0.1:${await freePort()}` }, there])
  for (let i = 0; i < 2; i++)
    expect((await fetch(`${half.base}/api/v1/login_password`, { method: 'POST', body: '{}' })).status).toBe(200)
})

it.skipIf(!nginxPath())('its logs hold no query, no link to a file and no referrer', async () => {
  const secret = 'Zq7-very-secret'
  const answers = await startUpstream((request, response) => {
    if (request.url?.includes('break')) return void request.socket.destroy()
    response.setHeader('x-request-id', 'the-id-of-this-request').end('good')
  })
  const front = await startFront(stage, [answers, answers])
  const ask = (path: string, method = 'GET') =>
    fetch(front.base + path, { method, headers: { referer: `${front.base}/?secret=${secret}`, 'user-agent': secret } })
  await ask(`/api/v1/login_qr_poll?id=1&secret=${secret}`)
  await ask(`/api/v1/login_qr_poll?id=break&secret=${secret}`)
  await ask(`/api/v130/curriculum_search?keyword=${secret}&break`)
  await ask(`/media/s/1800000000.${secret}/v/film/segment.ts?name=${secret}`)
  await ask(`/media/upload/${secret}?break`, 'PUT')
  await ask(`/assets/index.js?${secret}`)

  const logged = front.nginx!.logged('access')
  expect(logged + front.nginx!.logged('error')).not.toContain(secret)
  const lines = logged
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  const asked = lines.filter(({ path }) => path !== '/healthz')
  expect(asked.map(({ method, path, status }) => `${method} ${path} ${status}`)).toEqual([
    'GET /api/v1/login_qr_poll 200',
    'GET /api/v1/login_qr_poll 502',
    'GET /api/v130/curriculum_search 502',
    'GET /media/s/-/v/film/segment.ts 200',
    'PUT /media/upload/- 502',
    'GET /assets/index.js 200',
  ])
  // What an operator looks for: when, how much, how long, which server, and by which id its own log names it.
  expect(asked[0]).toEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    address: '127.0.0.1',
    method: 'GET',
    path: '/api/v1/login_qr_poll',
    status: 200,
    bytes: 4,
    seconds: expect.any(Number),
    servers: new URL(answers.base).host,
    serverStatus: '200',
    serverSeconds: expect.stringMatching(/^\d+\.\d+$/),
    request: 'the-id-of-this-request',
  })
  expect(asked[2]).toMatchObject({ serverStatus: '502, 502', request: '' })
  expect([...front.served()]).toEqual([new URL(answers.base).host])
})
