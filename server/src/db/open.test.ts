import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase, silent, testUrl } from '../testing/database'
import { openDatabase } from './open'

const open = (databaseUrl: string | undefined, dataDir = '/unused') =>
  openDatabase({ databaseUrl, dataDir, databasePool: 2 }, silent)

test('openDatabase opens the database of DATABASE_URL', async () => {
  const given = await createTestDatabase()
  const opened = await open(given.url)
  expect(await opened.db.selectFrom('users').selectAll().execute()).toEqual([])
  await opened.close()
  await given.drop()
})

test('openDatabase without DATABASE_URL starts an embedded database, and stops it on close', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dxx-open-'))
  const opened = await open(undefined, folder)
  expect((await sql`select 1 as one`.execute(opened.db)).rows).toEqual([{ one: 1 }])
  await opened.close()
  const again = open(opened.url)
  await expect(again).rejects.toThrow('DATABASE_URL')
  await rm(folder, { recursive: true })
})

test('openDatabase throws an error that names DATABASE_URL and the reason if it cannot connect', async () => {
  const given = await createTestDatabase()
  await expect(open(testUrl(given.url.replace(/@\/\w+/, '@/postgres'), 'nowhere'))).rejects.toThrow(
    '"nowhere" does not exist',
  )
  await expect(open('postgres://postgres@127.0.0.1:1/postgres')).rejects.toThrow(/DATABASE_URL.*ECONNREFUSED/)
  await given.drop()
})
