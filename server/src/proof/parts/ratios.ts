import { createHmac } from 'node:crypto'
import { signedText } from '@dxx/contract/signature'
import { drive, median } from '../../bench/load'
import { benchStudent } from '../../bench/student'
import { startTarget } from '../../bench/target'
import { type Row, type Stage, seconds } from '../stage'
import { saveRatios } from './saves'

const rounds = 12
const load = { connections: 32, seconds: 1 }
const config = '/api/v1/get_config'
const gvss = '/api/v130/gvss'

/** Speed against bare references of the same minute: ratios travel from machine to machine, figures do not. */
export async function ratiosPart(stage: Stage): Promise<Row[]> {
  const { db, url } = await stage.newDatabase()
  const now = String(seconds())
  const guest = {
    platform: 'H5',
    authorization: createHmac('sha256', '')
      .update(signedText('GET', now, ''))
      .digest('hex'),
    'x-dxx-timestamp': now,
  }
  const student = (await benchStudent(db)).headers
  const read = { path: config, headers: guest, url }
  return [
    await compare(stage, {
      name: 'signed read, no database',
      measured: 'product',
      against: 'raw',
      target: 65,
      ...read,
    }),
    // How much of that is left once a signature was checked and nothing else was done: by fastify, and without it but with
    // the headers that every answer of ours has.
    await compare(stage, { name: 'bare fastify with a signature', measured: 'reference', against: 'raw', ...read }),
    await compare(stage, { name: 'node:http with signature and headers', measured: 'signed', against: 'raw', ...read }),
    await compare(stage, {
      name: 'session and one query',
      measured: 'product',
      against: 'reference',
      target: 80,
      path: gvss,
      headers: student,
      url,
    }),
    ...(await saveRatios(stage, db, url)),
  ]
}

const names = { reference: 'fastify + pg', raw: 'node:http' }

interface Comparison {
  name: string
  measured: 'product' | 'reference' | 'signed'
  against: keyof typeof names
  path: string
  headers: Record<string, string>
  /** The database's. */
  url: string
  /** How many percent it has to reach; nothing is judged where there is none. */
  target?: number
}

async function compare(
  stage: Stage,
  { name, measured, against, path, headers, url, target }: Comparison,
): Promise<Row> {
  const reference = await startTarget(against, url)
  stage.onEnd(reference.stop)
  const server = await startTarget(measured, url)
  stage.onEnd(server.stop)
  const run = (base: string) => drive({ url: base + path, headers, ...load })
  for (const { base } of [reference, server]) await run(base)
  const theirs: number[] = []
  const ours: number[] = []
  for (let i = 0; i < rounds; i++) {
    theirs.push((await run(reference.base)).perSecond)
    ours.push((await run(server.base)).perSecond)
  }
  reference.stop()
  server.stop()
  const ratio = 100 * median(ours.map((value, i) => value / theirs[i]!))
  const figure = `${ratio.toFixed(0)} % (${median(ours).toFixed(0)}/s of ${median(theirs).toFixed(0)}/s)`
  return {
    part: `ratio: ${name}`,
    figure,
    target: `${target ? `${target} %` : 'share'} of ${names[against]}`,
    ok: target === undefined ? 'for comparison' : ratio >= target,
  }
}
