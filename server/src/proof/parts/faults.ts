import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { addStudents } from '../../bench/exam-data'
import { connect, type Db } from '../../db/connection'
import { startEmbedded } from '../../db/embedded'
import { migrate } from '../../db/migrate'
import { startFront, startLine } from '../front'
import { messagesIn, startWriting } from '../messages'
import { lostSteps, onlyGoodStatuses, openSitting, startSaving, statusWords } from '../sitting'
import { clientAt, isAlive, loggedIn, pause, type Row, type Stage, seconds, until } from '../stage'

const students = 12

/** PostgreSQL is killed and started again while students save and write through the front of two servers. */
export async function restartsPart(stage: Stage): Promise<Row[]> {
  const { db, url, close } = await stage.newDatabase()
  const sitting = await openSitting(db, students)
  const servers = [await stage.start(url), await stage.start(url)]
  const front = await startFront(
    stage.folder,
    servers.map(({ base }) => base),
  )
  const { tally, stop } = await startSaving(sitting, () => front.base)
  const writing = startWriting(sitting.tokens, () => front.base, tally, 1500)
  const times = 20
  let slowest = 0
  for (let i = 0; i < times; i++) {
    await pause(1000)
    const pid = await stage.postmaster()
    process.kill(pid, 'SIGQUIT')
    await until('PostgreSQL has ended', () => !isAlive(pid))
    const down = performance.now()
    await until('the servers are ready again', async () => {
      const ready = await Promise.all(servers.map(({ base }) => fetch(`${base}/readyz`).catch(() => null)))
      return ready.every((answer) => answer?.ok)
    })
    slowest = Math.max(slowest, performance.now() - down)
  }
  await stop()
  await writing.stop()
  const { acknowledged, lost } = await lostSteps(db, tally)
  const messages = await messagesIn(db, writing.acknowledged)
  const served = front.served().size
  await front.stop()
  for (const server of servers) await server.stop()
  await close()
  const part = `faults: PostgreSQL killed ×${times}`
  return [
    {
      part,
      figure: `${served} servers behind ${front.kind}: ${acknowledged} saves acknowledged, ${lost} lost; ${writing.acknowledged.length} messages, ${messages.lost} lost, ${messages.doubled} doubled`,
      target: '0 lost, 0 doubled',
      ok: lost + messages.lost + messages.doubled === 0 && acknowledged > times && served === servers.length,
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
    const upload = await prepareUpload(connection.db, server.base)
    const ballast = join(folder, 'ballast')
    spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=64k'])
    // What is left in the last files is used up first.
    await until(
      'a save is refused',
      () => (tally.statuses.get(503) ?? 0) + (tally.statuses.get(500) ?? 0) > 20,
      120_000,
    ).catch(() => {})
    const full = await upload.put()
    writeFileSync(ballast, '')
    const before = [...tally.kept.values()].reduce((sum, seqs) => sum + seqs.size, 0)
    await until(
      'saves go on',
      () => [...tally.kept.values()].reduce((sum, seqs) => sum + seqs.size, 0) > before + students,
      120_000,
    )
    const spacious = await upload.put()
    const finished = await upload.finish()
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
      {
        part,
        figure: `a file sent: ${full}; with space again: ${spacious}, ${finished ? 'there' : 'not there'}`,
        target: '503; 204, there',
        ok: full === 503 && spacious === 204 && finished,
      },
    ]
  } finally {
    for (const stop of started) await stop().catch(() => {})
    spawnSync('umount', ['-l', folder])
  }
}

/** A file for which a link was given while there was space. */
async function prepareUpload(db: Db, base: string) {
  const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
  const bytes = Buffer.concat([Buffer.from(picture, 'base64'), Buffer.alloc(300_000)])
  const { id } = await db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow()
  const client = clientAt(base, await loggedIn(db, id))
  const input = { purpose: 'image' as const, name: 'a.png', size: bytes.length }
  const link = await client.call('GET /v1/zos_generate_object_upload_link', input)
  return {
    put: async () =>
      (await fetch(new URL(link.url, base), { method: 'PUT', body: bytes, headers: link.headers })).status,
    finish: async () => (await client.send('POST /v1/upload_complete', { id: link.id })).code === 1,
  }
}
