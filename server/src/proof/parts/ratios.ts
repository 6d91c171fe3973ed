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
  const rows = [
    await compare(stage, 'signed read, no database', ['product', 'raw'], config, guest, url, 65),
    // How much of that is left once fastify has answered and a signature was checked, and nothing else was done.
    await compare(stage, 'bare fastify with a signature', ['reference', 'raw'], config, guest, url, null),
    await compare(
      stage,
      'session and one query',
      ['product', 'reference'],
      gvss,
      (await benchStudent(db)).headers,
      url,
      80,
    ),
    ...(await saveRatios(stage, db, url)),
  ]
  return rows
}

const names = { reference: 'fastify + pg', raw: 'node:http' }

async function compare(
  stage: Stage,
  name: string,
  [measured, against]: ['product' | 'reference', 'reference' | 'raw'],
  path: string,
  headers: Record<string, string>,
  url: string,
  target: number | null,
): Promise<Row> {
  const reference = await startTarget(against, url)
  stage.onEnd(reference.stop)
  const product = await startTarget(measured, url)
  stage.onEnd(product.stop)
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
    target: `${target ? `${target} %` : 'share'} of ${names[against]}`,
    ok: target === null ? 'for comparison' : ratio >= target,
  }
}
