import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { deliveredPercent, grantEntitlement } from '../access/public'
import { signedUrl } from '../media/public'
import { addChapter, addMedia, bought, get, megabyte, shop, startMediaShop, videoSeconds } from './delivered.fixture'

startMediaShop()

const atLeast = { code: 0, data: { error: 'refund-reason-required' } }

describe('refunds depend on delivered content', () => {
  it('a client that reads everything without reporting progress gets no instant refund', async () => {
    const { item, info, refund, view } = await bought()
    const chapters = []
    for (let i = 0; i < 10; i++) chapters.push(await addChapter(item.id, i, {}))
    await addChapter(item.id, 10, { free: true })
    // Chapters sent to other users do not count.
    const other = await shop.createUser()
    await grantEntitlement(shop.db, { userId: other.id, curriculumId: item.id, source: 'free', now: shop.clock.now() })
    const reader = await shop.as(other)
    for (const { uid } of chapters) await reader.call('GET /v1/view_chapter', { id: uid })
    expect((await info()).refundOffer).toBe('at-once')
    await view(chapters[0]!.uid)
    await view(chapters[0]!.uid)
    expect(await info()).toMatchObject({ refundOffer: 'at-once', studiedPercent: 10 })
    await view(chapters[1]!.uid)
    expect(await info()).toMatchObject({ refundOffer: 'review', studiedPercent: 20 })
    expect(await refund()).toMatchObject(atLeast)
  })

  it('chapters that are free or were refused do not count as delivered', async () => {
    const { item, info, view } = await bought()
    const free = await addChapter(item.id, 0, { free: true })
    const paid = await addChapter(item.id, 1, {})
    await view(free.uid)
    const stranger = await shop.as()
    expect(await stranger.send('GET /v1/view_chapter', { id: paid.uid })).toMatchObject({ code: 7 })
    expect(await info()).toMatchObject({ refundOffer: 'at-once', studiedPercent: 0 })
  })

  it('a video counts by the share of its bytes that were sent', async () => {
    const { item, uid, info, view, delivered } = await bought()
    const body = Buffer.alloc(4 * megabyte, 7)
    const key = `f/${randomUUID().replaceAll('-', '')}.mp4`
    await shop.env.storage.put(key, body, 'video/mp4')
    const film = await addChapter(item.id, 0, { kind: 'video', videoId: await addMedia(key, body.length) })
    for (let i = 1; i < 5; i++) await addChapter(item.id, i, {})
    const { video } = await view(film.uid)
    // The link contains the user and is valid for the lesson's length plus 15 minutes.
    expect(video!.url).toContain(`/media/s/${shop.clock.now() + videoSeconds + 900}.${uid}.`)
    expect(video!.expiresAt).toBe(shop.clock.now() + videoSeconds + 900)
    // The lesson is opened, but no byte of the video has been sent yet.
    expect(await delivered()).toBe(0)
    const part = await get(video!.url, { range: `bytes=0-${megabyte - 1}` })
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, megabyte])
    await expect.poll(delivered).toBeCloseTo(5, 5)
    expect((await info()).refundOffer).toBe('at-once')
    const whole = await get(video!.url)
    expect(Buffer.from(await whole.arrayBuffer()).equals(body)).toBe(true)
    await expect.poll(delivered).toBeCloseTo(20, 5)
    expect((await info()).refundOffer).toBe('review')
  })

  it('a streamed video counts by the duration of the segments sent, in any rendition', async () => {
    const { item, buyer, info, view, delivered } = await bought()
    const folderKey = `v/${randomUUID().replaceAll('-', '')}`
    const put = (name: string, body: string | Buffer) =>
      shop.env.storage.put(`${folderKey}/${name}`, Buffer.from(body), '')
    await put(
      'master.m3u8',
      '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n216p/a.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=9\n720p/a.m3u8\n',
    )
    for (const [name, bytes] of [
      ['216p', 1000],
      ['720p', megabyte],
    ] as const) {
      await put(`${name}/a.m3u8`, '#EXTM3U\n#EXTINF:6,\none.ts\n#EXTINF:3,\ntwo.ts\n#EXTINF:1,\nthree.ts\n')
      for (const segment of ['one', 'two', 'three']) await put(`${name}/${segment}.ts`, Buffer.alloc(bytes))
    }
    const videoId = await addMedia(`${folderKey}/master.m3u8`, 3 * (megabyte + 1000))
    const stream = await addChapter(item.id, 0, { kind: 'video', videoId })
    await addChapter(item.id, 1, {})
    const { url } = (await view(stream.uid)).video!
    const file = async (name: string) => {
      const response = await get(url.replace('master.m3u8', name))
      await response.arrayBuffer()
      return response.status
    }
    const playlist = await get(url)
    expect([playlist.status, playlist.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    // A playlist contains no video, so it does not count.
    expect([await file('216p/a.m3u8'), await delivered()]).toEqual([200, 0])
    expect(await file('216p/two.ts')).toBe(200)
    await expect.poll(delivered).toBeCloseTo(15, 3)
    expect((await info()).refundOffer).toBe('at-once')
    expect(await file('720p/one.ts')).toBe(200)
    await expect.poll(delivered).toBeCloseTo(45, 3)
    expect((await info()).refundOffer).toBe('review')
    await shop.db.updateTable('entitlements').set({ revoked_at: 1 }).where('user_id', '=', buyer.id).execute()
    expect(await file('216p/three.ts')).toBe(403)
  })

  it('segments sent by nginx count when they are handed over; the server itself sends whole paid files', async () => {
    const { item, buyer, view, delivered } = await bought()
    const folderKey = `v/${randomUUID().replaceAll('-', '')}`
    const put = (name: string, body: string) => shop.env.storage.put(`${folderKey}/${name}`, Buffer.from(body), '')
    await put('master.m3u8', '#EXTM3U\n#EXTINF:6,\none.ts\n#EXTINF:4,\ntwo.ts\n')
    await put('one.ts', 'one')
    await put('two.ts', 'two')
    const key = `f/${randomUUID().replaceAll('-', '')}.mp4`
    await shop.env.storage.put(key, Buffer.from('film'), 'video/mp4')
    const stream = await addMedia(`${folderKey}/master.m3u8`, 1000)
    const streamed = await addChapter(item.id, 0, { kind: 'video', videoId: stream })
    const film = await addChapter(item.id, 1, { kind: 'video', videoId: await addMedia(key, 4) })
    shop.env.config.mediaFrom = 'nginx'
    try {
      const { url } = (await view(streamed.uid)).video!
      expect(await (await get(url)).text()).toContain('#EXTM3U')
      const one = await get(url.replace('master.m3u8', 'one.ts'))
      expect([one.headers.get('x-accel-redirect'), await one.text()]).toEqual([`/stored/${folderKey}/one.ts`, ''])
      expect(await delivered()).toBeCloseTo(30, 3)
      // A request for the headers alone sends nothing.
      await fetch(`${shop.base}${url.replace('master.m3u8', 'two.ts')}`, { method: 'HEAD' })
      expect(await delivered()).toBeCloseTo(30, 3)
      const whole = await get((await view(film.uid)).video!.url)
      expect([whole.headers.get('x-accel-redirect'), await whole.text()]).toEqual([null, 'film'])
      await shop.db.updateTable('entitlements').set({ revoked_at: 1 }).where('user_id', '=', buyer.id).execute()
      expect((await get(url.replace('master.m3u8', 'two.ts'))).status).toBe(403)
    } finally {
      shop.env.config.mediaFrom = 'server'
    }
  })

  it('the text of a video lesson counts by reading time, at least a quarter; a caption counts nothing', async () => {
    const { item, info, view, delivered } = await bought()
    const film = async () => addMedia(`f/${randomUUID().replaceAll('-', '')}.mp4`, megabyte)
    const lesson = async (i: number, length: number) =>
      addChapter(item.id, i, { kind: 'video', videoId: await film(), text: '讲'.repeat(length) })
    // At 7 characters a second the long text takes as long as the video.
    const [long, short, caption] = [await lesson(0, 7 * videoSeconds), await lesson(1, 200), await lesson(2, 99)]
    for (let i = 3; i < 8; i++) await lesson(i, 200)
    await view(caption.uid)
    expect(await delivered()).toBe(0)
    await view(short.uid)
    expect(await delivered()).toBeCloseTo(25 / 8, 5)
    await view(long.uid)
    await view(long.uid)
    expect(await delivered()).toBeCloseTo(75 / 8, 5)
    expect((await info()).refundOffer).toBe('at-once')
  })

  it('a buyer who opened the texts of all video lessons gets no instant refund', async () => {
    const { item, info, view, refund } = await bought()
    for (let i = 0; i < 10; i++) {
      const videoId = await addMedia(`f/${randomUUID().replaceAll('-', '')}.mp4`, megabyte)
      await view((await addChapter(item.id, i, { kind: 'video', videoId, text: '讲'.repeat(2000) })).uid)
    }
    expect(await info()).toMatchObject({ refundOffer: 'review', studiedPercent: 25 })
    expect(await refund()).toMatchObject(atLeast)
  })

  it('search snippets count by distinct characters; a repeated search writes nothing', async () => {
    const { item, client, buyer, view, delivered } = await bought()
    const text = `${'前'.repeat(84)}甲词${'中'.repeat(200)}乙词${'后'.repeat(112)}`
    const chapter = await addChapter(item.id, 0, { text })
    await addChapter(item.id, 1, { text })
    await sql`insert into paragraphs (chapter_id, pid, position, text, grams)
      values (${chapter.id}, 'p1', 3, ${text}, '')`.execute(shop.db)
    const rows = () =>
      shop.db
        .selectFrom('deliveries')
        .selectAll()
        .select(sql`xmin::text`.as('version'))
        .where('user_id', '=', buyer.id)
        .execute()
    const find = async (keyword: string) => {
      const { list } = await client.call('GET /v1/textbooks_search', { id: item.uid, keyword })
      expect(list).toHaveLength(1)
    }
    // Snippets sent to other users do not count.
    const other = await shop.createUser()
    await grantEntitlement(shop.db, { userId: other.id, curriculumId: item.id, source: 'free', now: shop.clock.now() })
    await (await shop.as(other)).call('GET /v1/textbooks_search', { id: item.uid, keyword: '甲' })
    expect(await delivered()).toBe(0)
    await find('甲')
    // A snippet has 80 of 400 characters of one of two chapters.
    expect(await delivered()).toBeCloseTo(10, 5)
    const before = await rows()
    await find('甲')
    expect(await rows()).toEqual(before)
    await find('乙')
    expect(await delivered()).toBeCloseTo(20, 5)
    await view(chapter.uid)
    expect(await delivered()).toBeCloseTo(50, 5)
    await find('后')
    expect(await delivered()).toBeCloseTo(50, 5)
  })

  it('an aborted download counts little more than the bytes sent', async () => {
    const { item, view, delivered } = await bought()
    const body = Buffer.alloc(24 * megabyte)
    const key = `f/${randomUUID().replaceAll('-', '')}.mp4`
    await shop.env.storage.put(key, body, 'video/mp4')
    const film = await addChapter(item.id, 0, { kind: 'video', videoId: await addMedia(key, body.length) })
    const { video } = await view(film.uid)
    const read = vi.spyOn(shop.env.storage, 'read')
    const abort = new AbortController()
    const response = await fetch(`${shop.base}${video!.url}`, { signal: abort.signal })
    await response.body!.getReader().read()
    abort.abort()
    // Once the server has closed the file, no further bytes are counted.
    const file = await read.mock.results[0]!.value
    await expect.poll(() => file.closed).toBe(true)
    expect(await delivered()).toBeGreaterThan(0)
    expect(await delivered()).toBeLessThan(60)
    read.mockRestore()
  })

  it('a file counts by the bytes that were sent to the user, not to another owner', async () => {
    const { item, uid, delivered } = await bought()
    const body = Buffer.alloc(megabyte)
    const key = `f/${randomUUID().replaceAll('-', '')}.pdf`
    await shop.env.storage.put(key, body, 'application/pdf')
    const slides = { slug: 'slides', title: '课件', kind: 'file' as const, name: '课件.pdf', position: 0 }
    const code = randomUUID()
    const mediaId = await addMedia(key, body.length)
    await shop.db
      .insertInto('resources')
      .values({ ...slides, uid: randomUUID(), curriculum_id: item.id, media_id: mediaId, code })
      .execute()
    const other = await shop.createUser()
    await grantEntitlement(shop.db, { userId: other.id, curriculumId: item.id, source: 'free', now: shop.clock.now() })
    const fetchAs = async (user: string) =>
      (await get(signedUrl(shop.env.config.secret, key, shop.clock.now(), { user }))).arrayBuffer()
    await fetchAs(other.uid)
    await expect.poll(() => deliveredPercent(shop.db, other.id, item.id)).toBe(100)
    expect(await delivered()).toBe(0)
    await fetchAs(uid)
    await expect.poll(delivered).toBe(100)
  })

  it('a buyer who reads and requests a refund at the same time gets either the content or the money', async () => {
    const { item, refund, client, delivered } = await bought()
    const chapters = []
    for (let i = 0; i < 10; i++) chapters.push(await addChapter(item.id, i, {}))
    const reads = chapters.map(({ uid }) => client.send('GET /v1/view_chapter', { id: uid }))
    const refundRequest = await refund()
    const read = (await Promise.all(reads)).filter(({ code }) => code === 1).length
    if (refundRequest.code === 1) expect(read).toBeLessThan(2)
    else expect(refundRequest).toMatchObject(atLeast)
    expect(await delivered()).toBeCloseTo(read * 10, 5)
  })
})
