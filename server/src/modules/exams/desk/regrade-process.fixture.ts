import { pino } from 'pino'
import { testClock } from '../../../base/clock'
import { connect } from '../../../db/connection'
import type { SeparateProcessInput } from '../../../testing/separate-process'
import { runRegrade } from './regrade-job'

/** Runs every regrade that is not finished, as a job of another server, and then exits. */
const { url, config, now } = JSON.parse(process.env.OWN_PROCESS!) as SeparateProcessInput
const { db, close } = connect(url, { max: 2, log: pino({ level: 'silent' }) })
process.stdout.write('0\n')
const open = await db.selectFrom('exam_regrades').select('id').where('finished_at', 'is', null).orderBy('id').execute()
for (const { id } of open) await runRegrade({ db, config, clock: testClock(now) }, { regrade: id })
await close()
