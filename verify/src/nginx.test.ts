import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedUrl } from '../../server/src/modules/media/public'
import { startTestApp, type TestApp, testStart } from '../../server/src/testing/app'
import { CleanupStack } from './cleanup-stack'
import { nginxPath, startLoadBalancer } from './nginx'

const film = Buffer.from(Array.from({ length: 100_000 }, (_, i) => i % 251))

describe.runIf(nginxPath())('files that nginx sends for the server', () => {
  const endings = new CleanupStack()
  let server: TestApp
  let base: string
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dxx-nginx-'))
    endings.add(() => rm(folder, { recursive: true, force: true }))
    server = await startTestApp({ dataDir: folder, mediaFrom: 'nginx' })
    endings.add(() => server.close())
    const { storage } = server.env
    await storage.put('v/abc/one.ts', film, 'video/mp2t')
    await storage.put('p/pic.webp', Buffer.from('picture'), 'image/webp')
    await storage.put('f/drawing.svg', Buffer.from('<svg/>'), 'image/svg+xml')
    base = (await startLoadBalancer({ folder, onEnd: (end) => endings.add(end) }, [server])).base
  }, 60_000)
  afterAll(() => endings.all())

  const link = (key: string) => signedUrl(server.env.config.secret, key, testStart)
  const get = (path: string, headers: Record<string, string> = {}) => fetch(`${base}${path}`, { headers })

  it('a segment arrives whole and in ranges, with the type and caching of the server', async () => {
    const whole = await get(link('v/abc/one.ts'))
    expect(Buffer.from(await whole.arrayBuffer()).equals(film)).toBe(true)
    expect(whole.headers.get('content-type')).toBe('video/mp2t')
    expect(whole.headers.get('cache-control')).toMatch(/^private, max-age=\d+$/)
    expect(whole.headers.get('x-content-type-options')).toBe('nosniff')
    expect(whole.headers.get('x-accel-redirect')).toBeNull()
    const range = await get(link('v/abc/one.ts'), { range: 'bytes=99990-' })
    expect([range.status, range.headers.get('content-range')]).toEqual([206, 'bytes 99990-99999/100000'])
    expect(Buffer.from(await range.arrayBuffer()).equals(film.subarray(99_990))).toBe(true)
  })

  it('an unchanged file is answered with status 304 by its tag', async () => {
    const first = await get('/media/p/pic.webp')
    expect([await first.text(), first.headers.get('cache-control')]).toEqual([
      'picture',
      'public, max-age=31536000, immutable',
    ])
    const again = await get('/media/p/pic.webp', { 'if-none-match': first.headers.get('etag')! })
    expect(again.status).toBe(304)
  })

  it('a file that could run code stays an attachment without scripts', async () => {
    const { headers } = await get(`${link('f/drawing.svg')}?name=a.svg`)
    expect(headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''a.svg")
    expect(headers.get('content-security-policy')).toContain('sandbox')
  })

  it('a browser cannot request the stored files by their own path', async () => {
    for (const path of ['/stored/v/abc/one.ts', '/stored/f/drawing.svg'])
      expect((await get(path)).status, path).toBe(404)
  })
})
