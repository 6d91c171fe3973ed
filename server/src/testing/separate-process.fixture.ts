import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { buildApp } from '../app'
import { testClock } from '../base/clock'
import { connect } from '../db/connection'
import { createEnvironment } from '../environment'
import type { SeparateProcessInput } from './separate-process'

const { url, config, now } = JSON.parse(process.env.OWN_PROCESS!) as SeparateProcessInput
const log = pino({ level: 'silent' })
const { db } = connect(url, { max: 6, log })
const app = await buildApp(createEnvironment({ config, db, clock: testClock(now), log }))
await app.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`${(app.server.address() as AddressInfo).port}\n`)
