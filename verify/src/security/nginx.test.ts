import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type StudentCallName, studentCalls } from '@dxx/contract/calls'
import { afterAll, expect, it } from 'vitest'
import { repoRoot } from '../../../server/src/base/paths'
import { freePort } from '../../../server/src/testing/free-port'
import { shapeOf } from '../../../server/src/testing/inputs'
import { nginxPath, startLoadBalancer } from '../nginx'

const file = readFileSync(join(repoRoot, 'deploy/nginx.conf'), 'utf8')

/** Excluded below: redeeming one's own coupon again returns the same response. */
const repeatable: StudentCallName = 'POST /v1/coupon_exchange'

/** Calls that use up something, such as a code: the response to a repetition differs. Read from the contract. */
const calledOnce = (Object.keys(studentCalls) as StudentCallName[]).filter((name) => {
  const fields = Object.keys(shapeOf(name).properties ?? {})
  const usesUp = fields.some((field) => /^(code|wechat_code|ticket|mergeTicket|secret|password)$/.test(field))
  return studentCalls[name].writes === 'natural' && usesUp && name !== repeatable
})

const ends: (() => unknown)[] = []
const environment = {
  folder: mkdtempSync(join(tmpdir(), 'dxx-nginx-')),
  onEnd: (end: () => unknown) => void ends.push(end),
}
afterAll(async () => {
  for (const end of ends.reverse()) await end()
  rmSync(environment.folder, { recursive: true })
})

async function startUpstream(answer: RequestListener): Promise<{ base: string }> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  environment.onEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

it('deploy/nginx.conf never resends calls that consume a code, a ticket or a login', () => {
  const once = /location ~ (\S+) \{\s+proxy_pass \S+;\s+proxy_next_upstream error timeout;/.exec(file)?.[1]
  const never = /location = (\S+) \{\s+proxy_pass \S+;\s+proxy_next_upstream off;/.exec(file)?.[1]
  const named = new RegExp(once ?? 'nothing')
  const paths = calledOnce.map((name) => name.replace(/^\w+ /, '/api'))
  expect(paths.length).toBeGreaterThan(10)
  expect(paths.filter((path) => !named.test(path))).toEqual([never])
  // nginx.conf must not name calls that no longer exist.
  const known = Object.keys(studentCalls).map((name) => name.replace(/^.*\//, ''))
  for (const word of /\((.+)\)/.exec(once ?? '')?.[1]?.split('|') ?? []) expect(known).toContain(word)
})

it.skipIf(!nginxPath())('nginx does not resend a sent call that uses up something to a second server', async () => {
  const responses: string[] = []
  const breakOff: RequestListener = (request, response) => {
    if (request.url === '/healthz') return void response.end()
    responses.push(`${request.method} ${request.url?.split('?')[0]}`)
    request.resume().on('end', () => request.socket.destroy())
  }
  const front = await startLoadBalancer(environment, [await startUpstream(breakOff), await startUpstream(breakOff)])
  const times = async (name: string) => {
    responses.length = 0
    const [method, path] = name.split(' ')
    const body = method === 'POST' ? '{}' : undefined
    const { status } = await fetch(`${front.base}/api${path}`, { method, body })
    expect([502, name]).toEqual([status, name])
    return responses.length
  }
  for (const name of calledOnce) expect([name, await times(name)]).toEqual([name, 1])
  // Calls protected by a key or by their own semantics are resent to the other server.
  for (const name of ['POST /v1/cs_send', 'POST /v1/exam_save', 'GET /v1/get_user_info'])
    expect([name, await times(name)]).toEqual([name, 2])

  // Calls that no server has received are sent to the available server.
  const there = await startUpstream((_request, response) => void response.end())
  const half = await startLoadBalancer(environment, [{ base: `http://127.0.0.1:${await freePort()}` }, there])
  for (let i = 0; i < 2; i++)
    expect((await fetch(`${half.base}/api/v1/login_password`, { method: 'POST', body: '{}' })).status).toBe(200)
})

it.skipIf(!nginxPath())('the logs of nginx contain no query, no file link and no referrer', async () => {
  const secret = 'Zq7-very-secret'
  const answers = await startUpstream((request, response) => {
    if (request.url?.includes('break')) return void request.socket.destroy()
    response.setHeader('x-request-id', 'the-id-of-this-request').end('good')
  })
  const front = await startLoadBalancer(environment, [answers, answers])
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
  const requests = lines.filter(({ path }) => path !== '/healthz')
  expect(requests.map(({ method, path, status }) => `${method} ${path} ${status}`)).toEqual([
    'GET /api/v1/login_qr_poll 200',
    'GET /api/v1/login_qr_poll 502',
    'GET /api/v130/curriculum_search 502',
    'GET /media/s/-/v/film/segment.ts 200',
    'PUT /media/upload/- 502',
    'GET /assets/index.js 200',
  ])
  // Fields an operator needs: time, size, duration, server, and the request id of the server's log.
  expect(requests[0]).toEqual({
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
  expect(requests[2]).toMatchObject({ serverStatus: '502, 502', request: '' })
  expect([...front.served()]).toEqual([new URL(answers.base).host])
})
