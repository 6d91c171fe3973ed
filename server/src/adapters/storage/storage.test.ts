import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localStorage } from './local'
import { hasRadosgw, startRadosgw } from './radosgw.fixture'
import { s3Storage } from './s3'
import { startS3 } from './s3-simulator.fixture'
import type { Storage } from './storage'
import { readUploadToken, uploadToken } from './upload-token'

const all = async (stream: Readable) => Buffer.concat(await stream.toArray()).toString()

let folder: string
let simulator: Awaited<ReturnType<typeof startS3>>
let radosgw: Awaited<ReturnType<typeof startRadosgw>>
const storages: Record<string, () => Storage> = {
  local: () => localStorage({ dataDir: folder, secret: 'secret' }),
  s3: () => s3Storage(simulator.settings),
  ...(hasRadosgw && { radosgw: () => s3Storage(radosgw.settings) }),
}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dxx-storage-'))
  simulator = await startS3()
  if (hasRadosgw) radosgw = await startRadosgw()
}, 120_000)
afterAll(async () => {
  await simulator.close()
  await radosgw?.close()
  await rm(folder, { recursive: true })
})

describe.each(Object.keys(storages))('storage %s', (name) => {
  it('stores, reads, replaces and deletes bytes and files, and reads ranges', async () => {
    const storage = storages[name]!()
    expect(await storage.size('f/none.bin')).toBeNull()
    await storage.put('f/a.txt', Buffer.from('0123456789'), 'text/plain')
    const file = join(folder, 'source')
    await writeFile(file, '从文件来')
    await storage.put('v/abc/b.txt', { path: file }, 'text/plain')
    expect(await storage.size('f/a.txt')).toBe(10)
    expect(await all(await storage.read('f/a.txt'))).toBe('0123456789')
    expect(await all(await storage.read('f/a.txt', { start: 2, end: 4 }))).toBe('234')
    expect(await all(await storage.read('v/abc/b.txt'))).toBe('从文件来')
    await storage.put('f/a.txt', Buffer.from('new'), 'text/plain')
    expect(await all(await storage.read('f/a.txt'))).toBe('new')
    await storage.remove('f/a.txt')
    await storage.remove('f/a.txt')
    expect(await storage.size('f/a.txt')).toBeNull()
  })
})

describe.each(Object.keys(storages).filter((name) => name !== 'local'))('parts of a large file on %s', (name) => {
  it('a file above the size of a part is stored whole, also if the last part is short', async () => {
    // The least size of a part that S3 accepts.
    const partBytes = 5 * 1024 * 1024
    const storage = s3Storage((name === 's3' ? simulator : radosgw).settings, partBytes)
    const bytes = Buffer.alloc(2 * partBytes + 12_345, '多享学')
    const file = join(folder, 'large')
    await writeFile(file, bytes)
    await storage.put('v/abc/large.mp4', { path: file }, 'video/mp4')
    expect(await storage.size('v/abc/large.mp4')).toBe(bytes.length)
    const stored = Buffer.concat(await (await storage.read('v/abc/large.mp4')).toArray())
    expect(stored.equals(bytes)).toBe(true)
    await storage.remove('v/abc/large.mp4')
  })
})

describe('parts that fail', () => {
  const parted = () => s3Storage(simulator.settings, 1000)
  const largeFile = async () => {
    const path = join(folder, 'parts')
    await writeFile(path, Buffer.alloc(2500, 'x'))
    return { path }
  }

  it('a failed part is sent again, and the other parts are not', async () => {
    simulator.faults.parts = 2
    simulator.faults.partRequests = 0
    await parted().put('v/abc/again.mp4', await largeFile(), 'video/mp4')
    expect(simulator.faults.partRequests).toBe(5)
    expect(simulator.objects.get('v/abc/again.mp4')?.body.length).toBe(2500)
  })

  it('an upload whose part fails three times is an error and leaves no parts', async () => {
    simulator.faults.parts = 3
    await expect(parted().put('v/abc/lost.mp4', await largeFile(), 'video/mp4')).rejects.toThrow('500')
    expect([simulator.objects.has('v/abc/lost.mp4'), simulator.uploads.size]).toEqual([false, 0])
  })
})

