import { describe, expect, it } from 'vitest'
import { testStart } from '../testing/app'
import { zip } from '../text/epub/zip.fixture'
import { endContentUploads } from './jobs'
import { open, prepareContentFiles, read, studio, upload } from './read-content-file.fixture'
import { tasksStayFor } from './tasks'

prepareContentFiles()

describe('documents', () => {
  it('a document replaces the first text of a new curriculum, unless that text was edited', async () => {
    const about = { kind: 'textbook' as const, subject: 'computing', author: '我' }
    const created = await studio.owner.call('POST /staff/v1/studio_create', { ...about, title: '新', slug: 'new' })
    await read(created.id, 'a.md', Buffer.from('# 甲\n\n文字。\n'))
    expect((await open(created.id)).tree.map(({ title }) => title)).toEqual(['第 1 章', '甲'])
    await read(created.id, 'b.md', Buffer.from('# 乙\n\n文字。\n'))
    expect((await open(created.id)).tree.map(({ title }) => title)).toEqual(['第 1 章', '甲', '乙'])
  })

  it('files that are not documents fail with the reason and change nothing', async () => {
    const { uid } = studio.book
    const cut = zip([{ name: 'word/document.xml', body: '<w:document><w:body>' }])
    for (const [name, data, reason] of [
      ['a.docx', Buffer.from('no archive'), '不是有效的 Word 文档'],
      ['b.ipynb', Buffer.from('{"cells": 1}'), '不是有效的 Jupyter 笔记本，或文件不完整'],
      ['c.docx', cut, ''],
      ['d.md', Buffer.from([0x4d, 0x5a, 0, 0xff, 0xff, 0]), '不是文字文件'],
    ] as const) {
      const task = await read(uid, name, data)
      expect([name, task.state, task.problems.length]).toEqual([name, 'failed', 1])
      expect(task.problems[0]?.text).toContain(reason)
    }
    expect(await open(uid)).toMatchObject({ draft: null })
  })

  it('a Markdown file in GB18030 becomes a section with its text', async () => {
    const { uid } = studio.book
    // 国标 in GB18030.
    const data = Buffer.concat([Buffer.from('# '), Buffer.from([0xb9, 0xfa, 0xb1, 0xea]), Buffer.from('\n\nok\n')])
    expect((await read(uid, 'g.md', data)).problems).toEqual([])
    expect((await open(uid)).tree.map(({ title }) => title)).toContain('国标')
  })
})

describe('studio_import_start', () => {
  it('refuses endings that do not fit the content, and a second file while one is read', async () => {
    const { uid } = studio.book
    const book = await upload(uid, 'a.epub', Buffer.from('x'))
    expect(await studio.owner.send('POST /staff/v1/studio_import_start', { upload: book })).toMatchObject({
      data: { error: 'content-refused' },
      msg: expect.stringContaining('.docx'),
    })
    const first = await upload(uid, 'a.md', Buffer.from('# 甲\n'))
    await studio.owner.call('POST /staff/v1/studio_import_start', { upload: first })
    const second = await upload(uid, 'b.md', Buffer.from('# 乙\n'))
    expect(await studio.owner.send('POST /staff/v1/studio_import_start', { upload: second })).toMatchObject({
      data: { error: 'content-refused' },
    })
    const [task] = (await open(uid)).tasks
    expect(await studio.owner.send('POST /staff/v1/studio_task_close', { id: task!.id })).toMatchObject({
      data: { error: 'content-refused' },
    })
    // Another person's upload, and a task of another curriculum.
    expect(await studio.editor.send('POST /staff/v1/studio_import_start', { upload: second })).toMatchObject({
      data: { error: 'upload-not-found' },
    })
    expect(await studio.banker.send('POST /staff/v1/studio_task_close', { id: task!.id })).toMatchObject({
      data: { error: 'import-not-found' },
    })
  })

  it('a report stays in the studio until staff close it, or for a week', async () => {
    const { uid } = studio.book
    const { id } = await read(uid, 'a.md', Buffer.from('# 甲\n'))
    await studio.owner.call('POST /staff/v1/studio_task_close', { id })
    expect((await open(uid)).tasks).toEqual([])
    await read(uid, 'b.md', Buffer.from('# 乙\n'))
    studio.server.clock.set(testStart + tasksStayFor + 1)
    await endContentUploads(studio.server.env)
    expect(await studio.server.db.selectFrom('content_tasks').select('id').execute()).toEqual([])
  })
})
