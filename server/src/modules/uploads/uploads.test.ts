import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { temporaryFolder } from '../../adapters/storage/local'
import { hasRadosgw, startRadosgw } from '../../adapters/storage/radosgw.fixture'
import { startS3 } from '../../adapters/storage/s3-simulator.fixture'
import { storageOf } from '../../adapters/storage/storage'
import { inTransaction } from '../../db/transaction'
import { startJobs } from '../../jobs/start'
import { startTestApp, type TestApp } from '../../testing/app'
import type { Client } from '../../testing/client'
import { eraseAccount } from '../accounts/erase'
import { cleanUploads, endUnusedUploads } from './clean'
import { ownUploads } from './public'
import { shownIn } from './queries'

let folder: string
let simulator: Awaited<ReturnType<typeof startS3>>
let radosgw: Awaited<ReturnType<typeof startRadosgw>> | undefined
const servers: Record<string, TestApp> = {}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dxx-uploads-'))
  simulator = await startS3()
  servers.local = await startTestApp({ dataDir: folder })
  servers.s3 = await startTestApp({ dataDir: folder, storage: { kind: 's3', ...simulator.settings } })
  if (!hasRadosgw) return
  radosgw = await startRadosgw()
  servers.radosgw = await startTestApp({ dataDir: folder, storage: { kind: 's3', ...radosgw.settings } })
}, 120_000)
afterAll(async () => {
  for (const server of Object.values(servers)) await server.close()
  await simulator.close()
  await radosgw?.close()
  await rm(folder, { recursive: true })
})

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2a6bff' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitude: '30/1 30/1 0/1' } })
    .toBuffer()

async function put(server: TestApp, url: string, body: Buffer | string, headers: Record<string, string> = {}) {
  return fetch(url.startsWith('/') ? `${server.base}${url}` : url, {
    method: 'PUT',
    body: new Uint8Array(Buffer.from(body)),
    headers,
  })
}

async function send(server: TestApp, client: Client, purpose: string, name: string, body: Buffer | string) {
  const size = Buffer.byteLength(body)
  const link = await client.call('GET /v1/zos_generate_object_upload_link', { purpose: purpose as 'image', name, size })
  expect((await put(server, link.url, body, link.headers)).ok).toBe(true)
  return client.send('POST /v1/upload_complete', { id: link.id })
}

const bytesAt = async (server: TestApp, url: string) =>
  Buffer.from(await (await fetch(`${server.base}${url}`)).arrayBuffer())

