import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../testing/app'
import type { Client } from '../../testing/client'
import { cleanUploads } from './clean'
import { ownUploads } from './public'
import { bytesAt, photo, put, sendUpload, startServers, storages } from './uploads.fixture'

let folder: string
let servers: Record<string, TestApp>
let stop: () => Promise<void>
beforeAll(async () => {
  ;({ servers, folder, stop } = await startServers())
}, 120_000)
afterAll(() => stop())

describe.each(storages)('uploads to %s', (name) => {
  it('re-encodes a photo: rotated, without metadata, in several sizes', async () => {
    const server = servers[name]!
    const client = await server.as()
    const original = await photo(1200, 900)
    expect((await sharp(original).metadata()).exif).toBeDefined()
    const { code, data } = await sendUpload(server, client, 'image', '照片.png', original)
    expect([code, data]).toEqual([
      1,
      expect.objectContaining({ kind: 'image', mime: 'image/webp', width: 1200, height: 900, name: '照片.png' }),
    ])
    const url = String(data.url)
    expect(url).toMatch(/^\/media\/p\/u[0-9a-f]{32}\.webp$/)
    const stored = await sharp(await bytesAt(server, url)).metadata()
    expect([stored.format, stored.exif, stored.width]).toEqual(['webp', undefined, 1200])
    expect((await sharp(await bytesAt(server, url.replace('.webp', '-320.webp'))).metadata()).width).toBe(320)
    // A repeated call returns the same response.
    expect(await client.send('POST /v1/upload_complete', { id: data.id })).toMatchObject({ code: 1, data })
  })

  it('a student card is served only by a signed, expiring link', async () => {
    const server = servers[name]!
    const { data } = await sendUpload(server, await server.as(), 'student-card', '../../card.jpg', await photo(50, 40))
    expect(data.name).toBe('card.jpg')
    expect(data.url).toMatch(/^\/media\/s\/\d+\.[0-9a-f-]{36}\.[\w-]+\/f\//)
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
  ])('rejects an upload for %s named %s because of its content', async (purpose, file, body) => {
    const server = servers[name]!
    const client = await server.as()
    const first = await sendUpload(server, client, purpose, file, body)
    expect(first).toMatchObject({ code: 0, data: { error: 'upload-refused' } })
    expect(first.msg).toMatch(/\p{Script=Han}/u)
  })

  it('concurrent calls of upload_complete return the same response', async () => {
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

  it('attachments are stored unchanged', async () => {
    const server = servers[name]!
    const { data } = await sendUpload(server, await server.as(), 'cs', '说明.pdf', '%PDF-1.7 body')
    expect(data).toMatchObject({ kind: 'file', mime: 'application/pdf', bytes: 13 })
    expect((await bytesAt(server, String(data.url))).toString()).toBe('%PDF-1.7 body')
  })
})
describe('upload limits', () => {
  const ask = (client: Client, input: object) => client.send('GET /v1/zos_generate_object_upload_link', input)

  it('rejects an upload link for guests, too large files and unknown purposes', async () => {
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

  it('rejects more or fewer bytes than declared and a second upload to one link, and leaves no file', async () => {
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

  it('an upload link is refused after ten minutes', async () => {
    const server = servers.local!
    const { url } = await (await server.as()).call('GET /v1/zos_generate_object_upload_link', {
      purpose: 'image',
      name: 'a',
      size: 4,
    })
    server.clock.advance(601)
    expect((await put(server, url, '1234')).status).toBe(403)
  })

  it('rejects an image that is a decompression bomb', async () => {
    const server = servers.local!
    const { msg, data } = await sendUpload(server, await server.as(), 'image', 'bomb.png', bombPng(40_000, 40_000))
    expect([msg, data]).toEqual(['图片的像素太多', { error: 'upload-refused' }])
  })

  it("rejects completion and use of another user's upload", async () => {
    const server = servers.local!
    const [owner, other] = [await server.createUser(), await server.createUser()]
    const { data } = await sendUpload(server, await server.as(owner), 'image', 'a.jpg', await photo(10, 10))
    const id = String(data.id)
    expect(await (await server.as(other)).send('POST /v1/upload_complete', { id })).toMatchObject({
      data: { error: 'upload-not-found' },
    })
    expect(await ownUploads(server.db, other.id, 'image', [id])).toEqual([])
    expect(await ownUploads(server.db, owner.id, 'avatar', [id])).toEqual([])
    expect(await ownUploads(server.db, owner.id, 'image', [id])).toMatchObject([{ uid: id, kind: 'image' }])
  })

  it('unfinished uploads are removed after a day', async () => {
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

/** Creates a single-colour PNG: all rows are zeros and compress to almost nothing. */
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
