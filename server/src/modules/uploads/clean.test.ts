import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { temporaryFolder } from '../../adapters/storage/local'
import { inTransaction } from '../../db/transaction'
import { startJobs } from '../../start-jobs'
import type { TestApp } from '../../testing/app'
import { eraseAccount } from '../accounts/erase'
import { cleanUploads, endUnusedUploads, shownIn } from './clean'
import { ownUploads } from './public'
import { keysAt, lying, photo, put, sendUpload, startServers, storages } from './uploads.fixture'

let servers: Record<string, TestApp>
let stop: () => Promise<void>
beforeAll(async () => {
  ;({ servers, stop } = await startServers())
}, 120_000)
afterAll(() => stop())

async function close(server: TestApp, { id }: { id: number }) {
  await inTransaction(server.db, (tx) => eraseAccount(tx, id, server.clock.now()))
}

const rowsOf = ({ db }: TestApp, { id }: { id: number }) =>
  db.selectFrom('uploads').select(['state', 'name']).where('user_id', '=', id).execute()

describe.each(storages)('cleanUploads in %s', (name) => {
  it('removes the files of an erased account, but not equal images of other users', async () => {
    const server = servers[name]!
    const [leaving, staying] = [await server.createUser(), await server.createUser()]
    const client = await server.as(leaving)
    const picture = await photo(1100, 700)
    const sent = []
    for (const [purpose, file, body] of [
      ['avatar', '我.jpg', picture],
      ['student-card', '学生证.jpg', picture],
      ['cs', '截图.jpg', picture],
      ['feedback', '说明.pdf', Buffer.from('%PDF-1.7 mine')],
    ] as const)
      sent.push((await sendUpload(server, client, purpose, file, body)).data)
    await client.call('POST /v1/user_edit', { avatar: String(sent[0]!.id) })
    const refused = await sendUpload(server, client, 'image', 'x.jpg', 'no picture')
    expect(refused.code).toBe(0)
    const link = await client.call('GET /v1/zos_generate_object_upload_link', {
      purpose: 'cs',
      name: '没有传完.pdf',
      size: 4,
    })
    await put(server, link.url, '1234', link.headers)
    const otherKeys = keysAt((await sendUpload(server, await server.as(staying), 'avatar', '他.jpg', picture)).data.url)
    const uids = (await server.db.selectFrom('uploads').select('uid').where('user_id', '=', leaving.id).execute()).map(
      ({ uid }) => `q/${uid}`,
    )
    const ownKeys = [...sent.flatMap(({ url }) => keysAt(url)), ...uids]
    expect(await lying(server, ownKeys)).toHaveLength(3 * 3 + 1 + 2)

    server.clock.advance(601)
    await close(server, leaving)
    expect((await rowsOf(server, leaving)).every((row) => row.state === 'ended' && row.name === '')).toBe(true)
    expect(await (await server.as(leaving)).send('POST /v1/upload_complete', { id: sent[1]!.id })).toMatchObject({
      code: 3,
    })
    // If the storage is unavailable, the rows of the remaining files stay, and the next run continues.
    const away = vi.spyOn(server.env.storage, 'remove').mockRejectedValueOnce(new Error('away'))
    await expect(cleanUploads(server.env)).rejects.toThrow('away')
    away.mockRestore()
    const jobs = startJobs(server.env)
    await jobs.runDue()
    await jobs.stop()
    expect(await lying(server, ownKeys)).toEqual([])
    expect(await rowsOf(server, leaving)).toEqual([])
    const media = sent.map(({ url }) => keysAt(url)[0]!)
    expect(await server.db.selectFrom('media').select('key').where('key', 'in', media).execute()).toEqual([])
    expect(await lying(server, otherKeys)).toEqual(otherKeys)
  })

  it('removes files that a process stored before it crashed without updating the row', async () => {
    const server = servers[name]!
    const user = await server.createUser()
    const client = await server.as(user)
    const body = await photo(400, 300)
    const link = await client.call('GET /v1/zos_generate_object_upload_link', {
      purpose: 'student-card',
      name: 'a.jpg',
      size: body.length,
    })
    await put(server, link.url, body, link.headers)
    const base = `f/u${link.id.replaceAll('-', '')}`
    const left = [`q/${link.id}`, `${base}.webp`, `${base}-320.webp`]
    for (const key of left.slice(1)) await server.env.storage.put(key, body, 'image/webp')
    server.clock.advance(601)
    await close(server, user)
    await cleanUploads(server.env)
    expect(await lying(server, left)).toEqual([])
  })
})

