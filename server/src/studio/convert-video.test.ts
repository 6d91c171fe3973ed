import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { segmentShare } from '../modules/media/segments'
import { call, ffmpeg, open, prepareVideo, runTasks, studio, uidOf } from './convert-video.fixture'

prepareVideo()

it.skipIf(!ffmpeg)(
  'a lesson’s mp4 becomes a stream in two sizes with poster and preview pictures, which is published like one from files',
  async () => {
    const id = await uidOf()
    await studio.owner.call(call, { id, slug: 'l1' })
    expect((await open(id)).tasks).toMatchObject([{ kind: 'video', state: 'waiting', name: 'videos/l1.mp4' }])
    await runTasks()
    const item = await open(id)
    expect(item.tasks).toMatchObject([{ state: 'done', progress: '480p、360p' }])
    expect(item.tree.find(({ slug }) => slug === 'l1')).toMatchObject({ video: 'videos/l1' })
    expect(item.changes.map(({ path }) => path).sort()).toEqual([
      'course.yaml',
      'videos/l1',
      'videos/l1.jpg',
      'videos/l1.mp4',
    ])
    const { url, stream } = await studio.owner.call('GET /staff/v1/studio_media', { id, path: 'videos/l1' })
    expect(stream).toBe(true)
    const master = await (await fetch(studio.server.base + url)).text()
    expect(master).toMatch(/RESOLUTION=640x480/)
    expect(master).toMatch(/RESOLUTION=480x360/)
    const sheet = await fetch(studio.server.base + url.replace('master.m3u8', 'previews/sheet.jpg'))
    expect([sheet.status, sheet.headers.get('content-type')]).toEqual([200, 'image/jpeg'])

    await studio.owner.call('POST /staff/v1/studio_publish', { id, note: '' })
    await studio.publishDue()
    const row = await studio.server.db
      .selectFrom('chapters as c')
      .innerJoin('media as m', 'm.id', 'c.video_id')
      .select(['m.key', 'm.poster_id', 'm.width', 'm.height', 'm.duration_seconds'])
      .where('c.slug', '=', 'l1')
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ width: 640, height: 480 })
    expect(Number(row.duration_seconds)).toBeCloseTo(8, 0)
    expect(row.poster_id).not.toBeNull()
    const { storage } = studio.server.env
    const base = row.key.replace('/master.m3u8', '')
    expect(await text(await storage.read(`${base}/previews/index.m3u8`))).toContain('LAYOUT=10x10,DURATION=2')
    // Preview pictures do not count as delivered parts of the lesson.
    expect(await segmentShare(storage, `${base}/previews/sheet.jpg`)).toBe(0)
    expect(await segmentShare(storage, `${base}/480p/00000.ts`)).toBeGreaterThan(0.3)
    expect((await open(id)).draft).toBeNull()
  },
  180_000,
)

it('lessons without a video file are refused, and a repeated call returns the same task', async () => {
  const id = await uidOf()
  expect(await studio.owner.send(call, { id, slug: 'l2' })).toMatchObject({ data: { error: 'content-refused' } })
  expect(await studio.editor.send(call, { id, slug: 'l1' })).toMatchObject({ data: { error: 'content-not-found' } })
  if (!ffmpeg) return
  const first = await studio.owner.call(call, { id, slug: 'l1' })
  expect(await studio.owner.call(call, { id, slug: 'l1' })).toEqual(first)
})
