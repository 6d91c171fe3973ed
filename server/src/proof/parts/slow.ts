import { readdirSync, readFileSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { webDist } from '../../http/static'
import { openSitting, startSaving } from '../sitting'
import { memoryOf, pause, type Row, type Stage, until } from '../stage'
import { cameOnly, savesIn, statusWords } from '../tally'

interface Kind {
  name: string
  count: number
  first: string
  /** Sent every second. */
  drip: string
  /** In how many seconds all are ended, as docs/deploy.md promises. */
  within: number
}

/** A thousand who never finish their headers, and others who never finish a body or never read an answer. */
function kinds(): Kind[] {
  const assets = join(webDist, 'assets')
  const sizes = readdirSync(assets).map((name) => ({ name, size: statSync(join(assets, name)).size }))
  const largest = sizes.sort((a, b) => b.size - a.size)[0]!.name
  const post = 'POST /api/v1/exam_save HTTP/1.1\r\nhost: x\r\n'
  const body = `${post}content-type: application/json\r\ncontent-length: 100000\r\n\r\n{`
  // More than the system keeps for somebody who does not read. All are begun at once, which nginx never does to a server:
  // each costs 60 KB until the connection is ended.
  const get = `GET /assets/${largest} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(8)
  return [
    { name: 'headers', count: 1000, first: post, drip: 'x', within: 90 },
    { name: 'bodies', count: 500, first: body, drip: ' ', within: 90 },
    { name: 'readers', count: 100, first: get, drip: '', within: 180 },
  ]
}

/** Connections that are as slow as they can. Others are served meanwhile, and these are ended. */
export async function slowPart(stage: Stage): Promise<Row[]> {
  const { db, url } = await stage.newDatabase()
  const server = await stage.start(url)
  const sitting = await openSitting(db, 1)
  const { tally, stop } = await startSaving(stage, sitting, () => server.base)
  // What a busy server holds before anything is thrown away is not theirs.
  await pause(20_000)
  const before = memoryOf(server.pid)
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
  stage.onEnd(hangUp)
  await until('they are connected', () => crowds.every(({ ports, count }) => ports.size === count))
  const begin = performance.now()
  let peak = before
  const left = new Map(crowds.map(({ name, count }) => [name, count]))
  const gone = new Map<string, number>()
  await until(
    'they are ended',
    () => {
      peak = Math.max(peak, memoryOf(server.pid))
      const held = heldAt(Number(port))
      for (const { name, ports } of crowds) {
        left.set(name, [...ports].filter((one) => held.has(one)).length)
        if (left.get(name) === 0 && !gone.has(name)) gone.set(name, (performance.now() - begin) / 1000)
      }
      return gone.size === crowds.length
    },
    200_000,
  ).catch(() => {})
  await stop()
  hangUp()
  await pause(5000)
  const after = memoryOf(server.pid)
  const { acknowledged, lost } = await savesIn(db, tally)
  const part = 'faults: slow-loris'
  return [
    {
      part,
      figure: `${acknowledged} saves of somebody else, ${lost} lost; ${statusWords(tally)}; slowest ${Math.round(tally.slowestMs)} ms`,
      target: 'only 200, 0 lost, below 5 s',
      ok: acknowledged > 0 && lost === 0 && cameOnly(tally, 200) && tally.slowestMs < 5000,
    },
    ...crowds.map(({ name, count, within }): Row => {
      const at = gone.get(name)
      const figure = at === undefined ? `${left.get(name)} of ${count} left` : `${count} gone after ${at.toFixed(1)} s`
      return { part: `${part}, ${name}`, figure, target: `in ${within} s`, ok: at !== undefined && at <= within }
    }),
    {
      part,
      figure: `memory ${before} → ${peak} → ${after} MB`,
      target: 'below +200 MB',
      ok: peak < before + 200,
    },
  ]
}

/** Nothing is read of what comes back. */
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

/** Where those are who have a connection to that port. Whoever does not read does not notice by itself that it has ended. */
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
