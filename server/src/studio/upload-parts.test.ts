import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { testStart } from '../testing/app'
import { endContentUploads } from './jobs'
import { html, one, prepareStudio, publish, studio, write } from './studio-draft.fixture'
import { partBytes } from './uploads'

prepareStudio()

describe('uploads in parts', () => {
  const start = (bytes: number, name = '图.png') =>
    studio.editor.call('POST /staff/v1/studio_upload_start', {
      id: studio.book.uid,
      name,
      bytes,
      mark: `${name} ${bytes}`,
    })

  const send = (upload: string, offset: number, data: Buffer) =>
    studio.editor.call('POST /staff/v1/studio_upload_part', { upload, offset, data: data.toString('base64') })

  it('an upload continues after a lost connection, and its picture is in the draft, the preview and the published chapter', async () => {
    const noise = Buffer.alloc(700 * 700 * 3, 0).map((_, i) => (i * 7919) % 251)
    const data = await sharp(noise, { raw: { width: 700, height: 700, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer()
    expect(data.length).toBeGreaterThan(partBytes)
    const { upload, offset } = await start(data.length)
    expect(offset).toBe(0)
    await send(upload, 0, data.subarray(0, partBytes))
    // The page is closed and opened again.
    const again = await start(data.length)
    expect(again).toMatchObject({ upload, offset: partBytes })
    // The response to a part was lost, so the client sends the part again.
    expect(await send(upload, 0, data.subarray(0, partBytes))).toEqual({ offset: partBytes })
    expect(await studio.editor.send('POST /staff/v1/studio_upload_finish', { upload })).toMatchObject({
      data: { error: 'upload-not-received' },
    })
    for (let at = partBytes; at < data.length; at += partBytes)
      await send(upload, at, data.subarray(at, at + partBytes))
    const { path, kind } = await studio.editor.call('POST /staff/v1/studio_upload_finish', { upload })
    expect([path, kind]).toEqual(['figures/图.png', 'image'])
    const text = `# 一\n\n![一张图](${path})\n`
    const preview = await studio.editor.call('POST /staff/v1/studio_preview', { id: studio.book.uid, path: one, text })
    const [, url] = /<img src="([^"]*)"/.exec(preview.html) ?? []
    expect((await fetch(studio.server.base + url)).status).toBe(200)
    await write(text)
    await publish()
    expect(await html()).toMatch(/<img src="media:f\//)
  })

  it('refuses a file that is not a picture although it has the name of one', async () => {
    const data = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    const { upload } = await start(data.length, 'x.svg')
    await send(upload, 0, data)
    const { path } = await studio.editor.call('POST /staff/v1/studio_upload_finish', { upload })
    expect(path).toBe('figures/x.svg')
    const bad = Buffer.from('GIF89a but nothing else')
    const second = await start(bad.length, 'y.gif')
    await send(second.upload, 0, bad)
    const refused = await studio.editor.send('POST /staff/v1/studio_upload_finish', { upload: second.upload })
    expect(refused).toMatchObject({ data: { error: 'upload-refused' } })
    // The same file once more continues the same upload, and gets the same reason.
    expect(await start(bad.length, 'y.gif')).toMatchObject({ upload: second.upload, offset: bad.length })
    const again = await studio.editor.send('POST /staff/v1/studio_upload_finish', { upload: second.upload })
    expect(again).toMatchObject({ msg: refused.msg, data: { error: 'upload-refused' } })
  })

  it('refuses a list of URLs that has the name of a video', async () => {
    const data = Buffer.from('#EXTM3U\n#EXTINF:10,\nhttps://example.com/a.ts\n#EXT-X-ENDLIST\n')
    const { upload } = await start(data.length, '第一课.mp4')
    await send(upload, 0, data)
    expect(await studio.editor.send('POST /staff/v1/studio_upload_finish', { upload })).toMatchObject({
      msg: '这是播放列表，里面没有视频，请换成 mp4 文件',
      data: { error: 'upload-refused' },
    })
  })

  it('an upload of another staff member is not found, and an upload without parts for days is ended', async () => {
    const { upload } = await start(10)
    const other = await studio.another('赵编辑')
    const part = { upload, offset: 0, data: Buffer.alloc(10).toString('base64') }
    expect(await other.send('POST /staff/v1/studio_upload_part', part)).toMatchObject({
      data: { error: 'upload-not-found' },
    })
    studio.server.clock.set(testStart + 5 * 86_400)
    await endContentUploads(studio.server.env)
    expect(await studio.server.db.selectFrom('content_uploads').selectAll().execute()).toEqual([])
  })
})
