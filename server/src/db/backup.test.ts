import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createBlankDatabase, createTestDatabase, type TestDatabase } from '../testing/database'
import { long } from '../testing/measurements'
import { backup, dump, tablesInOrder } from './backup'
import type { Db } from './connection'
import { appliedMigrations } from './migrate'
import { restore } from './restore'

let source: TestDatabase
let target: TestDatabase
let folder: string
let file: string
beforeEach(async () => {
  source = await createTestDatabase()
  target = await createBlankDatabase()
  folder = await mkdtemp(join(tmpdir(), 'dxx-backup-'))
  file = join(folder, 'all.dxx')
})
afterEach(async () => {
  await source.drop()
  await target.drop()
  await rm(folder, { recursive: true })
})

async function fill(db: Db): Promise<void> {
  const users = await db
    .insertInto('users')
    .values([
      { nickname: '张三\t“引号”\n换行\\反斜杠\\N\\.', mobile: '13800000000', created_at: 1_800_000_000 },
      { nickname: '🎓', avatar: '', created_at: 1_800_000_001, closed_at: 1_800_000_002 },
    ])
    .returning('id')
    .execute()
  const user_id = users[0]!.id
  await db
    .insertInto('sessions')
    .values({
      user_id,
      token_hash: Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
      device: '',
      platform: 'H5',
      ip: '::1',
      created_at: 1,
      last_seen_at: 2,
      expires_at: 3,
    })
    .execute()
  await db
    .insertInto('idempotency')
    .values([
      { user_id, path: '/a', key: crypto.randomUUID(), body_hash: Buffer.alloc(0), created_at: 1 },
      {
        user_id,
        path: '/b',
        key: crypto.randomUUID(),
        body_hash: Buffer.alloc(1),
        reply: JSON.stringify({ 深: [{ 空: null, 行: 'a\nb' }], 数: 1.5 }),
        created_at: 1,
      },
    ])
    .execute()
  const { id } = await db
    .insertInto('curricula')
    .values({ kind: 'course', slug: 's', title: '课程', price_cents: 9900, discount_percent: 87.5, created_at: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('entitlements').values({ user_id, curriculum_id: id, source: 'free', created_at: 1 }).execute()
  // Enough rows for several chunks of the backup file.
  await db
    .insertInto('articles')
    .values(
      Array.from({ length: 300 }, (_, n) => ({
        slug: `第${n}篇`,
        title: '文',
        summary: '',
        html: `<p>${'长文'.repeat(500)}${n}</p>`,
        published_at: n,
      })),
    )
    .execute()
}

async function contents({ pool }: TestDatabase): Promise<Record<string, unknown[]>> {
  const client = await pool.connect()
  try {
    const all: Record<string, unknown[]> = {}
    for (const { table } of await tablesInOrder(client)) {
      all[table] = (await client.query(`select * from ${table} t order by t::text`)).rows
    }
    return all
  } finally {
    client.release()
  }
}

test('backup and restore preserve every value of every table, and id sequences continue', async () => {
  await fill(source.db)
  await backup(source.pool, file)
  const restored = await restore(target.pool, file, { replace: false })
  const before = await contents(source)
  expect(await contents(target)).toEqual(before)
  expect(before).toMatchObject({ messages: [], settings: [] })
  expect(restored.rows).toBe(Object.values(before).flat().length)
  expect(await appliedMigrations(target.db)).toEqual(await appliedMigrations(source.db))
  const next = await target.db
    .insertInto('users')
    .values({ nickname: '新', created_at: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(next.id).toBe(3)
  const message = { user_id: next.id, kind: 'system', title: '', body: '', created_at: 1 } as const
  expect(await target.db.insertInto('messages').values(message).returning('id').execute()).toEqual([{ id: 1 }])
})

test('a backup is readable by its owner only, and no temporary file remains', async () => {
  await backup(source.pool, file)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).toEqual(['all.dxx'])
})

test('a failed backup leaves no file and no connection in use', async () => {
  await fill(source.db)
  await sql`alter table users rename to people`.execute(source.db)
  await sql`alter table migrations rename to gone`.execute(source.db)
  await expect(backup(source.pool, file)).rejects.toThrow('migrations')
  await expect(backup(source.pool, join(folder, 'nowhere/all.dxx'))).rejects.toThrow()
  expect(await readdir(folder)).toEqual([])
  await expect.poll(() => source.pool.totalCount - source.pool.idleCount).toBe(0)
})

test('a backup does not include writes made while it runs, and migrations wait for it', async () => {
  await fill(source.db)
  const before = await contents(source)
  const chunks: (string | Buffer)[] = []
  for await (const chunk of dump(source.pool)) {
    if (chunks.length === 0) {
      await source.db.deleteFrom('articles').execute()
      await source.db.insertInto('users').values({ nickname: '晚到', created_at: 1 }).execute()
      const migrating = source.db.transaction().execute(async (tx) => {
        await sql`set local lock_timeout = '50ms'`.execute(tx)
        await tx.insertInto('migrations').values({ name: '9999_later' }).execute()
      })
      await expect(migrating).rejects.toThrow('lock timeout')
    }
    chunks.push(chunk)
  }
  await writeFile(file, gzipSync(Buffer.concat(chunks.map((chunk) => Buffer.from(chunk)))))
  await restore(target.pool, file, { replace: false })
  expect(await contents(target)).toEqual(before)
})

describe('restore rejects', () => {
  test('a database with tables, unless replacement is requested', async () => {
    await fill(source.db)
    await backup(source.pool, file)
    const other = await createTestDatabase()
    await other.db.insertInto('settings').values({ key: 'old', value: '1' }).execute()
    await expect(restore(other.pool, file, { replace: false })).rejects.toThrow('--replace')
    expect((await contents(other)).settings).toHaveLength(1)
    await restore(other.pool, file, { replace: true })
    expect(await contents(other)).toEqual(await contents(source))
    await other.drop()
  })

  const damage: [string, (zipped: Buffer) => Buffer, string][] = [
    ['a file cut short', (zipped) => zipped.subarray(0, zipped.length - 2000), '不完整或已损坏'],
    ['a file without its last line', (zipped) => edit(zipped, (text) => text.replace('{"end":true}\n', '')), '不完整'],
    ['a changed value', (zipped) => edit(zipped, (text) => text.replace(bytes('课程'), bytes('科程'))), '已损坏'],
    ['a missing row', (zipped) => edit(zipped, (text) => text.replace('"rows":300', '"rows":301')), '已损坏'],
    [
      'a chunk length beyond the maximum',
      (zipped) => edit(zipped, (text) => text.replace(/\n\d+\n1\t/, '\n99999999999\n1\t')),
      '已损坏',
    ],
    ['a value that the table rejects', (zipped) => edit(zipped, (text) => text.replace('course', 'cobble')), 'check'],
    ['a backup of a newer version', (zipped) => edit(zipped, (text) => text.replace('0001_', '0000_')), '更新的版本'],
    ['another kind of file', () => gzipSync('null\n'), '不是多享学的备份'],
    ['a file that is not gzip', () => Buffer.from('hello'), '不是多享学的备份'],
  ]
  // Edits single bytes, because a chunk can end inside a Chinese character.
  const bytes = (text: string) => Buffer.from(text).toString('latin1')
  const edit = (zipped: Buffer, change: (text: string) => string) => {
    const before = gunzipSync(zipped).toString('latin1')
    const after = change(before)
    expect(after).not.toBe(before)
    return gzipSync(Buffer.from(after, 'latin1'))
  }

  test.each(long ? damage : damage.slice(0, 1))(
    '%s, leaving the database unchanged',
    async (_name, change, message) => {
      await fill(source.db)
      await backup(source.pool, file)
      await writeFile(file, change(await readFile(file)))
      const before = await contents(source)
      await expect(restore(source.pool, file, { replace: true })).rejects.toThrow(message)
      expect(await contents(source)).toEqual(before)
      expect(source.pool.totalCount).toBe(source.pool.idleCount)
    },
  )

  test('restore rejects a missing file', async () => {
    await expect(restore(target.pool, join(folder, 'none'), { replace: false })).rejects.toThrow('无法读取备份文件')
  })
})
