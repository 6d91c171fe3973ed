import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { printedCode } from '../../base/stable-ids'
import { startTestApp, type TestApp } from '../../testing/app'
import { addCurriculum } from '../../testing/catalogue'
import { asStaff, createStaff } from '../../testing/staff'
import { encryptParam, type PrintedPlace } from './printed-codes'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function newBook(title: string) {
  const book = await addCurriculum(app.db, { kind: 'textbook', title, chapters: [{ title: '一节' }] })
  const uid = randomUUID()
  await app.db
    .insertInto('resources')
    .values({
      uid,
      curriculum_id: book.id,
      slug: 'a',
      title: '讲义',
      kind: 'file',
      name: 'a.pdf',
      code: printedCode(uid),
      position: 0,
    })
    .execute()
  return { ...book, resource: uid, resourceCode: printedCode(uid), chapterCode: printedCode(book.chapter('一节').uid) }
}

it('lists the codes of a textbook and counts the scans of each by all users', async () => {
  const book = await newBook('数据结构')
  for (const client of [await app.as(), await app.as()])
    await client.call('POST /v130/code2id', { code: book.resourceCode })
  const client = await app.as()
  await client.call('POST /v130/code2id', { code: `${book.chapterCode}.invented` })
  app.clock.advance(40 * 86_400)
  await (await app.as()).call('POST /v130/code2id', { code: book.chapterCode })
  const operator = await asStaff(app, await createStaff(app, 'operator'))
  const { codes, title } = await operator.call('GET /staff/v1/printed_codes', { id: book.uid })
  expect(title).toBe('数据结构')
  expect(codes.map(({ kind, code, scans, recentScans }) => ({ kind, code, scans, recentScans }))).toEqual([
    { kind: 'chapter', code: book.chapterCode, scans: 2, recentScans: 1 },
    { kind: 'resource', code: book.resourceCode, scans: 2, recentScans: 0 },
  ])
  expect(codes[0]!.url).toContain(`qrcode=${book.chapterCode}`)
  const { list } = await operator.call('GET /staff/v1/code_books', {})
  expect(list).toEqual([{ id: book.uid, title: '数据结构', codes: 2, scans: 4 }])
})

it('counts the anchored paragraphs of a textbook among its codes, as the page of the textbook does', async () => {
  const book = await newBook('有锚点的书')
  const { id } = book.chapter('一节')
  await sql`insert into paragraphs (chapter_id, pid, position, text, grams)
    values (${id}, 'stack', 0, '栈', ''), (${id}, 'p0123456789', 1, '队列', '')`.execute(app.db)
  const operator = await asStaff(app, await createStaff(app, 'operator'))
  await (await app.as()).call('POST /v130/code2id', { code: `${book.chapterCode}.stack` })
  const { codes } = await operator.call('GET /staff/v1/printed_codes', { id: book.uid })
  expect(codes.map(({ code }) => code)).toEqual([book.chapterCode, `${book.chapterCode}.stack`, book.resourceCode])
  const { list } = await operator.call('GET /staff/v1/code_books', {})
  expect(list.find(({ id }) => id === book.uid)).toMatchObject({ codes: 3, scans: 1 })
})

it('a scanned link counts as a scan of the code of the same place', async () => {
  const book = await newBook('印链接的书')
  const chapter = book.chapter('一节').uid
  const client = await app.as()
  const open = (place: PrintedPlace) =>
    client.call('POST /v130/param_decrypt', { param: encryptParam(app.env.config.secret, place) })
  await open({ chapter })
  await open({ chapter, pid: 'invented' })
  await open({ resource: book.resource })
  await open({ curriculum: book.uid })
  const operator = await asStaff(app, await createStaff(app, 'operator'))
  const { codes } = await operator.call('GET /staff/v1/printed_codes', { id: book.uid })
  expect(codes.map(({ kind, scans }) => [kind, scans])).toEqual([
    ['chapter', 2],
    ['resource', 1],
  ])
})

it('an editor sees the codes of own textbooks only', async () => {
  const [ownBook, foreign] = [await newBook('自己的书'), await newBook('别人的书')]
  const editor = await asStaff(app, await createStaff(app, 'editor', { kind: 'curriculum', id: ownBook.id }))
  const { list } = await editor.call('GET /staff/v1/code_books', {})
  expect(list.map(({ title }) => title)).toEqual(['自己的书'])
  const refused = await editor.send('GET /staff/v1/printed_codes', { id: foreign.uid })
  expect(refused.data.error).toBe('curriculum-not-found')
})
