import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { printedCode } from '../base/stable-ids'
import { listCodes, type PrintedCode } from '../modules/catalogue/list-printed-codes'
import { startTestApp, type TestApp, testStart } from '../testing/app'
import { addCurriculum } from '../testing/catalogue'
import { codesCsv, codesSheet } from './printed-codes'

const site = 'https://study.example.cn'
let server: TestApp
let book: Awaited<ReturnType<typeof addCurriculum>>
const uids = { shown: randomUUID(), removed: randomUUID(), dataset: randomUUID() }

beforeAll(async () => {
  server = await startTestApp()
  book = await addCurriculum(server.db, {
    kind: 'textbook',
    title: '印出来的书 <上册>',
    chapters: [{ title: '一节' }, { title: '二节, "附"' }],
  })
  const { id } = await server.db
    .selectFrom('chapters')
    .select('id')
    .where('uid', '=', book.chapter('一节').uid)
    .executeTakeFirstOrThrow()
  await sql`insert into paragraphs (chapter_id, pid, position, text, grams) values
    (${id}, 'push', 900, '=入栈', ''), (${id}, 'p0123456789', 901, '没有锚点的一段', '')`.execute(server.db)
  const resource = { curriculum_id: book.id, kind: 'file' as const, name: 'a.pdf', position: 0 }
  const coded = (uid: string) => ({ ...resource, uid, code: printedCode(uid) })
  await server.db
    .insertInto('resources')
    .values([
      { ...coded(uids.shown), slug: 'a', title: '讲义' },
      { ...coded(uids.removed), slug: 'b', title: '旧讲义', removed_at: testStart },
      { ...coded(uids.dataset), slug: 'c', title: '建库', kind: 'dataset' },
    ])
    .execute()
})
afterAll(() => server.close())

describe('codes of a textbook', () => {
  it('lists every chapter, anchored paragraph and resource, and each code opens its target', async () => {
    const { slug } = await server.db
      .selectFrom('curricula')
      .select('slug')
      .where('id', '=', book.id)
      .executeTakeFirstOrThrow()
    const { codes } = await listCodes(server.db, slug, site)
    expect(codes.map(({ kind, title }) => [kind, title])).toEqual([
      ['chapter', '一节'],
      ['paragraph', '=入栈'],
      ['chapter', '二节, "附"'],
      ['resource', '讲义'],
    ])
    const client = await server.as()
    const opened = async ({ url }: PrintedCode) => (await client.call('POST /v130/code2id', { code: url })).link
    const reader = `pages/digital-textbooks/read?id=${book.uid}&chapter=${book.chapter('一节').uid}`
    expect(await opened(codes[0]!)).toBe(reader)
    expect(await opened(codes[1]!)).toBe(`${reader}&pid=push`)
    expect(await opened(codes[3]!)).toBe(`pages/resource/index?id=${uids.shown}`)
    expect(codes[3]!.url).toBe(`${site}/#/pages/resource/index?qrcode=${printedCode(uids.shown)}`)
  })

  it('finds a book by its id; rejects an unknown name', async () => {
    expect((await listCodes(server.db, book.uid, site)).codes).toHaveLength(4)
    await expect(listCodes(server.db, 'nothing', site)).rejects.toThrow('没有教材 nothing')
  })

  it('writes CSV that spreadsheet programs read as UTF-8, with formulas escaped', async () => {
    const csv = codesCsv(await listCodes(server.db, book.uid, site))
    expect(csv.startsWith('\ufeff类型,章节,名称,编码,网址\r\n')).toBe(true)
    expect(csv).toContain("段落,一节,'=入栈,")
    expect(csv).toContain('"二节, ""附"""')
    expect(csv.trimEnd().split('\r\n')).toHaveLength(5)
  })

  it('writes a self-contained page with a QR code for each code', async () => {
    const sheet = codesSheet(await listCodes(server.db, book.uid, site))
    expect(sheet.match(/<svg /g)).toHaveLength(4)
    expect(sheet).toContain('印出来的书 &lt;上册&gt;')
    expect(sheet).toContain('@page')
    expect(sheet).not.toMatch(/<script|<link|src=|https?:\/\//)
  })
})
