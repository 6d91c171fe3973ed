import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import type { Log } from '../base/log-type'
import { type Connection, connect, type Db } from '../db/connection'

export const template = 'dxx_template'

export const silent: Log = { info: () => {}, warn: () => {}, error: () => {} }

export interface TestDatabase extends Omit<Connection, 'close'> {
  url: string
  drop(): Promise<void>
}

/** Creates a migrated, empty database. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(template)
}

/** Creates a database without tables, for migration tests. */
export async function createBlankDatabase(): Promise<TestDatabase> {
  return createDatabase('template0')
}

/** Copies a test's database. Connections to the original are closed and reconnect by themselves. */
export async function copyDatabase(db: Db): Promise<TestDatabase> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const { name } = rows[0]!
  await asAdmin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  return createDatabase(name)
}

async function createDatabase(from: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await asAdmin(`create database ${name} template ${from}`)
  const url = testUrl(inject('pgUrl'), name)
  const { db, pool, close } = connect(url, { max: 10, log: silent })
  return {
    url,
    db,
    pool,
    drop: async () => {
      await close()
      await asAdmin(`drop database ${name} with (force)`)
    },
  }
}

async function asAdmin(statement: string): Promise<void> {
  const admin = new pg.Client(inject('pgUrl'))
  await admin.connect()
  await admin.query(statement).finally(() => admin.end())
}

/** Returns the URL of another database on the same server. */
export function testUrl(url: string, database: string): string {
  return url.replace('@/postgres?', `@/${database}?`)
}
