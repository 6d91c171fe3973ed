import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { findProgram } from '../base/find-program'
import { mp4Of } from '../testing/mp4'
import { convertVideo } from './convert-video'
import { type Studio, startStudio } from './studio.fixture'

export const ffmpeg = findProgram('ffmpeg')
let folder: string
let video: Buffer

export let studio: Studio

export const call = 'POST /staff/v1/studio_video_convert'
export const uidOf = async (slug = 'k') =>
  (await studio.server.db.selectFrom('curricula').select('uid').where('slug', '=', slug).executeTakeFirstOrThrow()).uid

export async function runTasks() {
  for (const task of await studio.server.db.selectFrom('content_tasks').select('id').execute())
    await convertVideo(studio.server.env, task)
}

export const open = async (id: string) => studio.owner.call('GET /staff/v1/studio_open', { id })

/** Creates a video once, and a studio with it for each test of a file. */
export function prepareVideo(): void {
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
}
