import { expect, it } from 'vitest'
import { mp4Of } from '../testing/mp4'
import { call, ffmpeg, open, prepareVideo, runTasks, studio, uidOf } from './convert-video.fixture'

prepareVideo()

it.skipIf(!ffmpeg)(
  'a video among the resources of a textbook becomes a stream as well, and the files of a lesson can be added and removed',
  async () => {
    const id = await uidOf('v')
    await studio.owner.call(call, { id, slug: 'demo' })
    await runTasks()
    expect((await open(id)).resources).toMatchObject([{ slug: 'demo', kind: 'video', path: 'resources/demo' }])
    await studio.owner.call('POST /staff/v1/studio_publish', { id, note: '' })
    await studio.publishDue()
    const { key } = await studio.server.db
      .selectFrom('resources as r')
      .innerJoin('media as m', 'm.id', 'r.media_id')
      .select('m.key')
      .where('r.slug', '=', 'demo')
      .executeTakeFirstOrThrow()
    expect(key).toMatch(/\/master\.m3u8$/)

    const course = await uidOf()
    const put = (materials: { title: string; file: string }[]) =>
      studio.owner.call('POST /staff/v1/studio_tree', {
        id: course,
        change: { op: 'materials', slug: 'l2', materials },
      })
    const { item } = await put([{ title: '讲义', file: 'l2.md' }])
    expect(item.tree.find(({ slug }) => slug === 'l2')?.materials).toEqual([{ title: '讲义', file: 'l2.md' }])
    const emptied = await put([])
    expect(emptied.item.tree.find(({ slug }) => slug === 'l2')?.materials).toEqual([])
  },
  180_000,
)

it.skipIf(!ffmpeg)(
  'a file without pictures fails with the reason, and the lesson keeps its video',
  async () => {
    const id = await uidOf()
    const { hash, text: manifest } = await studio.owner.call('GET /staff/v1/studio_text', { id, path: 'course.yaml' })
    const { storage } = studio.server.env
    await storage.put('f/broken.mp4', mp4Of(8), 'video/mp4')
    await studio.owner.call('POST /staff/v1/studio_save', {
      id,
      path: 'course.yaml',
      text: manifest.replace('videos/l1.mp4', 'videos/broken.mp4'),
      base: hash,
    })
    await studio.server.db
      .insertInto('content_draft_files')
      .values({
        curriculum_id: (
          await studio.server.db.selectFrom('curricula').select('id').where('slug', '=', 'k').executeTakeFirstOrThrow()
        ).id,
        path: 'videos/broken.mp4',
        media_key: 'f/broken.mp4',
        text: null,
        updated_at: 1,
        updated_by: null,
      })
      .execute()
    await studio.owner.call(call, { id, slug: 'l1' })
    await runTasks()
    const item = await open(id)
    expect(item.tasks).toMatchObject([{ state: 'failed' }])
    expect(item.tasks[0]!.problems[0]!.text).toContain('视频转换失败')
    expect(item.tasks[0]!.problems[0]!.text).not.toContain('/tmp')
    expect(item.tree.find(({ slug }) => slug === 'l1')).toMatchObject({ video: 'videos/broken.mp4' })
  },
  120_000,
)
