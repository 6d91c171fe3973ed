import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { createStorage } from '../../adapters/storage/create'
import { deliveredPercent } from '../access/public'
import { atCashier, startShop, type TestShop } from './commerce.fixture'

export let shop: TestShop
let folder: string

export const megabyte = 1024 * 1024
export const videoSeconds = 1800

interface NewChapter {
  kind?: 'text' | 'video'
  free?: boolean
  videoId?: number
  text?: string
}

export async function addChapter(
  curriculumId: number,
  position: number,
  { kind = 'text', free = false, videoId, text = '付费正文' }: NewChapter,
) {
  const { id, uid } = await shop.db
    .insertInto('chapters')
    .values({
      uid: randomUUID(),
      curriculum_id: curriculumId,
      position,
      slug: `chapter-${position}`,
      title: `第 ${position + 1} 章`,
      kind,
      free,
      html: `<p>${text}</p>`,
      plain: text,
      word_count: text.length,
      minutes: 1,
      duration_seconds: kind === 'video' ? videoSeconds : 0,
      video_id: videoId ?? null,
      content_hash: Buffer.alloc(1),
      updated_at: shop.clock.now(),
    })
    .returning(['id', 'uid'])
    .executeTakeFirstOrThrow()
  return { id, uid }
}

export async function addMedia(key: string, bytes: number) {
  const { id } = await shop.db
    .insertInto('media')
    .values({
      key,
      kind: 'video',
      mime: 'video/mp4',
      bytes,
      sha256: Buffer.alloc(32),
      duration_seconds: videoSeconds,
      created_at: shop.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function bought() {
  const made = await shop.openOrder()
  await atCashier(made.client, made.order.id, 'pay')
  const { uid } = await shop.db
    .selectFrom('users')
    .select('uid')
    .where('id', '=', made.buyer.id)
    .executeTakeFirstOrThrow()
  const info = () => made.client.call('GET /v130/order_info', { id: made.order.id })
  const refund = () => made.client.send('POST /v1/order_refund', { id: made.order.id })
  const view = (id: string) => made.client.call('GET /v1/view_chapter', { id })
  const delivered = () => deliveredPercent(shop.db, made.buyer.id, made.item.id)
  return { ...made, uid, info, refund, view, delivered }
}

export const get = (url: string, headers: Record<string, string> = {}) => fetch(`${shop.base}${url}`, { headers })

/** Starts a shop with its own media folder for the tests of a file. */
export function startMediaShop(): void {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dxx-delivered-'))
    shop = await startShop()
    shop.env.config.dataDir = folder
    shop.env.storage = createStorage(shop.env.config.storage, shop.env.config)
  })
  afterAll(async () => {
    await shop.close()
    await rm(folder, { recursive: true })
  })
}