describe.each(Object.keys(storages).filter((name) => name !== 'local'))('links and rules of %s', (name) => {
  const now = Math.floor(Date.now() / 1000)

  it('a link to read a file returns the whole file or a range, with the headers that the link names', async () => {
    const storage = storages[name]!()
    await storage.put('f/linked.bin', Buffer.from('0123456789'), 'application/octet-stream')
    const headers = { mime: 'video/mp4', caching: 'private, max-age=60', disposition: "attachment; filename*=UTF-8''a" }
    const url = await storage.readLink!('f/linked.bin', { ...headers, now, expiresAt: now + 60 })
    const whole = await fetch(url)
    expect([whole.status, await whole.text()]).toEqual([200, '0123456789'])
    expect(['content-type', 'cache-control', 'content-disposition'].map((header) => whole.headers.get(header))).toEqual(
      [headers.mime, headers.caching, headers.disposition],
    )
    const range = await fetch(url, { headers: { range: 'bytes=7-' } })
    expect([range.status, await range.text()]).toEqual([206, '789'])
  })

  it('a link to read a file does not open another file and cannot be used to write', async () => {
    const storage = storages[name]!()
    await storage.put('f/one.bin', Buffer.from('one'), '')
    await storage.put('f/two.bin', Buffer.from('two'), '')
    const url = await storage.readLink!('f/one.bin', {
      mime: 'text/plain',
      caching: 'private',
      now,
      expiresAt: now + 60,
    })
    expect((await fetch(url.replace('one.bin', 'two.bin'))).status).toBe(403)
    expect((await fetch(url, { method: 'PUT', body: 'other' })).status).toBe(403)
  })
})

it('the rules of a bucket delete unfinished uploads and unchecked files, and allow our pages to read', async () => {
  await storages.s3!().setRules!(['https://study.example.cn'])
  expect(simulator.rules.get('lifecycle')).toMatch(/<AbortIncompleteMultipartUpload><DaysAfterInitiation>1</)
  expect(simulator.rules.get('lifecycle')).toMatch(/<Prefix>q\/<\/Prefix>.*<Expiration><Days>3</)
  expect(simulator.rules.get('cors')).toContain('<AllowedOrigin>https://study.example.cn</AllowedOrigin>')
})

it('local storage rejects keys outside its folder', async () => {
  const storage = storages.local!()
  for (const key of ['../x', 'f/../../x', '/etc/passwd', 'f/.hidden', 'f//x', 'f/a/../../../x', 'f/a\0b'])
    await expect(storage.put(key, Buffer.from('x'), 'text/plain')).rejects.toThrow('not a storage key')
})

describe.each(Object.keys(storages).filter((name) => name !== 'local'))('upload URL of %s', (name) => {
  it('accepts an upload of exactly the announced size and type; a request with a wrong secret fails', async () => {
    const storage = storages[name]!()
    const now = Math.floor(Date.now() / 1000)
    const upload = { bytes: 5, mime: 'application/octet-stream', now, expiresAt: now + 600 }
    const { url, headers } = await storage.uploadLink('q/one', upload)
    expect((await fetch(url, { method: 'PUT', headers, body: 'too long' })).status).toBe(403)
    expect((await fetch(url, { method: 'PUT', headers: { 'content-type': 'text/html' }, body: '12345' })).status).toBe(
      403,
    )
    expect((await fetch(url, { method: 'PUT', headers, body: '12345' })).status).toBe(200)
    expect(await storage.size('q/one')).toBe(5)
    const wrong = s3Storage({ ...(name === 's3' ? simulator : radosgw).settings, secretKey: 'guessed' })
    await expect(wrong.size('q/one')).rejects.toThrow('403')
  })
})

describe('upload tokens', () => {
  const grant = { key: 'q/x', bytes: 5, expiresAt: 100 }
  it('returns the grant until the token expires, and null afterwards or with another secret', () => {
    const token = uploadToken('secret', grant)
    expect(readUploadToken('secret', token, 99)).toEqual(grant)
    expect(readUploadToken('secret', token, 100)).toBeNull()
    expect(readUploadToken('other', token, 99)).toBeNull()
  })
  it.each(['', '.', 'a.b', `${uploadToken('secret', grant)}x`, uploadToken('secret', grant).replace('.', '')])(
    'returns null for an invalid or changed token: %s',
    (token) => expect(readUploadToken('secret', token, 1)).toBeNull(),
  )
})
