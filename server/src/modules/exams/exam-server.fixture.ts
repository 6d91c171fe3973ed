import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { buildApp } from '../../app'
import { testClock } from '../../clock'
import type { Config } from '../../config'
import { connect } from '../../db/connection'
import { createEnvironment } from '../../environment'

/** The product in a process of its own, so that it can be killed. */
export interface ExamServerInput {
  url: string
  config: Config
  now: number
}

const { url, config, now } = JSON.parse(process.env.EXAM_SERVER!) as ExamServerInput
const log = pino({ level: 'silent' })
const { db } = connect(url, { max: 6, log })
const app = await buildApp(createEnvironment({ config, db, clock: testClock(now), log }))
await app.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`${(app.server.address() as AddressInfo).port}\n`)
