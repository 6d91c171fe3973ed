import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { signedText } from '@dxx/contract/signature'
import { sql } from 'kysely'
import { drive, median } from '../../bench/load'
import { signed } from '../../bench/open-loop'
import { benchStudent } from '../../bench/student'
import { startTarget } from '../../bench/target'
import { Sender } from '../sender'
import { openSitting } from '../sitting'
import { type Row, type Stage, seconds } from '../stage'

const rounds = 12
const load = { connections: 32, seconds: 1 }

/** Speed against bare references of the same minute: ratios travel from machine to machine, figures do not. */
export async function ratiosPart(stage: Stage): Promise<Row[]> {
  const { db, url, close } = await stage.newDatabase()
  const now = String(seconds())
  const guest = {
    platform: 'H5',
    authorization: createHmac('sha256', '')
      .update(signedText('GET', now, ''))
      .digest('hex'),
    'x-dxx-timestamp': now,
  }
  const rows = [
    await compare('signed read, no database', 'raw', '/api/v1/get_config', guest, url, 65),
    await compare('session and one query', 'reference', '/api/v130/gvss', (await benchStudent(db)).headers, url, 80),
    await saves(stage, db, url),
  ]
  await close()
  return rows
}

async function compare(
  name: string,
  against: string,
  path: string,
  headers: Record<string, string>,
  url: string,
  target: number,
): Promise<Row> {
  const reference = await startTarget(against, url)
  const product = await startTarget('product', url)
  const run = (base: string) => drive({ url: base + path, headers, ...load })
  for (const { base } of [reference, product]) await run(base)
  const theirs: number[] = []
  const ours: number[] = []
  for (let i = 0; i < rounds; i++) {
    theirs.push((await run(reference.base)).perSecond)
    ours.push((await run(product.base)).perSecond)
  }
  reference.stop()
  product.stop()
  const ratio = 100 * median(ours.map((value, i) => value / theirs[i]!))
  const figure = `${ratio.toFixed(0)} % (${median(ours).toFixed(0)}/s of ${median(theirs).toFixed(0)}/s)`
  return {
    part: `ratio: ${name}`,
    figure,
    target: `${target} % of ${against === 'raw' ? 'node:http' : 'fastify + pg'}`,
    ok: ratio >= target,
  }
}

const clients = 16
const saveSeconds = 5

/** A saved answer is a durable write: against pgbench's single-row insert at as many clients, round by round. */
async function saves(stage: Stage, db: Parameters<typeof openSitting>[0], url: string): Promise<Row> {
  const part = 'ratio: durable save'
  const { tokens, exam } = await openSitting(db, clients)
  await sql`create table inserted (id bigint generated always as identity primary key, text text not null)`.execute(db)
  const script = join(stage.folder, 'insert.sql')
  writeFileSync(script, "insert into inserted (text) values ('an answer of a few words');\n")
  const pgbench = () => {
    const { stdout, status } = spawnSync(
      'pgbench',
      ['-n', '-c', String(clients), '-j', '2', '-T', String(saveSeconds), '-f', script, url],
      { encoding: 'utf8' },
    )
    return status === 0 ? Number(/tps = ([\d.]+)/.exec(stdout)?.[1]) : null
  }
  if (pgbench() === null) return { part, figure: 'no pgbench here', target: '45 %', ok: null }
  const product = await startTarget('product', url)
  const sats = await Promise.all(
    tokens.map(async (token) => {
      const sender = new Sender(1)
      const { data } = await sender.send(
        signed(product.base, token, 'GET', '/v1/exam_start', `id=${exam}&device=${crypto.randomUUID()}`),
      )
      const list = data.questions as { id: string; type: string }[]
      return {
        token,
        attempt: (data.attempt as { id: string }).id,
        judge: list.find(({ type }) => type === 'judge')!.id,
        seq: 0,
      }
    }),
  )
  const ours: number[] = []
  const theirs: number[] = []
  for (let i = 0; i < 4; i++) {
    theirs.push(pgbench()!)
    const end = performance.now() + saveSeconds * 1000
    const sender = new Sender(clients)
    const tasks = sats.map((sat) => async () => {
      while (performance.now() < end) {
        const steps = [{ seq: ++sat.seq, question: sat.judge, answer: { type: 'judge', value: true }, at: seconds() }]
        const body = JSON.stringify({ attempt: sat.attempt, epoch: 1, steps })
        await sender.send(signed(product.base, sat.token, 'POST', '/v1/exam_save', body))
      }
    })
    const took = await sender.all(tasks)
    if (sender.refused > 0) throw new Error(sender.why)
    ours.push(sender.latencies.length / took)
  }
  product.stop()
  const ratio = 100 * median(ours.map((value, i) => value / theirs[i]!))
  const figure = `${ratio.toFixed(0)} % (${median(ours).toFixed(0)} saves/s, ${median(theirs).toFixed(0)} inserts/s at ${clients} clients)`
  return { part, figure, target: '45 % of pgbench', ok: ratio >= 45 }
}
