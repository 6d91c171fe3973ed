import { readdirSync, readFileSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { webDist } from '../../../server/src/http/static'
import { pause, readMemoryMb, type ScenarioRow, type VerifyEnvironment, waitUntil } from '../environment'
import { openExamLoad, startSavingStudents } from '../load/exam-students'
import { countLostSaves, formatStatuses, hasOnlyStatuses } from '../response-counts'

interface Kind {
  name: string
  count: number
  first: string
  /** Sent every second. */
  drip: string
  /** Seconds after which all these connections must be closed, as docs/deploy.md promises. */
  within: number
}

/** A thousand clients that never finish their headers, and others that never finish a body or never read a response. */
function kinds(): Kind[] {
  const assets = join(webDist, 'assets')
  const sizes = readdirSync(assets).map((name) => ({ name, size: statSync(join(assets, name)).size }))
  const largest = sizes.sort((a, b) => b.size - a.size)[0]!.name
  const post = 'POST /api/v1/exam_save HTTP/1.1\r\nhost: x\r\n'
  const body = `${post}content-type: application/json\r\ncontent-length: 100000\r\n\r\n{`
  // The responses exceed the socket buffers of a client that does not read. All requests start at once, which nginx
  // never does to a server: each costs 60 KB until its connection is closed.
  const get = `GET /assets/${largest} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(8)
  return [
    { name: 'unfinished headers', count: 1000, first: post, drip: 'x', within: 90 },
    { name: 'unfinished bodies', count: 500, first: body, drip: ' ', within: 90 },
    { name: 'clients that do not read', count: 100, first: get, drip: '', within: 180 },
  ]
}

/** Opens connections that are as slow as possible. The server must serve other clients and close the slow ones. */
export async function slowScenario(environment: VerifyEnvironment): Promise<ScenarioRow[]> {
  const { db, url } = await environment.newDatabase()
  const server = await environment.start(url)
  const load = await openExamLoad(db, 1)
  const { tally, stop } = await startSavingStudents(environment, load, () => server.base)
  // Waits for garbage collection, so that the memory of earlier work does not count.
  await pause(20_000)
  const before = readMemoryMb(server.pid)
  const { port, hostname } = new URL(server.base)
  const crowds = kinds().map((kind) => ({ ...kind, ...connectAll(Number(port), hostname, kind) }))
  const dripping = setInterval(() => {
    for (const { sockets, drip } of crowds)
      for (const socket of sockets) if (drip && socket.writable) socket.write(drip)
  }, 1000)
  const hangUp = () => {
    clearInterval(dripping)
    for (const { sockets } of crowds) for (const socket of sockets) socket.destroy()
  }
  environment.onEnd(hangUp)
  await waitUntil('they are connected', () => crowds.every(({ ports, count }) => ports.size === count))
  const begin = performance.now()
  let peak = before
  const left = new Map(crowds.map(({ name, count }) => [name, count]))
  const closedCounts = new Map<string, number>()
  await waitUntil(
    'they are ended',
    () => {
      peak = Math.max(peak, readMemoryMb(server.pid))
      const connections = heldAt(Number(port))
      for (const { name, ports } of crowds) {
        left.set(name, [...ports].filter((one) => connections.has(one)).length)
        if (left.get(name) === 0 && !closedCounts.has(name)) closedCounts.set(name, (performance.now() - begin) / 1000)
      }
      return closedCounts.size === crowds.length
    },
    200_000,
  ).catch(() => {})
  await stop()
  hangUp()
  await pause(5000)
  const after = readMemoryMb(server.pid)
  const { acknowledged, lost } = await countLostSaves(db, tally)
  const label = 'slow-loris'
  return [
    {
      label: `${label}: saves of another user meanwhile`,
      result: `${acknowledged} saves, ${lost} lost; ${formatStatuses(tally)}; slowest ${Math.round(tally.slowestMs)} ms`,
      target: 'only 200, 0 lost, below 5 s',
      ok: acknowledged > 0 && lost === 0 && hasOnlyStatuses(tally, 200) && tally.slowestMs < 5000,
    },
    ...crowds.map(({ name, count, within }): ScenarioRow => {
      const at = closedCounts.get(name)
      const result = at === undefined ? `${left.get(name)} of ${count} left` : `all closed after ${at.toFixed(1)} s`
      return {
        label: `${label}: ${count} ${name}`,
        result,
        target: `${within} s`,
        ok: at !== undefined && at <= within,
      }
    }),
    {
      label: `${label}: memory before, at most, after`,
      result: `${before} → ${peak} → ${after} MB`,
      target: 'below +200 MB',
      ok: peak < before + 200,
    },
  ]
}

/** Opens the connections of a kind. Never reads a response. */
function connectAll(port: number, hostname: string, { count, first }: Kind) {
  const ports = new Set<number>()
  const sockets: Socket[] = Array.from({ length: count }, () => {
    const socket = connect(port, hostname, () => {
      ports.add(socket.localPort!)
      socket.write(first)
    })
    return socket.pause().on('error', () => {})
  })
  return { ports, sockets }
}

/** Local ports of the open connections to a port. Read from /proc: a client that does not read notices no close. */
function heldAt(port: number): Set<number> {
  const ported = (address: string) => Number.parseInt(address.split(':')[1]!, 16)
  const established = '01'
  const lines = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n').slice(1)
  const rows = lines.map((line) => line.trim().split(/\s+/))
  return new Set(
    rows
      .filter(([, near, , state]) => ported(near!) === port && state === established)
      .map(([, , far]) => ported(far!)),
  )
}
