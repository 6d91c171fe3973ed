import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { grantEntitlement, mediaAccess } from '../access/public'
import { signedUrl } from '../media/public'
import { addChapter, addMedia, bought, get, megabyte, shop, startMediaShop } from './delivered.fixture'

startMediaShop()

describe('links to media', () => {
  it('links to media are rejected after the entitlement ends, for every playlist and file', async () => {
    const { item, view, client, order, buyer } = await bought()
    const key = `f/${randomUUID().replaceAll('-', '')}.mp4`
    await shop.env.storage.put(key, Buffer.alloc(1000), 'video/mp4')
    const folderKey = `v/${randomUUID().replaceAll('-', '')}`
    for (const name of ['master.m3u8', '360p/index.m3u8'])
      await shop.env.storage.put(`${folderKey}/${name}`, Buffer.from('#EXTM3U\n'), '')
    const film = await addChapter(item.id, 0, { kind: 'video', videoId: await addMedia(key, 1_000_000) })
    const media = await addMedia(`${folderKey}/master.m3u8`, 1)
    const stream = await addChapter(item.id, 1, { kind: 'video', videoId: media })
    for (let i = 2; i < 12; i++) await addChapter(item.id, i, {})
    const urls = [(await view(film.uid)).video!.url, (await view(stream.uid)).video!.url]
    urls.push(urls[1]!.replace('master.m3u8', '360p/index.m3u8'))
    for (const url of urls) expect((await get(url)).status, url).toBe(200)
    await client.call('POST /v1/order_refund', { id: order.id })
    for (const url of urls) expect((await get(url)).status, url).toBe(403)
    // Links of another user, without a user and with a changed user are rejected too.
    const [now, secret] = [shop.clock.now(), shop.env.config.secret]
    const stranger = await shop.createUser()
    expect((await get(signedUrl(secret, key, now, { user: stranger.uid }))).status).toBe(403)
    expect((await get(signedUrl(secret, key, now))).status).toBe(403)
    const owner = await bought()
    expect((await get(urls[0]!.replace(/\.[0-9a-f-]{36}\./, `.${owner.uid}.`))).status).toBe(403)
    expect(await mediaAccess(shop.db, "' or 1=1", key, now)).toMatchObject({ allowed: false })
    await shop.db.updateTable('users').set({ closed_at: now }).where('id', '=', buyer.id).execute()
    expect((await get(urls[0]!)).status).toBe(403)
  })

  it('links to media of free content are rejected once the content is unpublished', async () => {
    const item = await shop.newItem()
    const key = `f/${randomUUID().replaceAll('-', '')}.mp4`
    await shop.env.storage.put(key, Buffer.alloc(1000), 'video/mp4')
    await addChapter(item.id, 0, { kind: 'video', free: true, videoId: await addMedia(key, 1000) })
    const url = signedUrl(shop.env.config.secret, key, shop.clock.now(), { user: (await shop.createUser()).uid })
    expect((await get(url)).status).toBe(200)
    await shop.db.updateTable('curricula').set({ published: false }).where('id', '=', item.id).execute()
    expect((await get(url)).status).toBe(403)
  })

  it('a running download stops when the entitlement ends', async () => {
    const { item, view, buyer } = await bought()
    // Another owner's entitlement does not keep the download open.
    const other = await shop.createUser()
    await grantEntitlement(shop.db, { userId: other.id, curriculumId: item.id, source: 'free', now: shop.clock.now() })
    const body = Buffer.alloc(48 * megabyte)
    const key = `f/${randomUUID().replaceAll('-', '')}.mp4`
    await shop.env.storage.put(key, body, 'video/mp4')
    const film = await addChapter(item.id, 0, { kind: 'video', videoId: await addMedia(key, body.length) })
    const { video } = await view(film.uid)
    const response = await get(video!.url)
    const reader = response.body!.getReader()
    let received = (await reader.read()).value!.length
    await shop.db
      .updateTable('entitlements')
      .set({ revoked_at: shop.clock.now() })
      .where('user_id', '=', buyer.id)
      .execute()
    const rest = async () => {
      for (;;) {
        const { value, done } = await reader.read()
        if (done) return
        received += value.length
      }
    }
    await expect(rest()).rejects.toThrow()
    expect(received).toBeLessThan(body.length)
  })
})
