import { statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { backup } from '../../db/backup'
import { restore } from '../../db/restore'
import { samplePassword } from '../../db/seed/people'
import { openSitting, startSaving } from '../sitting'
import { clientAt, pause, type Row, type Stage } from '../stage'

/** A backup is taken while students save, restored elsewhere, and a server is started on it. */
export async function restorePart(stage: Stage): Promise<Row[]> {
  const { db, url, close } = await stage.newDatabase()
  const sitting = await openSitting(db, 8)
  const server = await stage.start(url)
  const { tally, stop } = await startSaving(sitting, () => server.base)
  await pause(500)
  const before = [...tally.kept].map(([attempt, seqs]) => [attempt, seqs.size] as const)
  const file = join(stage.folder, 'backup.dxx')
  const source = new pg.Pool({ connectionString: url })
  const begin = performance.now()
  await backup(source, file)
  const took = (performance.now() - begin) / 1000
  await source.end()
  await stop()
  await server.stop()

  const other = await stage.emptyDatabase()
  const target = new pg.Pool({ connectionString: other.url })
  const again = performance.now()
  const { rows } = await restore(target, file, { replace: false })
  const back = (performance.now() - again) / 1000
  await target.end()
  let lost = 0
  for (const [attempt, acknowledged] of before) {
    const { rows: found } = await sql<{ n: number }>`
      select count(*)::int as n from exam_steps s join exam_attempts a on a.id = s.attempt_id where a.uid = ${attempt}`.execute(
      other.db,
    )
    lost += Math.max(0, acknowledged - found[0]!.n)
  }
  const restored = await stage.start(other.url)
  const input = { mobile: '13800000001', password: samplePassword }
  const login = await clientAt(restored.base).send('POST /v1/login_password', input)
  await restored.stop()
  await close()
  const megabytes = (statSync(file).size / 1024 / 1024).toFixed(1)
  const figure = `${rows} rows, ${megabytes} MB, written in ${took.toFixed(1)} s and read in ${back.toFixed(1)} s; ${lost} of what was acknowledged before is missing; login ${login.code === 1 ? 'works' : 'fails'}`
  return [
    {
      part: 'operations: backup and restore',
      figure,
      target: '0 missing, login works',
      ok: lost === 0 && login.code === 1,
    },
  ]
}
