import { pino } from 'pino'
import { readConfig } from '../config'
import { databaseClock } from '../db/database-clock'
import { migrate } from '../db/migrate'
import { openDatabase } from '../db/open'
import { operate, usage } from '../ops/ops'

/** npm run ops -- <area> <verb> …: runs a staff command; the server may keep running. */
export async function main(args: string[]): Promise<void> {
  if (args.length === 0) return console.log(await usage())
  const config = readConfig()
  const log = pino({ level: 'warn' })
  const database = await openDatabase(config, log)
  try {
    await migrate(database.db, log)
    const clock = await databaseClock(database.db, log)
    await operate({ db: database.db, config, clock, print: console.log }, args).finally(clock.stop)
  } finally {
    await database.close()
  }
}
