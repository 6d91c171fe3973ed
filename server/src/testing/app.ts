import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { buildApp } from '../app'
import { testClock } from '../base/clock'
import { readConfig } from '../config'
import type { Environment } from '../context'
import { createEnvironment } from '../environment'
import { createSession } from '../http/session'
import { Client } from './client'
import { createTestDatabase } from './database'

/** A fixed time: 2027-01-15 16:00 in Shanghai, a Friday. */
export const testStart = 1_800_000_000

interface NewUser {
  nickname?: string
  mobile?: string | null
  passwordHash?: string | null
  studentStatus?: 'none' | 'pending' | 'passed' | 'rejected'
}

/** Starts a server with its own port, its own database and a fixed clock. */
export async function startTestApp(overrides: Partial<Environment['config']> = {}) {
  const database = await createTestDatabase()
  const clock = testClock(testStart)
  const config = { ...readConfig({ DXX_ENV: 'test' }), ...overrides }
  const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' })
  const { db } = database
  const env = createEnvironment({ config, db, clock, log })
  const app = await buildApp(env)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const now = () => clock.now()

  let nextMobile = 13900000000
  async function createUser({ nickname = '测试同学', mobile, passwordHash, studentStatus = 'none' }: NewUser = {}) {
    const row = {
      nickname,
      mobile: mobile === undefined ? String(nextMobile++) : mobile,
      password_hash: passwordHash ?? null,
      student_status: studentStatus,
      created_at: clock.now(),
    }
    return database.db.insertInto('users').values(row).returning(['id', 'uid', 'mobile']).executeTakeFirstOrThrow()
  }

  return {
    app,
    env,
    db: database.db,
    url: database.url,
    clock,
    base,
    createUser,
    guest: new Client(base, now),
    withToken: (token: string) => new Client(base, now, token),
    /** Returns a client logged in as the given user, or as a new user. */
    async as(user?: { id: number }) {
      const { id } = user ?? (await createUser())
      return new Client(
        base,
        now,
        await createSession(
          database.db,
          id,
          { device: 'test', platform: 'H5', ip: '127.0.0.1', by: 'password' },
          now(),
        ),
      )
    },
    async close() {
      // Closed first, because clients that have not read their responses would delay closing.
      app.server.closeAllConnections()
      await app.close()
      await env.code.close()
      await database.drop()
    },
  }
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>
