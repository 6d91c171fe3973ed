import { createHmac } from 'node:crypto'
import { signedText } from '@dxx/contract/signature'
import { median, runLoad } from '../bench/load'
import { benchStudent } from '../bench/student'
import { startTarget } from '../bench/target'
import { currentUnixSeconds, type ScenarioRow, type VerifyEnvironment } from '../environment'
import { saveRatios } from './saves'
import { workersRow } from './workers'

const rounds = 12
const load = { connections: 32, seconds: 1 }
const config = '/api/v1/get_config'
const gvss = '/api/v130/gvss'

/**
 * Measures speed relative to bare reference servers in the same minute, because ratios are comparable between machines
 * and absolute values are not.
 */
export async function ratiosScenario(environment: VerifyEnvironment): Promise<ScenarioRow[]> {
  const { db, url } = await environment.newDatabase()
  const now = String(currentUnixSeconds())
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
    await compare(environment, {
      name: 'signed read, no database',
      measured: 'product',
      against: 'raw',
      target: 65,
      ...read,
    }),
    // For comparison: a signature check alone, with fastify; then with node:http and the headers of every response.
    await compare(environment, {
      name: 'plain fastify that checks the signature',
      measured: 'reference',
      against: 'raw',
      ...read,
    }),
    await compare(environment, {
      name: 'node:http with signature and our headers',
      measured: 'signed',
      against: 'raw',
      ...read,
    }),
    await compare(environment, {
      name: 'read with session and one query',
      measured: 'product',
      against: 'reference',
      target: 80,
      path: gvss,
      headers: student,
      url,
    }),
    await workersRow(environment),
    ...(await saveRatios(environment, db, url)),
  ]
}

const names = { reference: 'fastify + pg', raw: 'node:http' }

interface Comparison {
  name: string
  measured: 'product' | 'reference' | 'signed'
  against: keyof typeof names
  path: string
  headers: Record<string, string>
  /** Database URL. */
  url: string
  /** Required percentage; without it the row is not judged. */
  target?: number
}

async function compare(
  environment: VerifyEnvironment,
  { name, measured, against, path, headers, url, target }: Comparison,
): Promise<ScenarioRow> {
  const reference = await startTarget(against, url)
  environment.onEnd(reference.stop)
  const server = await startTarget(measured, url)
  environment.onEnd(server.stop)
  const run = (base: string) => runLoad({ url: base + path, headers, ...load })
  for (const { base } of [reference, server]) await run(base)
  const referenceRounds: number[] = []
  const serverRounds: number[] = []
  for (let i = 0; i < rounds; i++) {
    referenceRounds.push((await run(reference.base)).perSecond)
    serverRounds.push((await run(server.base)).perSecond)
  }
  reference.stop()
  server.stop()
  const ratio = 100 * median(serverRounds.map((value, i) => value / referenceRounds[i]!))
  const result = `${ratio.toFixed(0)} % (${median(serverRounds).toFixed(0)}/s of ${median(referenceRounds).toFixed(0)}/s)`
  return {
    label: `${name}, against ${names[against]}`,
    result,
    target: target === undefined ? '' : `${target} %`,
    ok: target === undefined ? 'for comparison' : ratio >= target,
  }
}
