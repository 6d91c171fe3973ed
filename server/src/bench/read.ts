import { createHmac } from 'node:crypto'
import { signedText } from '@dxx/contract/signature'
import { createSession } from '../http/session'
import type { BenchDatabase } from './database'
import { drive, type Figures, median } from './load'
import { startTarget } from './target'

const rounds = 12
const load = { connections: 32, seconds: 1 }

/** A signed read with session and one query, against bare fastify + pg with the same two look-ups. Target: 80 %. */
export async function readBench({ db, url }: BenchDatabase): Promise<string[]> {
  const now = Math.floor(Date.now() / 1000)
  const user = await db
    .insertInto('users')
    .values({ nickname: '压测同学', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const token = await createSession(db, user.id, { device: 'bench', platform: 'H5', ip: '127.0.0.1' }, now)
  const headers = {
    platform: 'H5',
    authorization: createHmac('sha256', token)
      .update(signedText('GET', now, ''))
      .digest('hex'),
    'x-dxx-timestamp': String(now),
    'x-dxx-token': token,
  }
  const targets = { reference: await startTarget('reference', url), product: await startTarget('product', url) }
  const figures: Record<keyof typeof targets, Figures[]> = { reference: [], product: [] }
  const names = ['reference', 'product'] as const
  for (const name of names)
    await drive({ url: `${targets[name].base}/api/v130/gvss`, headers, connections: 32, seconds: 1 })
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      figures[name].push(await drive({ url: `${targets[name].base}/api/v130/gvss`, headers, ...load }))
    }
  }
  for (const { stop } of Object.values(targets)) stop()
  const perSecond = (name: keyof typeof targets) => median(figures[name].map((run) => run.perSecond))
  const line = (name: keyof typeof targets) =>
    `${name.padEnd(10)} ${perSecond(name).toFixed(0)}/s  p50 ${median(figures[name].map((run) => run.p50))} ms  p99 ${median(figures[name].map((run) => run.p99))} ms`
  return [
    line('reference'),
    line('product'),
    `ratio      ${(100 * median(figures.product.map((run, i) => run.perSecond / figures.reference[i]!.perSecond))).toFixed(1)} %  (target 80 %)`,
  ]
}
