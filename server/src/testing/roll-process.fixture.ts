import { pino } from 'pino'
import { connect } from '../db/connection'
import { rollNumbers } from '../modules/numbers/sum-daily'

/** A process that only sums up the daily numbers, in small batches, until it is killed. */
const [url, now] = [process.argv[2]!, Number(process.argv[3])]
const { db } = connect(url, { max: 2, log: pino({ level: 'silent' }) })
process.stdout.write('ready\n')
for (;;) await rollNumbers(db, now, 3)
