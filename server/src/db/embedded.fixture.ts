import pg from 'pg'
import { startEmbedded } from './embedded'

/**
 * Replaces the app in embedded.test.ts, as a separate process that can be killed.
 * Inserts rows one after another and prints the number of each row once the database has acknowledged it.
 */
const log = { info: () => {}, warn: () => {}, error: () => {} }
const say = (line: string) => process.stdout.write(`${line}\n`)

say('starting')
const embedded = await startEmbedded({ dataDir: process.argv[2]!, log })
const client = new pg.Client(embedded.url)
client.on('error', () => {})
await client.connect()
await client.query('select pg_advisory_lock(1)')
await client.query('create table if not exists acknowledged (n int generated always as identity)')
await client.query('select pg_advisory_unlock(1)')
let running = true
process.on('SIGTERM', () => {
  running = false
})
while (running) {
  const { rows } = await client.query('insert into acknowledged default values returning n')
  say(String(rows[0].n))
}
await client.end()
await embedded.stop()
