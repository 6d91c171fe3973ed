import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { testClock } from '../../clock'
import type { Config } from '../../config'
import { connect } from '../../db/connection'
import { notifyRoutes } from './notify'

/** Takes payment notifications in a process of its own, so that it can be killed. */
export interface NotifyServerInput {
  url: string
  config: Config
  now: number
}

const log = { info: () => {}, warn: () => {}, error: () => {} }
const { url, config, now } = JSON.parse(process.env.NOTIFY_SERVER!) as NotifyServerInput
const { db } = connect(url, { max: 4, log })
const app = fastify()
await notifyRoutes(app, { config, db, clock: testClock(now), log })
await app.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`${(app.server.address() as AddressInfo).port}\n`)
