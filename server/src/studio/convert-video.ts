import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { studio } from '@dxx/contract/calls/staff/studio'
import { fail } from '../base/refusal'
import type { Environment, Handlers } from '../context'
import { inTransaction } from '../db/transaction'
import { putDraftFile, touchDraft } from '../importer/draft'
import { enqueue } from '../jobs/queue'
import { cutFrame } from '../modules/media/frame'
import { readHls } from '../modules/media/hls'
import { MediaError, readMp4 } from '../modules/media/public'
import { storeBytes, storeStream } from '../modules/media/store'
import { canTranscode, transcodeVideo } from '../modules/media/transcode'
import { curriculumInScope, curriculumTarget } from './access'
import { fileOf, publishedFile, saveDraftFile } from './files'
import { manifestOf } from './item'
import { addTask, errorOf, finishTask, noteTask, takeTask } from './tasks'
import { ManifestTree } from './tree'

type VideoEnv = Pick<Environment, 'db' | 'storage' | 'clock'>
type TakenTask = NonNullable<Awaited<ReturnType<typeof takeTask>>>

export const videoHandlers: Pick<Handlers<typeof studio>, 'POST /staff/v1/studio_video_convert'> = {
  'POST /staff/v1/studio_video_convert': async (ctx, { id, slug }) => {
    const { db, clock, user } = ctx
    const curriculum = await curriculumInScope(ctx, id, 'content.edit', { lock: true })
    if (!canTranscode()) fail('content-refused', { msg: '服务器没有安装 ffmpeg，视频按原样播放' })
    const { text } = await manifestOf(db, curriculum)
    const path = videoOf(new ManifestTree(curriculum.kind, text), slug)
    const file = path ? await fileOf(db, curriculum.id, path) : null
    if (path?.endsWith('.webm')) fail('content-refused', { msg: '只转换 mp4；webm 按原样播放' })
    if (!path || !file?.mediaKey) fail('content-refused', { msg: '没有要转换的视频；已经转换过的不用再转' })
    const busy = await db
      .selectFrom('content_tasks')
      .select('uid')
      .where('curriculum_id', '=', curriculum.id)
      .where('kind', '=', 'video')
      .where('name', '=', path)
      .where('state', 'in', ['waiting', 'running'])
      .executeTakeFirst()
    if (busy) {
      ctx.audit(null)
      return { id: busy.uid }
    }
    const now = clock.now()
    const task = await addTask(ctx, {
      curriculum_id: curriculum.id,
      created_by: user.id,
      created_at: now,
      updated_at: now,
      kind: 'video',
      name: path,
      file_key: null,
      slug,
      state: 'waiting',
    })
    await enqueue(db, 'convert_video', { id: task.id }, { runAt: now })
    ctx.audit({ target: curriculumTarget(curriculum), after: { video: path } })
    return { id: task.uid }
  },
}

/** Path of the video of a lesson or of a resource. */
const videoOf = (tree: ManifestTree, slug: string) =>
  tree.nodes(new Map()).find((node) => node.slug === slug)?.video ??
  tree.resources.find((one) => one.slug === slug && one.kind === 'video')?.path

export interface ConvertVideoJob {
  id: number
}

/** Job: converts the video of a lesson or a resource to two sizes with poster and preview pictures, in the draft. It publishes nothing. */
export async function convertVideo(env: VideoEnv, { id }: ConvertVideoJob): Promise<void> {
  const taken = await takeTask(env.db, id, env.clock.now())
  if (!taken) return
  const root = await mkdtemp(join(tmpdir(), 'dxx-video-'))
  try {
    const progress = await convert(env, taken, root)
    await finishTask(env, id, 'done', { progress })
  } catch (error) {
    const isKnown = error instanceof MediaError
    const text = isKnown ? error.message : '转换时出错，视频仍按原样播放；可以再试一次'
    await finishTask(env, id, 'failed', { problems: [errorOf(taken.task.name, text)] })
    if (!isKnown) throw error
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

async function convert(env: VideoEnv, taken: TakenTask, root: string): Promise<string> {
  const { db, storage } = env
  const { task, curriculum } = taken
  const source = await fileOf(db, curriculum.id, task.name)
  if (!source?.mediaKey) throw new MediaError('视频已经从草稿里移除')
  const file = join(root, 'video.mp4')
  await pipeline(await storage.read(source.mediaKey), createWriteStream(file))
  // If the header has no size, assumes that of most videos; ffmpeg keeps the real proportions.
  const { durationSeconds, width, height } = await readMp4(file)
  const out = join(root, 'stream')
  await mkdir(out)
  let shown = -1
  await transcodeVideo(file, out, {
    durationSeconds,
    width: width ?? 1280,
    height: height ?? 720,
    onProgress: (percent) => {
      if (percent === shown) return
      shown = percent
      void noteTask(db, task.id, `${percent}%`)
    },
  })
  const poster = await cutFrame(file, durationSeconds / 10)
  const stream = await storeStream(storage, out)
  const { files } = await readHls(out)
  const picture = poster && (await storeBytes(storage, poster, 'poster.jpg', 'f')).key
  const base = task.name.replace(/\.[^./]+$/, '')
  const stored = files.map((name) => ({ path: `${base}/${name}`, mediaKey: `${posix.dirname(stream.key)}/${name}` }))
  if (picture) stored.push({ path: `${base}.jpg`, mediaKey: picture })
  await replaceVideo(env, taken, base, stored)
  const sizes = files.flatMap((name) => /^(\d+)p\/index\.m3u8$/.exec(name)?.[1] ?? []).map(Number)
  return sizes
    .sort((a, b) => b - a)
    .map((lines) => `${lines}p`)
    .join('、')
}

/** Puts the files of the stream into the draft, and names it in all lessons and resources that have the video. */
async function replaceVideo(
  { db, clock }: VideoEnv,
  { task, curriculum }: TakenTask,
  base: string,
  stored: { path: string; mediaKey: string }[],
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.selectFrom('curricula').select('id').where('id', '=', curriculum.id).forUpdate().execute()
    const now = clock.now()
    const by = task.created_by
    const manifest = await manifestOf(tx, curriculum)
    const tree = new ManifestTree(curriculum.kind, manifest.text)
    const lessons = tree.nodes(new Map()).filter(({ video }) => video === task.name)
    const resources = tree.resources.filter(({ kind, path }) => kind === 'video' && path === task.name)
    // The lesson or the resource got another video in the meantime.
    if (lessons.length + resources.length === 0) throw new MediaError('视频已经换成另一个')
    await touchDraft(tx, curriculum.id, by, now)
    for (const { path, mediaKey } of stored)
      await putDraftFile(tx, curriculum.id, { path, text: null, mediaKey }, by, now)
    for (const { slug } of lessons) tree.apply({ op: 'media', slug, video: base })
    for (const resource of resources) tree.apply({ op: 'resource', ...resource, path: base })
    await saveDraftFile(tx, curriculum.id, { path: manifest.path, text: tree.text(), mediaKey: null }, by, now)
    // The original is not part of the published course; a published one is removed by the draft.
    if (await publishedFile(tx, curriculum.id, task.name))
      await putDraftFile(tx, curriculum.id, { path: task.name, text: null, mediaKey: null }, by, now)
    else
      await tx
        .deleteFrom('content_draft_files')
        .where('curriculum_id', '=', curriculum.id)
        .where('path', '=', task.name)
        .execute()
  })
}
