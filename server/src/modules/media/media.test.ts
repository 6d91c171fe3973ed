import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { s3Storage } from '../../adapters/storage/s3'
import { startS3 } from '../../adapters/storage/s3-simulator.fixture'
import type { Storage } from '../../adapters/storage/storage'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import { signedUrl, withMediaUrls } from './links'
import { parseRange } from './routes'
import { sniffHead } from './sniff'
import { cleanSvg } from './svg'

let server: TestApp
let folder: string
let storage: Storage
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dxx-media-'))
  server = await startTestApp({ dataDir: folder })
  storage = server.env.storage
  await storage.put('p/pic.webp', Buffer.from('picture'), '')
  await storage.put('f/paid.mp4', Buffer.from('0123456789'), '')
  await storage.put('f/paid.svg', Buffer.from('<svg/>'), '')
  await storage.put('f/paper.docx', Buffer.from('docx'), '')
  await storage.put('v/abc/master.m3u8', Buffer.from('#EXTM3U'), '')
  await storage.put('v/abc/360p/one.ts', Buffer.from('segment'), '')
  await storage.put('v/other/master.m3u8', Buffer.from('#EXTM3U'), '')
  await storage.put('q/unchecked', Buffer.from('unchecked'), '')
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${server.base}${path}`, { headers })
const link = (key: string, now = testStart) => signedUrl(server.env.config.secret, key, now)

describe('media URLs', () => {
  it('public files are sent with immutable caching, and unchanged files are answered with status 304', async () => {
    const response = await get('/media/p/pic.webp')
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(response.headers.get('cache-control')).toContain('immutable')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const again = await get('/media/p/pic.webp', { 'if-none-match': response.headers.get('etag')! })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  it('paid files require a valid signature', async () => {
    const url = link('f/paid.mp4')
    expect(await (await get(url)).text()).toBe('0123456789')
    const [, , , token = ''] = url.split('/')
    const refused = [
      '/media/f/paid.mp4',
      '/media/p/../f/paid.mp4',
      '/media/p/%2e%2e/f/paid.mp4',
      `/media/s/${token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))}/f/paid.mp4`,
      `/media/s/${token.replace(/^\d+/, String(testStart + 999_999))}/f/paid.mp4`,
      `/media/s/${token}/f/paid.svg`,
      `/media/s/${token}/q/unchecked`,
      '/media/q/unchecked',
      '/media/s/x/f/paid.mp4',
      link('f/paid.mp4', testStart - 7 * 3600),
    ]
    for (const path of refused) expect((await get(path)).status, path).toBeGreaterThanOrEqual(403)
  })

  it('a signature for a streamed video covers its folder only', async () => {
    const url = link('v/abc/master.m3u8')
    expect((await get(url)).headers.get('content-type')).toBe('application/vnd.apple.mpegurl')
    expect(await (await get(url.replace('master.m3u8', '360p/one.ts'))).text()).toBe('segment')
    expect((await get(url.replace('v/abc', 'v/other'))).status).toBe(403)
  })

  it('links of the same 15 minutes are equal', () => {
    expect(link('f/paid.mp4', testStart + 60)).toBe(link('f/paid.mp4', testStart + 1))
  })

  it('files that a browser could execute are sent as attachments, videos inline', async () => {
    const svg = await get(link('f/paid.svg'))
    expect(svg.headers.get('content-disposition')).toBe('attachment')
    expect(svg.headers.get('content-security-policy')).toContain('sandbox')
    const docx = await get(`${link('f/paper.docx')}?name=${encodeURIComponent('课件"; x=.docx')}`)
    expect(docx.headers.get('content-disposition')).toBe(
      `attachment; filename*=UTF-8''${encodeURIComponent('课件"; x=.docx')}`,
    )
    expect((await get(link('f/paid.mp4'))).headers.get('content-disposition')).toBeNull()
  })

  it.each([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=5-99', 206, '56789', 'bytes 5-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=0-1,4-5', 200, '0123456789', null],
    ['nonsense', 200, '0123456789', null],
  ])('the range header %s gets status %d and the content "%s"', async (range, status, body, content) => {
    const response = await get(link('f/paid.mp4'), { range })
    expect([response.status, await response.text(), response.headers.get('content-range')]).toEqual([
      status,
      body,
      content,
    ])
  })

  it("nginx sends files that need no metering, with the server's headers; the server sends playlists itself", async () => {
    server.env.config.mediaFrom = 'nginx'
    try {
      const picture = await get('/media/p/pic.webp')
      expect([picture.headers.get('x-accel-redirect'), await picture.text()]).toEqual(['/stored/p/pic.webp', ''])
      expect(picture.headers.get('cache-control')).toContain('immutable')
      const segment = await get(link('v/abc/master.m3u8').replace('master.m3u8', '360p/one.ts'))
      expect(segment.headers.get('x-accel-redirect')).toBe('/stored/v/abc/360p/one.ts')
      expect(segment.headers.get('content-type')).toBe('video/mp2t')
      expect((await get(link('v/abc/master.m3u8'))).headers.get('x-accel-redirect')).toBeNull()
      expect((await get(`${link('f/paid.svg')}?name=a.svg`)).headers.get('content-disposition')).toContain('a.svg')
      for (const path of ['/media/p/none.webp', '/media/s/x/f/paid.mp4'])
        expect((await get(path)).headers.get('x-accel-redirect'), path).toBeNull()
    } finally {
      server.env.config.mediaFrom = 'server'
    }
  })

  it('browsers are redirected to a link of the storage service, which handles ranges', async () => {
    const service = await startS3()
    const { config } = server.env
    try {
      server.env.storage = s3Storage(service.settings)
      config.mediaFrom = 'storage'
      await server.env.storage.put('f/open.mp4', Buffer.from('0123456789'), 'video/mp4')
      const sent = await fetch(`${server.base}${link('f/open.mp4')}`, { redirect: 'manual' })
      expect([sent.status, sent.headers.get('cache-control')]).toEqual([302, 'private, max-age=300'])
      expect(sent.headers.get('location')).toMatch(
        new RegExp(`^${service.settings.endpoint}/dxx-test/f/open\\.mp4\\?.*X-Amz-Signature=`),
      )
      const range = await get(link('f/open.mp4'), { range: 'bytes=2-4' })
      expect([range.status, await range.text(), range.headers.get('content-type')]).toEqual([206, '234', 'video/mp4'])
    } finally {
      server.env.storage = storage
      config.mediaFrom = 'server'
      await service.close()
    }
  })

  it('creates the square JPEG of a share card from the cover once', async () => {
    const cover = await sharp({ create: { width: 240, height: 320, channels: 3, background: '#2a6bff' } })
      .webp()
      .toBuffer()
    await storage.put('p/cover.webp', cover, 'image/webp')
    const [first, second] = await Promise.all([
      get('/media/share/p/cover.webp.jpg'),
      get('/media/share/p/cover.webp.jpg'),
    ])
    expect(first.headers.get('content-type')).toBe('image/jpeg')
    const bytes = Buffer.from(await first.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 500, height: 500 })
    expect(Buffer.from(await second.arrayBuffer()).equals(bytes)).toBe(true)
    // The share image is stored, so it stays after the cover is removed.
    await storage.remove('p/cover.webp')
    expect((await get('/media/share/p/cover.webp.jpg')).status).toBe(200)
  })

  it.each(['course', 'ebook', 'textbook', 'bank'])(
    'draws the square image of a share card for a %s without a cover',
    async (kind) => {
      const drawn = await get(`/media/share/art/3-rings-${kind}.jpg`)
      const image = sharp(Buffer.from(await drawn.arrayBuffer()))
      expect(await image.metadata()).toMatchObject({ format: 'jpeg', width: 500, height: 500 })
      // More than one colour: gradient, motif and glyph are drawn.
      expect((await image.stats()).channels[0]!.stdev).toBeGreaterThan(10)
    },
  )

  it.each([
    'p/none.webp.jpg',
    'p/pic.webp.jpg',
    'p/u-someone.webp.jpg',
    'p/../f/paid.svg.jpg',
    'f/paid.svg.jpg',
    'art/9-rings-course.jpg',
    'art/1-rings-toString.jpg',
    'art/1-rings-course.svg',
  ])('returns 404 for the share image %s', async (path) => {
    expect((await get(`/media/share/${path}`)).status).toBe(404)
  })

  it('HEAD returns the length without the body', async () => {
    const response = await fetch(`${server.base}${link('f/paid.mp4')}`, { method: 'HEAD' })
    expect([response.status, response.headers.get('content-length')]).toEqual([200, '10'])
  })

  it('withMediaUrls replaces every media key in HTML', () => {
    const html = '<img src="media:f/a.webp" srcset="media:f/a-800.webp 800w"> <img src="media:p/b.webp">'
    const signed = withMediaUrls('secret', html, testStart)
    expect(signed).toMatch(
      /src="\/media\/s\/\d+\.all\.[\w-]+\/f\/a\.webp" srcset="\/media\/s\/\d+\.all\.[\w-]+\/f\/a-800\.webp 800w"/,
    )
    expect(signed).toContain('src="/media/p/b.webp"')
  })
})

it.each([
  ['bytes=0-0', 1, { start: 0, end: 0 }],
  ['bytes=-0', 10, 'unsatisfiable'],
  ['bytes=3-2', 10, 'unsatisfiable'],
  ['bytes=0-', 0, 'unsatisfiable'],
])('parseRange parses %s of %d bytes as %j', (header, size, range) => expect(parseRange(header, size)).toEqual(range))

describe('sniffHead detects the type by content', () => {
  const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
  it.each([
    ['a.jpg', hex('89504e470d0a1a0a'), 'png'],
    ['a.png', hex('ffd8ffe0'), 'jpg'],
    ['a.txt', Buffer.from('GIF89a'), 'gif'],
    ['a.png', Buffer.from('<svg onload="alert(1)">'), 'svg'],
    ['a.png', Buffer.from('\ufeff<?xml version="1.0"?><!-- x --><svg/>'), 'svg'],
    ['a.png', Buffer.from('  <!DOCTYPE html><script>'), 'html'],
    ['a.jpg', Buffer.from('<html>'), 'html'],
    ['a.pdf', Buffer.from('%PDF-1.7'), 'pdf'],
    ['a.mp4', Buffer.from('\0\0\0\x18ftypmp42', 'latin1'), 'mp4'],
    ['a.mp4', Buffer.from('\0\0\0\x18ftypheic', 'latin1'), 'bin'],
    ['a.avif', Buffer.from('\0\0\0\x18ftypavif', 'latin1'), 'avif'],
    ['a.xls', hex('d0cf11e0a1b11ae1'), 'xls'],
    ['a.exe', hex('d0cf11e0a1b11ae1'), 'bin'],
    ['a.csv', Buffer.from('学号,姓名'), 'csv'],
    ['a.csv', Buffer.from([0xd1, 0xa7, 0xba, 0xc5, 0x2c, 0xd0, 0xd5, 0xc3, 0xfb]), 'csv'],
    ['a.csv', Buffer.from([0xff, 0xff, 0x41]), 'bin'],
    ['a.exe', Buffer.from('MZ\0\x01', 'latin1'), 'bin'],
    ['a.txt', Buffer.from([0xff, 0xfe, 0x41]), 'bin'],
  ])('sniffHead detects the type of %s by content (case %#)', (name, head, ending) =>
    expect(sniffHead(head, name)).toBe(ending),
  )
})

it('cleanSvg removes scripts and external references', () => {
  const { text, width, height } = cleanSvg(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x "y">]>
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20" onload="alert(1)">
      <script>alert(2)</script><foreignObject><body onload="alert(3)"/></foreignObject>
      <style>@import url(https://evil.example/x.css);</style>
      <a href="javascript:alert(4)"><rect fill="url(#g)" style="background:url(https://evil.example)"/></a>
      <image href="https://evil.example/p.png"/><use xlink:href="#ok"/><text>保留 &lt;的&gt; 字</text>
    </svg>`)
  expect(text).not.toMatch(/alert|evil|script|foreign|onload|ENTITY/i)
  expect(text).toContain('url(#g)')
  expect(text).toContain('xlink:href="#ok"')
  expect(text).toContain('保留 &lt;的&gt; 字')
  expect([width, height]).toEqual([40, 20])
})