describe.each(['local', 's3', ...(hasRadosgw ? ['radosgw'] : [])])('uploads to %s', (name) => {
  it('a photo is written anew: turned, without what the camera knew, in sizes', async () => {
    const server = servers[name]!
    const client = await server.as()
    const original = await photo(1200, 900)
    expect((await sharp(original).metadata()).exif).toBeDefined()
    const { code, data } = await send(server, client, 'image', '照片.png', original)
    expect([code, data]).toEqual([
      1,
      expect.objectContaining({ kind: 'image', mime: 'image/webp', width: 1200, height: 900, name: '照片.png' }),
    ])
    const url = String(data.url)
    expect(url).toMatch(/^\/media\/p\/u[0-9a-f]{32}\.webp$/)
    const stored = await sharp(await bytesAt(server, url)).metadata()
    expect([stored.format, stored.exif, stored.width]).toEqual(['webp', undefined, 1200])
    expect((await sharp(await bytesAt(server, url.replace('.webp', '-320.webp'))).metadata()).width).toBe(320)
    // The same question again gets the same answer.
    expect(await client.send('POST /v1/upload_complete', { id: data.id })).toMatchObject({ code: 1, data })
  })

  it('a student card can be seen by its owner for a while, and by nobody without a link', async () => {
    const server = servers[name]!
    const { data } = await send(server, await server.as(), 'student-card', '../../card.jpg', await photo(50, 40))
    expect(data.name).toBe('card.jpg')
    expect(data.url).toMatch(/^\/media\/s\/\d+\.[\w-]+\/f\//)
    expect((await fetch(`${server.base}${data.url}`)).status).toBe(200)
    expect((await fetch(`${server.base}${String(data.url).replace(/\/s\/[^/]+/, '')}`)).status).toBe(404)
  })

  it.each([
    ['image', 'x.png', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['image', 'x.jpg', '<!doctype html><script>alert(1)</script>'],
    ['avatar', 'x.gif', 'GIF89a<script>alert(1)</script>'],
    ['image', 'x.png', Buffer.from('89504e470d0a1a0a0000', 'hex')],
    ['cs', 'x.html', '<html><body onload="alert(1)">'],
    ['cs', 'x.exe', Buffer.from('MZ\0\x01\x02', 'latin1')],
    ['image', 'x.pdf', '%PDF-1.7'],
  ])('%s %s is refused by its content', async (purpose, file, body) => {
    const server = servers[name]!
    const client = await server.as()
    const first = await send(server, client, purpose, file, body)
    expect(first).toMatchObject({ code: 0, data: { error: 'upload-refused' } })
    expect(first.msg).toMatch(/\p{Script=Han}/u)
  })

  it('two completions at once answer the same', async () => {
    const server = servers[name]!
    const client = await server.as()
    const body = await photo(640, 480)
    const link = await client.call('GET /v1/zos_generate_object_upload_link', {
      purpose: 'avatar',
      name: 'a.jpg',
      size: body.length,
    })
    await put(server, link.url, body, link.headers)
    const answers = await Promise.all([1, 2].map(() => client.call('POST /v1/upload_complete', { id: link.id })))
    expect(answers[0]).toEqual(answers[1])
  })

  it('attachments keep their bytes', async () => {
    const server = servers[name]!
    const { data } = await send(server, await server.as(), 'cs', '说明.pdf', '%PDF-1.7 body')
    expect(data).toMatchObject({ kind: 'file', mime: 'application/pdf', bytes: 13 })
    expect((await bytesAt(server, String(data.url))).toString()).toBe('%PDF-1.7 body')
  })
})

/** The keys of an address: of the whole picture and of its smaller ones. */
const keysAt = (url: unknown) => {
  const key = String(url).replace(/^\/media\/(s\/[^/]+\/)?/, '')
  return key.endsWith('.webp') ? [key, key.replace('.webp', '-960.webp'), key.replace('.webp', '-320.webp')] : [key]
}

async function lying(server: TestApp, keys: string[]) {
  const sizes = await Promise.all(keys.map((key) => storageOf(server.env.config).size(key)))
  return keys.filter((_, at) => sizes[at] !== null)
}

async function close(server: TestApp, { id }: { id: number }) {
  await inTransaction(server.db, (tx) => eraseAccount(tx, id, server.clock.now()))
}

const rowsOf = ({ db }: TestApp, { id }: { id: number }) =>
  db.selectFrom('uploads').select(['state', 'name']).where('user_id', '=', id).execute()

describe.each(['local', 's3', ...(hasRadosgw ? ['radosgw'] : [])])('files leave %s', (name) => {
  it('with the account that sent them, and nobody else loses the same picture', async () => {
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
      sent.push((await send(server, client, purpose, file, body)).data)
    await client.call('POST /v1/user_edit', { avatar: String(sent[0]!.id) })
    const refused = await send(server, client, 'image', 'x.jpg', 'no picture')
    expect(refused.code).toBe(0)
    const begun = await client.call('GET /v1/zos_generate_object_upload_link', {
      purpose: 'cs',
      name: '没有传完.pdf',
      size: 4,
    })
    await put(server, begun.url, '1234', begun.headers)
    const theirs = keysAt((await send(server, await server.as(staying), 'avatar', '他.jpg', picture)).data.url)
    const uids = (await server.db.selectFrom('uploads').select('uid').where('user_id', '=', leaving.id).execute()).map(
      ({ uid }) => `q/${uid}`,
    )
    const mine = [...sent.flatMap(({ url }) => keysAt(url)), ...uids]
    expect(await lying(server, mine)).toHaveLength(3 * 3 + 1 + 2)

    server.clock.advance(601)
    await close(server, leaving)
    expect((await rowsOf(server, leaving)).every((row) => row.state === 'ended' && row.name === '')).toBe(true)
    expect(await (await server.as(leaving)).send('POST /v1/upload_complete', { id: sent[1]!.id })).toMatchObject({
      code: 3,
    })
    // The storage is away: what was not removed is still known, and the next run goes on.
    const away = vi.spyOn(storageOf(server.env.config), 'remove').mockRejectedValueOnce(new Error('away'))
    await expect(cleanUploads(server.env)).rejects.toThrow('away')
    away.mockRestore()
    const jobs = startJobs(server.env)
    await jobs.runDue()
    await jobs.stop()
    expect(await lying(server, mine)).toEqual([])
    expect(await rowsOf(server, leaving)).toEqual([])
    const media = sent.map(({ url }) => keysAt(url)[0]!)
    expect(await server.db.selectFrom('media').select('key').where('key', 'in', media).execute()).toEqual([])
    expect(await lying(server, theirs)).toEqual(theirs)
  })

  it('where the process died between the file and its row', async () => {
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
    for (const key of left.slice(1)) await storageOf(server.env.config).put(key, body, 'image/webp')
    server.clock.advance(601)
    await close(server, user)
    await cleanUploads(server.env)
    expect(await lying(server, left)).toEqual([])
  })
})

it('what a crash left half written goes after a day', async () => {
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

describe('what nothing shows', () => {
  const week = 7 * 86_400

  it('ends after a week: a replaced avatar, a picture of a deleted post; what is shown stays', async () => {
    const server = servers.local!
    const user = await server.createUser()
    const client = await server.as(user)
    const upload = async (purpose: string, width: number) => {
      const { data } = await send(server, client, purpose, 'a.jpg', await photo(width, 20))
      return { id: String(data.id), key: keysAt(data.url)[0]! }
    }
    const [first, second] = [await upload('avatar', 21), await upload('avatar', 22)]
    const [asked, told, forgotten, card] = [
      await upload('cs', 23),
      await upload('feedback', 24),
      await upload('image', 25),
      await upload('student-card', 26),
    ]
    for (const { id } of [first, second]) await client.call('POST /v1/user_edit', { avatar: id })
    await client.call('POST /v1/cs_send', { text: '请看', images: [asked.id] })
    await client.call('POST /v1/opinion', { kind: 'bug', text: '有一处错误，请看图', images: [told.id] })
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
    const all = [first, second, asked, told, forgotten, card, shown].map(({ key }) => key)

    server.clock.advance(week)
    await endUnusedUploads(server.env)
    await cleanUploads(server.env)
    expect(await lying(server, all)).toEqual(all)
    server.clock.advance(1)
    await endUnusedUploads(server.env)
    // About to be removed: nobody can begin to show it any more.
    expect(await ownUploads(server.db, user.id, 'image', [forgotten.id])).toEqual([])
    await cleanUploads(server.env)
    const kept = all.filter((key) => key !== first.key && key !== forgotten.key)
    expect(await lying(server, all)).toEqual(kept)
    expect(await client.send('POST /v1/upload_complete', { id: first.id })).toMatchObject({
      data: { error: 'upload-not-found' },
    })

    await server.db.deleteFrom('posts').where('user_id', '=', user.id).execute()
    await endUnusedUploads(server.env)
    await cleanUploads(server.env)
    expect(await lying(server, all)).toEqual(kept.filter((key) => key !== shown.key))
  })

  it('one that is about to be shown is left alone', async () => {
    const server = servers.local!
    const user = await server.createUser()
    const { data } = await send(server, await server.as(user), 'image', 'a.jpg', await photo(31, 20))
    server.clock.advance(week + 1)
    await server.db.transaction().execute(async (tx) => {
      expect(await ownUploads(tx, user.id, 'image', [String(data.id)])).toHaveLength(1)
      await endUnusedUploads(server.env)
    })
    expect(await rowsOf(server, user)).toMatchObject([{ state: 'stored' }])
  })

  it('is looked for in every column that can show an upload', async () => {
    const { rows } = await sql<{ place: string }>`
      select table_name || '.' || column_name as place from information_schema.columns
      where table_schema = 'public' and column_name in ('images', 'avatar')
      union
      select c.conrelid::regclass || '.' || a.attname from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confrelid = 'uploads'::regclass order by 1`.execute(servers.local!.db)
    expect(rows.map(({ place }) => place)).toEqual(Object.keys(shownIn).toSorted())
  })
})

describe('limits', () => {
  const ask = (client: Client, input: object) => client.send('GET /v1/zos_generate_object_upload_link', input)

  it('guests, giants and unknown purposes get no link', async () => {
    const server = servers.local!
    const client = await server.as()
    const picture = { purpose: 'image', name: 'a.png', size: 100 }
    expect(await ask(server.guest, picture)).toMatchObject({ code: 3 })
    expect(await ask(client, { ...picture, size: 11 * 1024 * 1024 })).toMatchObject({
      data: { error: 'upload-too-large' },
    })
    expect(await ask(client, { ...picture, purpose: 'course' })).toMatchObject({ data: { error: 'invalid-input' } })
    expect(await ask(client, { ...picture, size: 0 })).toMatchObject({ data: { error: 'invalid-input' } })
  })

  it('more bytes than announced, fewer, or a second time are refused, and nothing stays behind', async () => {
    const server = servers.local!
    const client = await server.as()
    const { id, url } = await client.call('GET /v1/zos_generate_object_upload_link', {
      purpose: 'image',
      name: 'a.png',
      size: 4,
    })
    expect((await put(server, url, '12345')).status).toBe(413)
    expect((await put(server, url, '123')).status).toBe(413)
    expect(await client.send('POST /v1/upload_complete', { id })).toMatchObject({
      data: { error: 'upload-not-received' },
    })
    expect((await put(server, url, '1234')).status).toBe(204)
    expect((await put(server, url, '1234')).status).toBe(409)
    expect((await put(server, `${url}x`, '1234')).status).toBe(403)
    expect(await readdir(join(folder, 'media/tmp'))).toEqual([])
  })

  it('a link ends', async () => {
    const server = servers.local!
    const { url } = await (await server.as()).call('GET /v1/zos_generate_object_upload_link', {
      purpose: 'image',
      name: 'a',
      size: 4,
    })
    server.clock.advance(601)
    expect((await put(server, url, '1234')).status).toBe(403)
  })

  it('a small file that unpacks into a huge picture is refused', async () => {
    const server = servers.local!
    const { msg, data } = await send(server, await server.as(), 'image', 'bomb.png', bombPng(40_000, 40_000))
    expect([msg, data]).toEqual(['图片的像素太多', { error: 'upload-refused' }])
  })

  it('nobody completes or uses the upload of another', async () => {
    const server = servers.local!
    const [owner, other] = [await server.createUser(), await server.createUser()]
    const { data } = await send(server, await server.as(owner), 'image', 'a.jpg', await photo(10, 10))
    const id = String(data.id)
    expect(await (await server.as(other)).send('POST /v1/upload_complete', { id })).toMatchObject({
      data: { error: 'upload-not-found' },
    })
    expect(await ownUploads(server.db, other.id, 'image', [id])).toEqual([])
    expect(await ownUploads(server.db, owner.id, 'avatar', [id])).toEqual([])
    expect(await ownUploads(server.db, owner.id, 'image', [id])).toMatchObject([{ uid: id, kind: 'image' }])
  })

  it('what was begun and never finished is cleaned away after a day', async () => {
    const server = servers.local!
    const client = await server.as()
    const { id, url } = await client.call('GET /v1/zos_generate_object_upload_link', {
      purpose: 'image',
      name: 'a',
      size: 4,
    })
    await put(server, url, '1234')
    expect(await readdir(join(folder, 'media/q'))).toContain(id)
    server.clock.advance(86_400 + 601)
    await cleanUploads(server.env)
    expect(await readdir(join(folder, 'media/q'))).not.toContain(id)
    expect(await (await server.as()).send('POST /v1/upload_complete', { id })).toMatchObject({
      data: { error: 'upload-not-found' },
    })
  })
})

/** A PNG of one colour: all rows are zeros and pack into almost nothing. */
function bombPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const frame = Buffer.alloc(body.length + 8)
    frame.writeUInt32BE(data.length, 0)
    body.copy(frame, 4)
    frame.writeUInt32BE(crc(body), body.length + 4)
    return frame
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * 1000))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function crc(bytes: Buffer): number {
  let value = 0xffffffff
  for (const byte of bytes) {
    value ^= byte
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  }
  return (value ^ 0xffffffff) >>> 0
}
