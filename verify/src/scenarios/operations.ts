import { statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { backup } from '../../../server/src/db/backup'
import { restore } from '../../../server/src/db/restore'
import { samplePassword } from '../../../server/src/seed/sample-accounts'
import { clientAt, pause, type ScenarioRow, type VerifyEnvironment } from '../environment'
import { openExamLoad, startSavingStudents } from '../load/exam-students'
import { countLostSaves } from '../response-counts'

/** Takes a backup while students save, restores it into another database, and starts a server on that database. */
export async function restoreScenario(environment: VerifyEnvironment): Promise<ScenarioRow[]> {
  const { db, url } = await environment.newDatabase()
  const load = await openExamLoad(db, 8)
  const server = await environment.start(url)
  const { tally, stop } = await startSavingStudents(environment, load, () => server.base)
  await pause(500)
  const before = new Map([...tally.acknowledged].map(([attempt, seqs]) => [attempt, new Set(seqs)]))
  const file = join(environment.folder, 'backup.dxx')
  const source = new pg.Pool({ connectionString: url })
  environment.onEnd(() => source.end())
  const begin = performance.now()
  await backup(source, file)
  const took = (performance.now() - begin) / 1000
  await stop()
  await server.stop()

  const other = await environment.emptyDatabase()
  const target = new pg.Pool({ connectionString: other.url })
  environment.onEnd(() => target.end())
  const again = performance.now()
  const { rows } = await restore(target, file, { replace: false })
  const back = (performance.now() - again) / 1000
  const { acknowledged, lost } = await countLostSaves(other.db, { acknowledged: before })
  const restored = await environment.start(other.url)
  const input = { mobile: '13800000001', password: samplePassword }
  const login = await clientAt(restored.base).send('POST /v1/login_password', input)
  const megabytes = (statSync(file).size / 1024 / 1024).toFixed(1)
  const result = `${rows} rows, ${megabytes} MB, written in ${took.toFixed(1)} s and read in ${back.toFixed(1)} s; ${lost} of ${acknowledged} saves acknowledged before the backup missing; login ${login.code === 1 ? 'works' : 'fails'}`
  return [
    {
      label: 'backup and restore during saves',
      result,
      target: '0 missing, login works',
      ok: acknowledged > 0 && lost === 0 && login.code === 1,
    },
  ]
}
