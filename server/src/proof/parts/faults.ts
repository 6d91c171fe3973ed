import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { connect as connectSocket, type Socket } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { addStudents } from '../../bench/exam-data'
import { connect } from '../../db/connection'
import { startEmbedded } from '../../db/embedded'
import { migrate } from '../../db/migrate'
import { startLine } from '../front'
import { lostSteps, onlyGoodStatuses, openSitting, startSaving, statusWords } from '../sitting'
import { clientAt, isAlive, memoryOf, pause, type Row, type Stage, seconds, until } from '../stage'

const students = 12

/** PostgreSQL is killed and started again while students save. */
export async function restartsPart(stage: Stage): Promise<Row[]> {
  const { db, url, close } = await stage.newDatabase()
  const sitting = await openSitting(db, students)
  const server = await stage.start(url)
  const { tally, stop } = await startSaving(sitting, () => server.base)
  const times = 20
  let slowest = 0
  for (let i = 0; i < times; i++) {
    await pause(1000)
    const pid = await stage.postmaster()
    process.kill(pid, 'SIGQUIT')
    await until('PostgreSQL has ended', () => !isAlive(pid))
    const down = performance.now()
    await until('the server is ready again', () =>
      fetch(`${server.base}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    slowest = Math.max(slowest, performance.now() - down)
  }
  await stop()
  const { acknowledged, lost } = await lostSteps(db, tally)
  await server.stop()
  await close()
  const part = `faults: PostgreSQL killed ×${times}`
  return [
    {
      part,
      figure: `${acknowledged} saves acknowledged, ${lost} lost`,
      target: '0 lost',
      ok: lost === 0 && acknowledged > times,
    },
    { part, figure: statusWords(tally), target: 'no 5xx but 503', ok: onlyGoodStatuses(tally) },
    {
      part,
      figure: `slowest save ${(tally.slowestMs / 1000).toFixed(1)} s, ready again in ${(slowest / 1000).toFixed(1)} s at most`,
      target: 'no hang: below 30 s',
      ok: tally.slowestMs < 30_000,
    },
  ]
}

/** The line between browser and server is cut in the middle of whatever is under way; the browser sends again. */
export async function cutPart(stage: Stage): Promise<Row[]> {
  const { db, url, close } = await stage.newDatabase()
  const server = await stage.start(url)
  const line = await startLine(server.base)
  const tokens = await addStudents(db, seconds(), 20)
  // Messages to customer service: unlike orders, nothing but the key keeps them from being there twice.
  const wanted = tokens.flatMap((token) => [1, 2, 3, 4, 5].map((n) => ({ token, text: `只说一次 ${token} ${n}` })))
  let cuts = 0
  let cutting = true
  const cutter = (async () => {
    while (cutting) {
      await pause(5 + Math.random() * 40)
      line.cut()
      cuts++
    }
  })()
  let sentAgain = 0
  for (const { token, text } of wanted) {
    const key = randomUUID()
    for (let tries = 0; ; tries++) {
      const answer = await clientAt(line.base, token)
        .send('POST /v1/cs_send', { text }, { key })
        .catch(() => null)
      if (answer?.code === 1) break
      if (answer && answer.code !== 1) throw new Error(`cs_send: ${JSON.stringify(answer)}`)
      if (tries > 200) throw new Error('the line was cut too often')
      sentAgain++
    }
  }
  cutting = false
  await cutter
  const { rows } = await sql<{ n: number; distinct: number }>`
    select count(*)::int as n, count(distinct text)::int as distinct from cs_messages where text like '只说一次%'`.execute(
    db,
  )
  line.stop()
  await server.stop()
  await close()
  const { n, distinct } = rows[0]!
  const figure = `${wanted.length} messages through a line cut ${cuts} times, ${sentAgain} sent again: ${distinct} there, ${n - distinct} doubled`
  return [
    {
      part: 'faults: line cut',
      figure,
      target: 'all there, 0 doubled',
      ok: distinct === wanted.length && n === distinct,
    },
  ]
}

/** PostgreSQL on a file system that fills up: refused with 503, nothing acknowledged is lost, and it goes on with space. */
export async function diskPart(stage: Stage): Promise<Row[]> {
  const part = 'faults: disk full'
  const folder = join(stage.folder, 'small')
  mkdirSync(folder, { recursive: true })
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=755', 'tmpfs', folder])
  if (mounted.status !== 0)
    return [{ part, figure: 'a small file system cannot be mounted here (needs root)', target: '0 lost', ok: null }]
  const log = pino({ level: 'silent' })
  const started: (() => Promise<unknown>)[] = []
  try {
    const embedded = await startEmbedded({ dataDir: folder, log })
    started.unshift(embedded.stop)
    const connection = connect(embedded.url, { max: 4, log })
    started.unshift(connection.close)
    await migrate(connection.db, log)
    const sitting = await openSitting(connection.db, students)
    const server = await stage.start(embedded.url, { DXX_DATA_DIR: folder })
    started.unshift(server.stop)
    const { tally, stop } = await startSaving(sitting, () => server.base)
    await pause(1000)
    const ballast = join(folder, 'ballast')
    spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=64k'])
    // What is left in the last files is used up first.
    await until(
      'a save is refused',
      () => (tally.statuses.get(503) ?? 0) + (tally.statuses.get(500) ?? 0) > 20,
      120_000,
    ).catch(() => {})
    writeFileSync(ballast, '')
    const before = [...tally.kept.values()].reduce((sum, seqs) => sum + seqs.size, 0)
    await until(
      'saves go on',
      () => [...tally.kept.values()].reduce((sum, seqs) => sum + seqs.size, 0) > before + students,
      120_000,
    )
    await stop()
    const { acknowledged, lost } = await lostSteps(connection.db, tally)
    const refused = tally.statuses.get(503) ?? 0
    return [
      {
        part,
        figure: `${acknowledged} saves acknowledged, ${lost} lost; goes on with space again`,
        target: '0 lost',
        ok: lost === 0,
      },
      {
        part,
        figure: statusWords(tally),
        target: 'no 5xx but 503, some of them',
        ok: onlyGoodStatuses(tally) && refused > 0,
      },
    ]
  } finally {
    for (const stop of started) await stop().catch(() => {})
    spawnSync('umount', ['-l', folder])
  }
}

/** Steps the time that a server sees by an hour, back and forth; the machine's own clock stays as it is. */
const stepping = `let by = 0
const real = Date.now
Date.now = () => real() + by
process.on('SIGUSR2', () => { by = by === 0 ? 3600000 : by > 0 ? -3600000 : 0 })
`

export async function clockPart(stage: Stage): Promise<Row[]> {
  const { db, url, close } = await stage.newDatabase()
  const sitting = await openSitting(db, students)
  const file = join(stage.folder, 'stepping.mjs')
  writeFileSync(file, stepping)
  const server = await stage.start(url, { NODE_FLAGS: `--import ${file}` })
  const { tally, stop } = await startSaving(sitting, () => server.base)
  for (let i = 0; i < 9; i++) {
    await pause(500)
    process.kill(server.pid, 'SIGUSR2')
  }
  await stop()
  const { acknowledged, lost } = await lostSteps(db, tally)
  const { rows } = await sql<{ late: number; off: number }>`
    select count(*) filter (where s.fate <> 'counted')::int as late,
      count(*) filter (where abs(s.received_at - extract(epoch from now())) > 600)::int as off
    from exam_steps s join exam_attempts a on a.id = s.attempt_id join exams e on e.id = a.exam_id where e.slug = 'bench'`.execute(
    db,
  )
  await server.stop()
  await close()
  const { late, off } = rows[0]!
  const figure = `stepped ±1 h 9 times: ${acknowledged} saves, ${lost} lost, ${late} taken for late, ${off} with a wrong time; ${statusWords(tally)}`
  const ok = lost === 0 && late === 0 && off === 0 && [...tally.statuses.keys()].every((status) => status === 200)
  return [{ part: 'faults: clock stepped', figure, target: '0, 0, 0; only 200', ok }]
}

/** A thousand connections that send a byte now and then. Others are served meanwhile, and these are ended. */
export async function slowPart(stage: Stage): Promise<Row[]> {
  const { db, url, close } = await stage.newDatabase()
  const server = await stage.start(url)
  const sitting = await openSitting(db, 1)
  const before = memoryOf(server.pid)
  const { port, hostname } = new URL(server.base)
  let open = 0
  const sockets: Socket[] = []
  for (let i = 0; i < 1000; i++) {
    const socket = connectSocket(Number(port), hostname, () =>
      socket.write('POST /api/v1/exam_save HTTP/1.1\r\nhost: x\r\n'),
    )
    socket.on('connect', () => open++)
    socket.on('close', () => open--)
    socket.on('error', () => {})
    sockets.push(socket)
  }
  await until('they are connected', () => open === 1000)
  const dripping = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('x')
  }, 1000)
  const { tally, stop } = await startSaving(sitting, () => server.base)
  const patience = 120_000
  const begin = Date.now()
  let peak = before
  await until(
    'they are ended',
    () => {
      peak = Math.max(peak, memoryOf(server.pid))
      return open === 0
    },
    patience,
  ).catch(() => {})
  const took = Math.round((Date.now() - begin) / 1000)
  await stop()
  clearInterval(dripping)
  for (const socket of sockets) socket.destroy()
  await server.stop()
  await close()
  const part = 'faults: slow-loris ×1 000'
  return [
    {
      part,
      figure: `${statusWords(tally)}; slowest ${Math.round(tally.slowestMs)} ms`,
      target: 'others are served',
      ok: [...tally.statuses.keys()].every((status) => status === 200) && tally.slowestMs < 5000,
    },
    {
      part,
      figure: `${open} left after ${took} s; memory ${before} → ${peak} MB`,
      target: '0 left, below +150 MB',
      ok: open === 0 && peak < before + 150,
    },
  ]
}
