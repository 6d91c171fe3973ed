import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { addStudents } from '../../bench/exam-data'
import { connect } from '../../db/connection'
import { startEmbedded } from '../../db/embedded'
import { migrate } from '../../db/migrate'
import { startFront } from '../front'
import { startLine } from '../line'
import { messagesIn, startWriting } from '../messages'
import { openSitting, startSaving } from '../sitting'
import { clientAt, isAlive, loggedIn, pause, type Row, type Stage, seconds, startRepeating, until } from '../stage'
import { acknowledgedIn, cameOnly, savesIn, statusWords } from '../tally'
import { prepareUpload } from '../upload'

const students = 12

/** PostgreSQL is killed, or told to restart, while students save and write through the front of two servers. */
export async function restartsPart(stage: Stage): Promise<Row[]> {
  const { db, url } = await stage.newDatabase()
  const { exam, tokens } = await openSitting(db, 5 * students)
  const servers = [await stage.start(url), await stage.start(url)]
  const front = await startFront(stage, servers)
  const { tally, stop } = await startSaving(stage, { exam, tokens: tokens.slice(0, students) }, () => front.base)
  // Others write, so many and so seldom that each kill meets messages, the last as well.
  const writing = startWriting(stage, tokens.slice(students), () => front.base, tally, 5000)
  const times = 20
  let slowest = 0
  for (let i = 0; i < times; i++) {
    await pause(1000)
    const pid = await stage.postmaster()
    // It breaks off at once as in a crash, or ends its sessions and says so to them.
    process.kill(pid, i % 2 === 0 ? 'SIGQUIT' : 'SIGINT')
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
  const { acknowledged, lost } = await savesIn(db, tally)
  const messages = await messagesIn(db, writing.acknowledged)
  const served = front.served().size
  const part = `faults: PostgreSQL killed or restarted ×${times}`
  return [
    {
      part,
      figure: `${served} servers behind ${front.kind}: ${acknowledged} saves acknowledged, ${lost} lost; ${writing.acknowledged.length} messages, ${messages.lost} lost, ${messages.doubled} doubled; ${writing.silent()} writers done before the last kill`,
      target: '0 lost, 0 doubled; 0',
      ok:
        lost + messages.lost + messages.doubled + writing.silent() === 0 &&
        Math.min(acknowledged, writing.acknowledged.length) > times &&
        served === servers.length,
    },
    {
      part,
      figure: statusWords(tally),
      target: 'only 200 and 503, some of them; none refused',
      ok: cameOnly(tally, 200, 503) && tally.statuses.has(503),
    },
    {
      part,
      figure: `slowest save ${(tally.slowestMs / 1000).toFixed(1)} s, ready again in ${(slowest / 1000).toFixed(1)} s at most`,
      target: 'no hang: below 30 s',
      ok: Math.max(tally.slowestMs, slowest) < 30_000,
    },
  ]
}

/** The line between browser and server is cut in the middle of whatever is under way; the browser sends again. */
export async function cutPart(stage: Stage): Promise<Row[]> {
  const { db, url } = await stage.newDatabase()
  const server = await stage.start(url)
  const line = await startLine(server.base)
  stage.onEnd(line.stop)
  const tokens = await addStudents(db, seconds(), 20)
  // Messages to customer service: unlike orders, nothing but the key keeps them from being there twice.
  const wanted = tokens.flatMap((token) => [1, 2, 3, 4, 5].map((n) => ({ token, text: `只说一次 ${token} ${n}` })))
  const cutter = startCutting(stage, line.cut)
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
  const cuts = await cutter.stop()
  const { rows } = await sql<{ n: number; distinct: number }>`
    select count(*)::int as n, count(distinct text)::int as distinct from cs_messages where text like '只说一次%'`.execute(
    db,
  )
  const { n, distinct } = rows[0]!
  const figure = `${wanted.length} messages through a line cut ${cuts} times, ${sentAgain} sent again: ${distinct} there, ${n - distinct} doubled`
  return [
    {
      part: 'faults: line cut',
      figure,
      target: 'some sent again, all there, 0 doubled',
      ok: sentAgain > 0 && distinct === wanted.length && n === distinct,
    },
  ]
}

function startCutting(stage: Stage, cut: () => void) {
  let cuts = 0
  const stop = startRepeating(stage, async () => {
    await pause(5 + Math.random() * 40)
    cut()
    cuts++
  })
  return { stop: () => stop().then(() => cuts) }
}

/** PostgreSQL on a file system that fills up: refused with 503, nothing acknowledged is lost, and it goes on with space. */
export async function diskPart(stage: Stage): Promise<Row[]> {
  const part = 'faults: disk full'
  const folder = join(stage.folder, 'small')
  mkdirSync(folder, { recursive: true })
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=755', 'tmpfs', folder])
  if (mounted.status !== 0)
    return [
      { part, figure: 'a small file system cannot be mounted here (needs root)', target: '0 lost', ok: 'not here' },
    ]
  stage.onEnd(() => spawnSync('umount', ['-l', folder]))
  const log = pino({ level: 'silent' })
  const embedded = await startEmbedded({ dataDir: folder, log })
  stage.onEnd(embedded.stop)
  const { db, close } = connect(embedded.url, { max: 4, log })
  stage.onEnd(close)
  await migrate(db, log)
  const sitting = await openSitting(db, students)
  const server = await stage.start(embedded.url, { DXX_DATA_DIR: folder })
  const { tally, stop } = await startSaving(stage, sitting, () => server.base)
  await pause(1000)
  const { id } = await db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow()
  // The link is given while there is space.
  const upload = await prepareUpload(clientAt(server.base, await loggedIn(db, id)), server.base, 300_000)
  const ballast = join(folder, 'ballast')
  spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=64k'])
  // What is left in the last files is used up first. Where it is not in so long, the rows tell.
  const refusals = () => (tally.statuses.get(503) ?? 0) + (tally.statuses.get(500) ?? 0)
  await until('a save is refused', () => refusals() > 20, 120_000).catch(() => {})
  const full = await upload.put()
  writeFileSync(ballast, '')
  const before = acknowledgedIn(tally)
  await until('saves go on', () => acknowledgedIn(tally) > before + students, 120_000)
  const spacious = await upload.put()
  const finished = await upload.finish()
  await stop()
  const { acknowledged, lost } = await savesIn(db, tally)
  return [
    {
      part,
      figure: `${acknowledged} saves acknowledged, ${lost} lost; goes on with space again`,
      target: '0 lost',
      ok: lost === 0 && before > 0,
    },
    {
      part,
      figure: statusWords(tally),
      target: 'only 200 and 503, some of them; none refused',
      ok: cameOnly(tally, 200, 503) && tally.statuses.has(503),
    },
    {
      part,
      figure: `a file sent: ${full}; with space again: ${spacious}, ${finished ? 'there' : 'not there'}`,
      target: '503; 204, there',
      ok: full === 503 && spacious === 204 && finished,
    },
  ]
}
