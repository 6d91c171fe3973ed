import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../adapters/storage/local'
import { startTestApp, type TestApp } from '../../testing/app'
import type { Client } from '../../testing/client'
import { storedName } from './keys'
import { keysAt, lying, sendUpload } from './uploads.fixture'

let server: TestApp
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dxx-quota-'))
  server = await startTestApp({ dataDir: folder })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const megabyte = 1024 * 1024
const ask = (client: Client, size: number) =>
  client.send('GET /v1/zos_generate_object_upload_link', { purpose: 'cs', name: '资料.zip', size })
/** Creates an image that is small in a lossless format, because it repeats, and large after lossy encoding. */
async function repeatedNoise(): Promise<Buffer> {
  const side = 64
  const noise = await sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer()
  return sharp({ create: { width: 2048, height: 2048, channels: 3, background: '#000' } })
    .composite([{ input: noise, tile: true }])
    .webp({ lossless: true })
    .toBuffer()
}

const full = { code: 0, data: { error: 'upload-quota' } }

/** Adds stored uploads of an account. */
async function stored(userId: number, count: number, createdAt: number) {
  const row = { user_id: userId, purpose: 'cs' as const, name: 'x', bytes: 50 * megabyte, state: 'stored' as const }
  await server.db
    .insertInto('uploads')
    .values(Array.from({ length: count }, () => ({ ...row, created_at: createdAt, expires_at: createdAt })))
    .execute()
}

describe('upload quota', () => {
  it('rejects uploads above 500 MB of one account; other accounts are not affected', async () => {
    const user = await server.createUser()
    const client = await server.as(user)
    await stored(user.id, 9, server.clock.now() - 30 * 86_400)
    expect(await ask(client, 50 * megabyte)).toMatchObject({ code: 1 })
    expect(await ask(client, 1)).toMatchObject(full)
    expect((await ask(client, 1)).msg).toContain('500 MB')
    expect(await ask(await server.as(), 50 * megabyte)).toMatchObject({ code: 1 })
    // When an unused link expires, its bytes no longer count.
    server.clock.advance(601)
    expect(await ask(client, 50 * megabyte)).toMatchObject({ code: 1 })
  })

  it('rejects uploads above 200 MB in 24 hours, even if nothing was stored', async () => {
    const client = await server.as()
    for (let i = 0; i < 4; i++) {
      expect(await ask(client, 50 * megabyte)).toMatchObject({ code: 1 })
      server.clock.advance(3600)
    }
    expect(await ask(client, 1)).toMatchObject(full)
    expect((await ask(client, 1)).msg).toContain('200 MB')
    server.clock.advance(86_400 - 4 * 3600 + 1)
    expect(await ask(client, 1)).toMatchObject({ code: 1 })
  })

  it('only four of twelve parallel requests for 50 MB each are accepted', async () => {
    const client = await server.as()
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask(client, 50 * megabyte)))
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(4)
  })

  it('an upload with more bytes than declared is rejected', async () => {
    const client = await server.as()
    const { data } = await ask(client, 10)
    const put = await fetch(`${server.base}${data.url}`, { method: 'PUT', body: 'x'.repeat(1000) })
    expect(put.status).toBe(413)
    expect(await sendUpload(server, client, 'cs', '说明.txt', '正文')).toMatchObject({ code: 1 })
  })

  it('if re-encoding makes a small image large, the larger number of bytes counts', async () => {
    const user = await server.createUser()
    const client = await server.as(user)
    const picture = await repeatedNoise()
    const { code, data } = await sendUpload(server, client, 'image', '图案.webp', picture)
    expect(code).toBe(1)
    const files = await Promise.all(keysAt(data.url).map((key) => server.env.storage.size(key)))
    const bytes = files.reduce<number>((sum, size) => sum + size!, 0)
    expect(bytes).toBeGreaterThan(10 * picture.length)
    const counted = await server.db.selectFrom('uploads').select('bytes').where('user_id', '=', user.id).execute()
    expect(counted).toEqual([{ bytes }])
  })

  it('refuses an image that exceeds the quota after re-encoding, and removes its files', async () => {
    const user = await server.createUser()
    const client = await server.as(user)
    await stored(user.id, 10, server.clock.now() - 30 * 86_400)
    const picture = await repeatedNoise()
    await server.db
      .updateTable('uploads')
      .set({ bytes: 50 * megabyte - 2 * picture.length })
      .where('id', '=', (eb) =>
        eb
          .selectFrom('uploads')
          .select((max) => max.fn.max('id').as('id'))
          .where('user_id', '=', user.id),
      )
      .execute()
    const answer = await sendUpload(server, client, 'image', '图案.webp', picture)
    expect(answer).toMatchObject({ code: 0, msg: expect.stringContaining('500 MB'), data: { error: 'upload-refused' } })
    const { uid } = await server.db
      .selectFrom('uploads')
      .select('uid')
      .where('user_id', '=', user.id)
      .where('state', '=', 'refused')
      .executeTakeFirstOrThrow()
    expect(await lying(server, keysAt(`/media/p/${storedName(uid)}.webp`))).toEqual([])
  })

  it('a second stream to an upload link ends the first, so that many streams cannot exceed the quota', async () => {
    const client = await server.as()
    const { data } = await ask(client, 2 * megabyte)
    const half = Buffer.alloc(megabyte)
    const streams = Array.from({ length: 6 }, () => {
      const stream = request(`${server.base}${data.url}`, {
        method: 'PUT',
        headers: { 'content-length': 2 * megabyte },
      })
      const ended = new Promise<boolean>((done) => {
        stream.on('error', () => done(true)).on('response', ({ statusCode }) => done(statusCode !== 204))
      })
      stream.write(half)
      return { stream, ended }
    })
    const sizes = async () => {
      const paths = (await readdir(temporaryFolder(server.env.config))).map((name) =>
        join(temporaryFolder(server.env.config), name),
      )
      return Promise.all(paths.map(async (path) => (await stat(path)).size))
    }
    await expect.poll(sizes).toEqual([megabyte])
    const sent = await fetch(`${server.base}${data.url}`, { method: 'PUT', body: Buffer.alloc(2 * megabyte) })
    expect(sent.status).toBe(204)
    expect(await Promise.all(streams.map(({ ended }) => ended))).toEqual(Array(6).fill(true))
    await expect.poll(sizes).toEqual([])
    for (const { stream } of streams) stream.destroy()
  })
})
