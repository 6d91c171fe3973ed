import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { repoRoot } from '../../../server/src/base/paths'
import { createTestDatabase, type TestDatabase } from '../../../server/src/testing/database'
import { ownedTables } from '../authorization/owned-rows'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Names of columns with personal data, in any table. */
const telling = 'ip mobile openid email contact nickname student_no subject visitor user_id payload'.split(' ')

it('the inventory of personal data names every table with personal data', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = any(${telling})`.execute(database.db)
  const owned = (await ownedTables(database.db)).map(({ table }) => table)
  const tables = [...new Set([...owned, ...rows.map(({ name }) => name)])]
  const text = await readFile(join(repoRoot, 'docs/security.md'), 'utf8')
  const inventory = /## Personal data([\s\S]*?)\n## /.exec(text)![1]!
  expect(tables.length).toBeGreaterThan(40)
  expect(tables.filter((table) => !inventory.includes(`\`${table}\``)).sort()).toEqual([])
  // The inventory must not name tables that no longer exist.
  const { rows: all } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'`.execute(database.db)
  const named = [...inventory.matchAll(/^\|[^|]*\|([^|]*)\|/gm)].flatMap(([, cell]) => cell!.match(/`(\w+)`/g) ?? [])
  expect(named.filter((name) => !all.some((table) => `\`${table.name}\`` === name))).toEqual([])
})
