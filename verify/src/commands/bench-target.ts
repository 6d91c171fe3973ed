import type { AddressInfo } from 'node:net'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { buildApp } from '../../../server/src/app'
import { readConfig } from '../../../server/src/config'
import { connect } from '../../../server/src/db/connection'
import { databaseClock } from '../../../server/src/db/database-clock'
import { createEnvironment } from '../../../server/src/environment'
import { saveBatch } from '../../../server/src/modules/exams/append-steps'
import { rawServer, referenceServer, signedServer } from '../bench/reference'

/** Starts a benchmark server: the app without jobs, or a bare reference. Sends its port to the parent process. */
async function serve(name: string, url: string): Promise<void> {
  if (name === 'raw' || name === 'signed') {
    const server = name === 'raw' ? rawServer() : signedServer()
    server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
    return
  }
  // Saves each step with a statement of its own, for comparison with saves of many students in one statement.
  if (name === 'single-saves') saveBatch.most = 1
  const log = pino({ level: 'silent' })
  const config = {
    ...readConfig({ ...process.env, DXX_ENV: 'test' }),
    floodPerUser: Number.POSITIVE_INFINITY,
    floodPerAddress: Number.POSITIVE_INFINITY,
    trustProxy: ['127.0.0.1'],
  }
  const { db, pool } = connect(url, { max: config.databasePool, log })
  const app =
    name === 'reference'
      ? referenceServer(pool)
      : await buildApp(createEnvironment({ config, db, log, clock: await databaseClock(db, log) }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  process.send?.((app.server.address() as AddressInfo).port)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await serve(process.argv[2] ?? '', process.argv[3] ?? '')
}
