import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StudentCallName } from '@dxx/contract/calls'
import { readConfig } from '../../../server/src/config'
import type { Db } from '../../../server/src/db/connection'
import { createSession } from '../../../server/src/http/session'
import { loadSampleData } from '../../../server/src/seed/sample'
import type { BenchDatabase } from './database'
import { median, runLoad } from './load'
import { buildSignedRequest } from './open-loop'
import { startTarget } from './target'

const rounds = 9
const load = { connections: 16, seconds: 1 }
const unit = 'GET /v1/get_user_info'

interface Measured {
  label: string
  name: StudentCallName
  query?: string
  guest?: boolean
  /** Whether to send the ETag of an earlier response, so that the server responds with 304. */
  unchanged?: boolean
  /** Maximum cost, in units of a signed read. */
  target: number
}

/**
 * Measures the cost of the calls that students make most, in units of a signed read with session (get_user_info): the
 * ratio of the throughputs in alternating rounds, with sample data and filled caches.
 */
export async function callsBench({ db, url }: BenchDatabase): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'dxx-bench-calls-'))
  await loadSampleData(db, readConfig({ DXX_ENV: 'test', DXX_DATA_DIR: folder }), () => {})
  const token = await studentToken(db)
  const target = await startTarget('product', url, { DXX_DATA_DIR: folder })
  try {
    const request = ({ name, query = '', guest, ...call }: Pick<Measured, 'name' | 'query' | 'guest'>) => ({
      ...call,
      ...buildSignedRequest(target.base, guest ? '' : token, name, query),
    })
    const units = request({ name: unit })
    const lines = []
    for (const call of await measuredCalls(db)) {
      const { url: address, headers } = request(call)
      if (call.unchanged) headers['if-none-match'] = (await fetch(address, { headers })).headers.get('etag')!
      const run = (to: { url: string; headers: Record<string, string> }, unchanged = false) =>
        runLoad({ url: to.url, headers: to.headers, ...load, unchanged })
      await run(units)
      await run({ url: address, headers }, call.unchanged)
      const ratios: number[] = []
      const perSecond: number[] = []
      for (let round = 0; round < rounds; round++) {
        const reference = (await run(units)).perSecond
        perSecond.push((await run({ url: address, headers }, call.unchanged)).perSecond)
        ratios.push(reference / perSecond.at(-1)!)
      }
      lines.push(
        `${call.label.padEnd(28)} ${median(perSecond).toFixed(0).padStart(5)}/s  ${median(ratios).toFixed(2)} units  (target ${call.target})`,
      )
    }
    return lines
  } finally {
    target.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

export async function studentToken(db: Db): Promise<string> {
  const { id } = await db.selectFrom('users').select('id').where('mobile', '=', '13800000001').executeTakeFirstOrThrow()
  const now = Math.floor(Date.now() / 1000)
  return createSession(db, id, { device: 'bench', platform: 'H5', ip: '127.0.0.1' }, now)
}

/** Calls that students make most, with the sample data. */
export async function measuredCalls(db: Db): Promise<Measured[]> {
  const chapter = await db
    .selectFrom('chapters as ch')
    .innerJoin('curricula as c', 'c.id', 'ch.curriculum_id')
    .select(['ch.uid', 'c.uid as curriculum'])
    .where('c.kind', '=', 'textbook')
    .where('ch.kind', '=', 'text')
    .where('ch.free', '=', true)
    .orderBy('ch.word_count', 'desc')
    .executeTakeFirstOrThrow()
  const details = `id=${chapter.curriculum}`
  return [
    { label: 'chapter', name: 'GET /v1/textbooks_view_chapter', query: `id=${chapter.uid}`, target: 1.5 },
    { label: 'home', name: 'GET /v1/course_index', target: 1.5 },
    { label: 'details', name: 'GET /v1/textbooks_info', query: details, target: 1.5 },
    { label: 'contents', name: 'GET /v1/textbooks_chapter', query: details, target: 1.5 },
    { label: 'list', name: 'GET /v1/course_list', target: 1.5 },
    { label: 'store', name: 'GET /v1/ebook_index', target: 1.5 },
    { label: 'home, guest', name: 'GET /v1/course_index', guest: true, target: 0.5 },
    { label: 'home, guest, unchanged', name: 'GET /v1/course_index', guest: true, unchanged: true, target: 0.3 },
    { label: 'details, guest', name: 'GET /v1/textbooks_info', query: details, guest: true, target: 0.5 },
    { label: 'list, guest', name: 'GET /v1/course_list', guest: true, target: 0.5 },
  ]
}
