import { statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { backup } from '../../db/backup'
import { restore } from '../../db/restore'
import { samplePassword } from '../../db/seed/people'
import { openSitting, startSaving } from '../sitting'
import { clientAt, pause, type Row, type Stage } from '../stage'
import { savesIn } from '../tally'

/** A backup is taken while students save, restored elsewhere, and a server is started on it. */
export async function restorePart(stage: Stage): Promise<Row[]> {
  const { db, url } = await stage.newDatabase()
  const sitting = await openSitting(db, 8)
  const server = await stage.start(url)
  const { tally, stop } = await startSaving(stage, sitting, () => server.base)
  await pause(500)
  const before = new Map([...tally.kept].map(([attempt, seqs]) => [attempt, new Set(seqs)]))
  const file = join(stage.folder, 'backup.dxx')
  const source = new pg.Pool({ connectionString: url })
  stage.onEnd(() => source.end())
  const begin = performance.now()
  await backup(source, file)
  const took = (performance.now() - begin) / 1000
  await stop()
  await server.stop()

  const other = await stage.emptyDatabase()
  const target = new pg.Pool({ connectionString: other.url })
  stage.onEnd(() => target.end())
  const again = performance.now()
  const { rows } = await restore(target, file, { replace: false })
  const back = (performance.now() - again) / 1000
  const { acknowledged, lost } = await savesIn(other.db, { kept: before })
  const restored = await stage.start(other.url)
  const input = { mobile: '13800000001', password: samplePassword }
  const login = await clientAt(restored.base).send('POST /v1/login_password', input)
  const megabytes = (statSync(file).size / 1024 / 1024).toFixed(1)
  const figure = `${rows} rows, ${megabytes} MB, written in ${took.toFixed(1)} s and read in ${back.toFixed(1)} s; ${lost} of ${acknowledged} saves that were acknowledged before are missing; login ${login.code === 1 ? 'works' : 'fails'}`
  return [
    {
      part: 'operations: backup and restore',
      figure,
      target: '0 missing, login works',
      ok: acknowledged > 0 && lost === 0 && login.code === 1,
    },
  ]
}