it('cleanUploads removes temporary files that are older than a day', async () => {
  const { env, clock } = servers.local!
  const lying = temporaryFolder(env.config)
  await mkdir(lying, { recursive: true })
  for (const [name, age] of [
    ['left', 86_401],
    ['arriving', 86_399],
  ] as const) {
    await writeFile(join(lying, name), '')
    await utimes(join(lying, name), clock.now() - age, clock.now() - age)
  }
  await cleanUploads(env)
  expect(await readdir(lying)).toEqual(['arriving'])
})

describe('endUnusedUploads', () => {
  const week = 7 * 86_400

  it('ends uploads that are unused for a week (replaced avatar, image never posted) and keeps used ones', async () => {
    const server = servers.local!
    const user = await server.createUser()
    const client = await server.as(user)
    const upload = async (purpose: string, width: number) => {
      const { data } = await sendUpload(server, client, purpose, 'a.jpg', await photo(width, 20))
      return { id: String(data.id), key: keysAt(data.url)[0]! }
    }
    const [first, second] = [await upload('avatar', 21), await upload('avatar', 22)]
    const [support, feedback, forgotten, card] = [
      await upload('cs', 23),
      await upload('feedback', 24),
      await upload('image', 25),
      await upload('student-card', 26),
    ]
    for (const { id } of [first, second]) await client.call('POST /v1/user_edit', { avatar: id })
    await client.call('POST /v1/cs_send', { text: '请看', images: [support.id] })
    await client.call('POST /v1/opinion', { kind: 'bug', text: '有一处错误，请看图', images: [feedback.id] })
    const { id: photoId } = await server.db
      .selectFrom('uploads')
      .select('id')
      .where('uid', '=', card.id)
      .executeTakeFirstOrThrow()
    await server.db
      .insertInto('student_applications')
      .values({
        ...{ user_id: user.id, university_code: '4142010486', school_name: '某大学', class_name: '一班' },
        ...{ student_no: '1', name: '某人', photo_id: photoId, submitted_at: 1 },
      })
      .execute()
    const { id: curriculum } = await server.db
      .insertInto('curricula')
      .values({ kind: 'course', slug: 'pictured', title: '有图的课', created_at: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const shown = await upload('image', 27)
    const post = { user_id: user.id, curriculum_id: curriculum, kind: 'comment' as const, stars: 5, text: '图' }
    await server.db
      .insertInto('posts')
      .values({ ...post, created_at: 1, images: JSON.stringify([shown]) })
      .execute()
    const all = [first, second, support, feedback, forgotten, card, shown].map(({ key }) => key)

    server.clock.advance(week)
    await endUnusedUploads(server.env)
    await cleanUploads(server.env)
    expect(await lying(server, all)).toEqual(all)
    server.clock.advance(1)
    await endUnusedUploads(server.env)
    // An ended upload can no longer be used.
    expect(await ownUploads(server.db, user.id, 'image', [forgotten.id])).toEqual([])
    await cleanUploads(server.env)
    const usedKeys = all.filter((key) => key !== first.key && key !== forgotten.key)
    expect(await lying(server, all)).toEqual(usedKeys)
    expect(await client.send('POST /v1/upload_complete', { id: first.id })).toMatchObject({
      data: { error: 'upload-not-found' },
    })

    await server.db.deleteFrom('posts').where('user_id', '=', user.id).execute()
    await endUnusedUploads(server.env)
    await cleanUploads(server.env)
    expect(await lying(server, all)).toEqual(usedKeys.filter((key) => key !== shown.key))
  })

  it('skips an upload used by a running transaction', async () => {
    const server = servers.local!
    const user = await server.createUser()
    const { data } = await sendUpload(server, await server.as(user), 'image', 'a.jpg', await photo(31, 20))
    server.clock.advance(week + 1)
    await server.db.transaction().execute(async (tx) => {
      expect(await ownUploads(tx, user.id, 'image', [String(data.id)])).toHaveLength(1)
      await endUnusedUploads(server.env)
    })
    expect(await rowsOf(server, user)).toMatchObject([{ state: 'stored' }])
  })

  it('checks every column that can refer to an upload', async () => {
    const { rows } = await sql<{ place: string }>`
      select table_name || '.' || column_name as place from information_schema.columns
      where table_schema = 'public' and column_name in ('images', 'avatar', 'files')
      union
      select c.conrelid::regclass || '.' || a.attname from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confrelid = 'uploads'::regclass order by 1`.execute(servers.local!.db)
    expect(rows.map(({ place }) => place)).toEqual(Object.keys(shownIn).toSorted())
  })
})
