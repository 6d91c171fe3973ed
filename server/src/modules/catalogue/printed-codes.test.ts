import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { printedCode } from '../../base/stable-ids'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import { addCurriculum } from '../../testing/catalogue'
import type { Client } from '../../testing/client'
import { printedCodeIn } from './printed-codes'
import { encryptParam } from './public'

let server: TestApp
let guest: Client
beforeAll(async () => {
  server = await startTestApp()
  guest = server.guest
})
afterAll(() => server.close())

describe('printed codes', () => {
  it.each([
    ['abcd2345', { code: 'ABCD2345', pid: '' }],
    [' ABCD 2345 ', { code: 'ABCD2345', pid: '' }],
    ['ABCD2345.p-7', { code: 'ABCD2345', pid: 'p-7' }],
    ['https://study.example.cn/#/pages/resource/index?qrcode=ABCD2345&r=share', { code: 'ABCD2345', pid: '' }],
    ['https://study.example.cn/?qrcode=ABCD2345.p7#/pages/resource/index', { code: 'ABCD2345', pid: 'p7' }],
    ['https://elsewhere.example/ABCD2345', null],
    ['qrcode=%E0%A4%A', null],
    ["ABCD2345' or 1=1", null],
    ['ABCD23456', null],
  ])('printedCodeIn parses %j as %j', (scanned, expected) => expect(printedCodeIn(scanned)).toEqual(expected))

  it('printed codes open a resource, a chapter or a paragraph; other codes are rejected', async () => {
    const book = await addCurriculum(server.db, {
      kind: 'textbook',
      title: '印出来的书',
      chapters: [{ title: '一节' }],
    })
    const chapter = book.chapter('一节')
    const resource = { curriculum_id: book.id, kind: 'file' as const, name: 'a.pdf', position: 0 }
    const uids = [randomUUID(), randomUUID(), randomUUID()]
    const [shown, removed, dataset] = uids.map(printedCode)
    await server.db
      .insertInto('resources')
      .values([
        { ...resource, uid: uids[0]!, slug: 'a', title: '讲义', code: shown! },
        { ...resource, uid: uids[1]!, slug: 'b', title: '旧讲义', code: removed!, removed_at: testStart },
        { ...resource, uid: uids[2]!, slug: 'c', title: '建库', code: dataset!, kind: 'dataset' },
      ])
      .execute()
    const client = await server.as()
    const open = (code: string) => client.call('POST /v130/code2id', { code })
    expect(await open(shown!.toLowerCase())).toEqual({ link: `pages/resource/index?id=${uids[0]}`, title: '讲义' })
    expect(await open(removed!)).toEqual({
      link: `pages/digital-textbooks/details?id=${book.uid}`,
      title: '印出来的书',
    })
    const reader = `pages/digital-textbooks/read?id=${book.uid}&chapter=${chapter.uid}`
    expect(await open(printedCode(chapter.uid))).toEqual({ link: reader, title: '一节' })
    expect(await open(`${printedCode(chapter.uid)}.p9`)).toEqual({ link: `${reader}&pid=p9`, title: '一节' })
    for (const code of [dataset!, '22222222', '\u202e', '<img src=x>'])
      expect(await client.send('POST /v130/code2id', { code })).toMatchObject({ data: { error: 'code-not-found' } })
    expect(await guest.send('POST /v130/code2id', { code: shown! })).toMatchObject({ code: 3 })
  })

  it('an encrypted parameter opens its target; a changed parameter is rejected', async () => {
    const book = await addCurriculum(server.db, { kind: 'ebook', title: '加密的书', chapters: [{ title: '二节' }] })
    const chapter = book.chapter('二节').uid
    const { secret } = server.env.config
    const client = await server.as()
    const open = (param: string) => client.send('POST /v130/param_decrypt', { param })
    expect((await open(encryptParam(secret, { chapter, pid: 'p3' }))).data).toEqual({
      link: `pages/books/read?id=${book.uid}&chapter=${chapter}&pid=p3`,
      title: '二节',
    })
    expect((await open(encryptParam(secret, { curriculum: book.uid }))).data).toMatchObject({ title: '加密的书' })
    const good = Buffer.from(encryptParam(secret, { chapter }), 'base64url')
    for (let at = 0; at < good.length; at += 7) {
      const changed = Buffer.from(good)
      changed[at]! ^= 1
      expect((await open(changed.toString('base64url'))).data).toMatchObject({ error: 'code-not-found' })
    }
    for (const param of ['x', good.subarray(0, 28).toString('base64url'), encryptParam('another secret', { chapter })])
      expect((await open(param)).data).toMatchObject({ error: 'code-not-found' })
    expect((await open(encryptParam(secret, { resource: randomUUID() }))).data).toMatchObject({
      error: 'code-not-found',
    })
  })

  it('rejects the 61st printed code of a user within a minute', async () => {
    const client = await server.as()
    const answers = []
    for (let i = 0; i < 61; i++) answers.push((await client.send('POST /v130/code2id', { code: '23456789' })).code)
    expect([answers[59], answers[60]]).toEqual([0, 429])
  })
})
