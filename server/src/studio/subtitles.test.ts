import { afterEach, beforeEach, expect, it } from 'vitest'
import { mp4Of } from '../testing/mp4'
import { type Studio, startStudio } from './studio.fixture'

const vtt = 'WEBVTT\n\n00:00:00.000 --> 00:00:02.000\n同学们好。\n'
const path = 'videos/l1.vtt'

let studio: Studio
beforeEach(async () => {
  studio = await startStudio({
    'courses/k/course.yaml':
      'title: 小课\nsubject: computing\nteacher: lin\nprice: 0\npublished: 2026-09-01\nchapters: [{ title: 章, slug: part, lessons: [{ slug: l1, title: 课, video: videos/l1.mp4, subtitles: videos/l1.vtt }] }]\n',
    'courses/k/videos/l1.mp4': mp4Of(60),
    'courses/k/videos/l1.vtt': vtt,
  })
})
afterEach(() => studio.close())

async function course() {
  const row = await studio.server.db
    .selectFrom('curricula')
    .select(['uid'])
    .where('slug', '=', 'k')
    .executeTakeFirstOrThrow()
  return row.uid
}

it('published subtitles are read as text, changed in the draft, and published as a file for players', async () => {
  const id = await course()
  const before = await studio.owner.call('GET /staff/v1/studio_text', { id, path })
  expect(before).toMatchObject({ text: vtt, published: vtt })
  const text = vtt.replace('同学们好', '大家好')
  const saved = await studio.owner.call('POST /staff/v1/studio_save', { id, path, text, base: before.hash })
  expect(saved.changed).toBe(true)
  expect(await studio.owner.call('GET /staff/v1/studio_open', { id })).toMatchObject({ changes: [{ path }] })
  await studio.owner.call('POST /staff/v1/studio_publish', { id, note: '' })
  await studio.publishDue()
  const { key } = await studio.server.db
    .selectFrom('chapters as c')
    .innerJoin('media as m', 'm.id', 'c.subtitles_id')
    .select('m.key')
    .where('c.slug', '=', 'l1')
    .executeTakeFirstOrThrow()
  const stream = await studio.server.env.storage.read(key)
  expect((await stream.toArray()).join('')).toContain('大家好')
  expect(await studio.owner.call('GET /staff/v1/studio_text', { id, path })).toMatchObject({ text, published: text })
})

it('subtitles that are changed back to the published text leave the draft', async () => {
  const id = await course()
  const { hash } = await studio.owner.call('GET /staff/v1/studio_text', { id, path })
  const changed = await studio.owner.call('POST /staff/v1/studio_save', {
    id,
    path,
    text: `${vtt}\nNOTE x\n`,
    base: hash,
  })
  await studio.owner.call('POST /staff/v1/studio_save', { id, path, text: vtt, base: changed.hash })
  expect(await studio.owner.call('GET /staff/v1/studio_open', { id })).toMatchObject({ draft: null })
})

it('the video of a draft has a temporary link, texts and content outside the scope have none', async () => {
  const id = await course()
  const input = { id, path: 'videos/l1.mp4' }
  const { url, stream } = await studio.owner.call('GET /staff/v1/studio_media', input)
  expect([stream, url.startsWith('/media/s/')]).toEqual([false, true])
  expect((await fetch(studio.server.base + url)).status).toBe(200)
  for (const other of ['videos/l1.vtt', 'course.yaml', 'videos/none.mp4'])
    expect(await studio.owner.send('GET /staff/v1/studio_media', { id, path: other })).toMatchObject({
      data: { error: 'file-not-found' },
    })
  expect(await studio.editor.send('GET /staff/v1/studio_media', input)).toMatchObject({
    data: { error: 'content-not-found' },
  })
})
