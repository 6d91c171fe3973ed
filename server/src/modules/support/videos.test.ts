import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { appLimits } from '@dxx/contract/rules/constants'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app'
import { addUpload } from '../../testing/community'
import { mp4Of } from '../../testing/mp4'
import { runOps } from '../../testing/ops'
import { sendUpload } from '../uploads/uploads.fixture'

let folder: string
let server: TestApp
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dxx-videos-'))
  server = await startTestApp({ dataDir: folder })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

it.each(['cs', 'feedback'])(
  'accepts a video of 60 s for %s and rejects a file whose content is a longer video',
  async (purpose) => {
    const client = await server.as()
    expect(await sendUpload(server, client, purpose, '录屏.mov', mp4Of(60.9))).toMatchObject({
      code: 1,
      data: { kind: 'video', mime: 'video/mp4' },
    })
    expect(await sendUpload(server, client, purpose, '录屏.mp4', mp4Of(61))).toMatchObject({
      code: 0,
      msg: '视频不能超过 60 秒，请剪短后再上传',
      data: { error: 'upload-refused' },
    })
    const webm = Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.alloc(40)])
    expect((await sendUpload(server, client, purpose, '录屏.webm', webm)).msg).toBe('视频请用 MP4 格式，转换后再上传')
  },
)

it('messages and feedback store a video apart from images, and staff see it', async () => {
  const user = await server.createUser()
  const client = await server.as(user)
  const video = String((await sendUpload(server, client, 'cs', 'a.mp4', mp4Of(12))).data.id)
  const picture = await addUpload(server.db, user.id, 'cs')
  const sent = await client.call('POST /v1/cs_send', { text: '', images: [picture], videos: [video] })
  expect([sent.images.map(({ id }) => id), sent.videos.map(({ id }) => id)]).toEqual([[picture], [video]])
  expect((await fetch(`${server.base}${sent.videos[0]!.url}`)).headers.get('content-type')).toBe('video/mp4')
  const { list } = await client.call('GET /v1/cs_messages', {})
  expect(list[0]).toMatchObject({ videos: [{ id: video }], images: [{ id: picture }] })
  const lines = await runOps(server, 'cs', 'show', user.mobile!)
  expect(lines.join('\n')).toMatch(/图片：http[\s\S]*视频：http\S+\.mp4/)

  const film = String((await sendUpload(server, client, 'feedback', 'b.mp4', mp4Of(12))).data.id)
  const opinion = { kind: 'bug' as const, text: '播放到一半就卡住了', videos: [film] }
  expect((await client.call('POST /v1/opinion', opinion)).videos).toMatchObject([{ id: film }])
})

it('cs_send rejects a video as image, an image as video, two videos, and videos of other users', async () => {
  const user = await server.createUser()
  const client = await server.as(user)
  const upload = async (by = client) => String((await sendUpload(server, by, 'cs', 'a.mp4', mp4Of(12))).data.id)
  const error = async (input: object) => (await client.send('POST /v1/cs_send', input)).data.error
  const video = await upload()
  expect(await error({ images: [video] })).toBe('image-not-found')
  expect(await error({ videos: [await addUpload(server.db, user.id, 'cs')] })).toBe('video-not-found')
  expect(await error({ videos: [await upload(await server.as())] })).toBe('video-not-found')
  expect(await error({ videos: [video, await upload()] })).toBe('invalid-input')
})

it(`opinion accepts ${appLimits.uploadFiles} images with feedback and rejects more`, async () => {
  const user = await server.createUser()
  const client = await server.as(user)
  const images = []
  for (let i = 0; i <= appLimits.uploadFiles; i++) images.push(await addUpload(server.db, user.id, 'feedback'))
  const opinion = { kind: 'bug', text: '每一页都有问题，截图在下面' } as const
  expect((await client.send('POST /v1/opinion', { ...opinion, images })).data.error).toBe('invalid-input')
  const sent = await client.call('POST /v1/opinion', { ...opinion, images: images.slice(1) })
  expect(sent.images).toHaveLength(52)
})
