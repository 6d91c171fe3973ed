import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { findProgram } from '../base/find-program'
import { segmentShare } from '../modules/media/segments'
import { mp4Of } from '../testing/mp4'
import { convertVideo } from './convert-video'
import { type Studio, startStudio } from './studio.fixture'

const ffmpeg = findProgram('ffmpeg')
let folder: string
let video: Buffer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dxx-test-video-'))
  if (!ffmpeg) return
  const file = join(folder, 'video.mp4')
  const picture = ['-f', 'lavfi', '-i', 'testsrc=size=640x480:rate=10:duration=8']
  const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=8']
  execFileSync(ffmpeg, [
    '-v',
    'error',
    ...picture,
    ...sound,
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-c:a',
    'aac',
    file,
  ])
  video = await readFile(file)
}, 120_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

let studio: Studio
beforeEach(async () => {
  studio = await startStudio({
    'courses/k/course.yaml':
      'title: 小课\nsubject: computing\nteacher: lin\nprice: 0\npublished: 2026-09-01\nchapters: [{ title: 章, slug: part, lessons: [{ slug: l1, title: 课, video: videos/l1.mp4 }, { slug: l2, title: 文, notes: l2.md }] }]\n',
    'courses/k/videos/l1.mp4': video ?? mp4Of(8),
    'courses/k/l2.md': '文字。\n',
    'textbooks/v/textbook.yaml':
      'title: 有视频\nsubject: computing\nauthor: 人\nprice: 0\npublished: 2026-09-01\nchapters: [{ slug: one, file: one.md }]\nresources: [{ slug: demo, title: 演示, kind: video, file: resources/demo.mp4 }]\n',
    'textbooks/v/one.md': '# 一\n\n@[resource](demo)\n',
    'textbooks/v/resources/demo.mp4': video ?? mp4Of(8),
  })
})
afterEach(() => studio.close())

const call = 'POST /staff/v1/studio_video_convert'
const uidOf = async (slug = 'k') =>
  (await studio.server.db.selectFrom('curricula').select('uid').where('slug', '=', slug).executeTakeFirstOrThrow()).uid

async function runTasks() {
  for (const task of await studio.server.db.selectFrom('content_tasks').select('id').execute())
    await convertVideo(studio.server.env, task)
}

const open = async (id: string) => studio.owner.call('GET /staff/v1/studio_open', { id })

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
    // Pictures do not count as a part of the lesson that was sent.
    expect(await segmentShare(storage, `${base}/previews/sheet.jpg`)).toBe(0)
    expect(await segmentShare(storage, `${base}/480p/00000.ts`)).toBeGreaterThan(0.3)
    expect((await open(id)).draft).toBeNull()
  },
  180_000,
)

it.skipIf(!ffmpeg)(
  'a video among the resources of a textbook becomes a stream as well, and a lesson gets and loses its files',
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

it('lessons without a video file are refused, and a repeated call returns the same task', async () => {
  const id = await uidOf()
  expect(await studio.owner.send(call, { id, slug: 'l2' })).toMatchObject({ data: { error: 'content-refused' } })
  expect(await studio.editor.send(call, { id, slug: 'l1' })).toMatchObject({ data: { error: 'content-not-found' } })
  if (!ffmpeg) return
  const first = await studio.owner.call(call, { id, slug: 'l1' })
  expect(await studio.owner.call(call, { id, slug: 'l1' })).toEqual(first)
})
