import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { docx, p, picture } from '../importer/questions/docx.fixture'
import { epub, page, type ZipEntry, zip } from '../text/epub/zip.fixture'
import { open, prepareContentFiles, read, studio } from './read-content-file.fixture'

prepareContentFiles()

const uidOf = async (slug: string) =>
  (await studio.server.db.selectFrom('curricula').select('uid').where('slug', '=', slug).executeTakeFirstOrThrow()).uid
const textOf = async (id: string, path: string) =>
  (await studio.owner.call('GET /staff/v1/studio_text', { id, path })).text

const png = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#357' } })
    .png()
    .toBuffer()
const folderZip = (files: Record<string, string | Buffer>) =>
  zip(Object.entries(files).map(([name, body]): ZipEntry => ({ name, body })))

describe('documents', () => {
  it('a Word document becomes a section after the open one, with its picture, and is not published', async () => {
    const { uid } = studio.book
    const heading = p('堆').replace('<w:p>', '<w:p><w:pPr><w:pStyle w:val="1"/></w:pPr>')
    const styles =
      '<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:styleId="1"><w:name w:val="heading 1"/></w:style></w:styles>'
    const file = docx(
      [heading, p('堆是一种树。'), p(picture('rId1', '一个堆'))],
      [
        { name: 'word/media/image1.png', body: await png() },
        { name: 'word/styles.xml', body: styles },
      ],
    )
    const task = await read(uid, '堆.docx', file, 'one')
    expect(task).toMatchObject({ state: 'done', kind: 'file', name: '堆.docx', progress: '新增 1 节' })
    expect(task.problems.filter(({ level }) => level === 'error')).toEqual([])
    const { tree, changes, draft } = await open(uid)
    expect(tree.map(({ title }) => title)).toEqual(['第 1 章', '一', '堆', '二'])
    expect(draft).not.toBeNull()
    expect(changes.some(({ path }) => /^figures\/d[0-9a-f]{8}-/.test(path))).toBe(true)
    const added = tree.find(({ title }) => title === '堆')!
    expect(await textOf(uid, added.path!)).toContain('堆是一种树。')
    const chapters = await studio.server.db.selectFrom('chapters').select('title').execute()
    expect(chapters.map(({ title }) => title)).not.toContain('堆')
    // The draft that was read can be published without changes.
    const check = await studio.owner.call('GET /staff/v1/studio_check', { id: uid })
    expect(check.problems.filter(({ level }) => level === 'error')).toEqual([])
  })

  it('a notebook becomes a section with its cells, and Markdown a lesson of a course', async () => {
    const notebook = {
      nbformat: 4,
      nbformat_minor: 5,
      metadata: { language_info: { name: 'python' } },
      cells: [
        { cell_type: 'markdown', metadata: {}, source: ['# 递归\n', '\n', '自己调用自己。'] },
        { cell_type: 'code', metadata: {}, outputs: [], execution_count: 1, source: ['print(1)'] },
      ],
    }
    const { uid } = studio.book
    expect(await read(uid, '递归.ipynb', Buffer.from(JSON.stringify(notebook)))).toMatchObject({ state: 'done' })
    const section = (await open(uid)).tree.find(({ title }) => title === '递归')!
    expect(await textOf(uid, section.path!)).toMatch(/```python[\s\S]*print\(1\)/)
    const course = await uidOf('k')
    expect(await read(course, 'notes.md', Buffer.from('# 新的讲义\n\n文字。\n'))).toMatchObject({ state: 'done' })
    expect((await open(course)).tree.at(-1)).toMatchObject({ title: '新的讲义', kind: 'lesson', parent: 'part' })
  })
})

describe('books and archives', () => {
  it('an EPUB replaces the chapters of an ebook in the draft', async () => {
    const id = await uidOf('e')
    const book = epub({ documents: { 'a.xhtml': page('<h1>序</h1><p>很久以前。</p>') } })
    expect(await read(id, '新书.epub', book)).toMatchObject({ state: 'done', progress: '已放进草稿' })
    expect(await open(id)).toMatchObject({ editable: false })
    expect(await textOf(id, 'book.yaml')).toContain('epub: book.epub')
    const check = await studio.owner.call('GET /staff/v1/studio_check', { id })
    expect(check.problems.filter(({ level }) => level === 'error')).toEqual([])
    expect(check.difference.added.length).toBeGreaterThan(0)
  })

  it('a document for an ebook whose text is an EPUB is refused with the reason, and the draft stays as it is', async () => {
    const id = await uidOf('e')
    const book = epub({ documents: { 'a.xhtml': page('<h1>序</h1><p>很久以前。</p>') } })
    await read(id, '新书.epub', book)
    const before = await textOf(id, 'book.yaml')
    const task = await read(id, '加一节.md', Buffer.from('# 加一节\n\n文字。\n'))
    expect(task).toMatchObject({ state: 'failed', problems: [{ text: expect.stringContaining('正文是 EPUB') }] })
    expect(await textOf(id, 'book.yaml')).toBe(before)
  })

  it('the archive of a content folder replaces the draft, but not price, shelf and published questions', async () => {
    const { uid } = studio.book
    const manifest = `title: 新教材\nsubject: unknown\nprice: 1\npublished: 2030-01-01\nauthor: 别人\nchapters: [{ slug: neu, file: neu.md }]\n`
    const files = {
      '书/textbook.yaml': manifest,
      '书/neu.md': '# 新的\n\n![图](figures/a.png)\n',
      '书/figures/a.png': await png(),
      '书/questions/a.md': '## x\ntype: judge\nanswer: true\n\n对吗？\n',
      '__MACOSX/._a': 'x',
    }
    await studio.owner.call('POST /staff/v1/studio_save', {
      id: uid,
      path: 'chapters/one.md',
      text: '# 一\n\n没有发布的改动。\n',
      base: (await studio.owner.call('GET /staff/v1/studio_text', { id: uid, path: 'chapters/one.md' })).hash,
    })
    const task = await read(uid, '书.zip', folderZip(files))
    expect(task).toMatchObject({ state: 'done' })
    expect(task.problems.map(({ text }) => text).join()).toContain('题目没有读入')
    const stored = await textOf(uid, 'textbook.yaml')
    expect(stored).toMatch(/price: 39.5/)
    expect(stored).toMatch(/published: 2026-09-01/)
    expect(stored).toMatch(/subject: computing/)
    const { tree, changes } = await open(uid)
    expect(tree.map(({ title }) => title)).toEqual(['新的'])
    expect(changes).toContainEqual({ path: 'chapters/one.md', removed: true })
    expect(changes.map(({ path }) => path).filter((path) => path.startsWith('questions/'))).toEqual([])
  })

  it('an archive with errors in its texts is refused completely, and the report names the lines', async () => {
    const { uid } = studio.book
    const manifest =
      'title: 新\nsubject: computing\nprice: 0\npublished: 2026-09-01\nauthor: 我\nchapters: [{ slug: a, file: a.md }]\n'
    const task = await read(uid, 'x.zip', folderZip({ 'textbook.yaml': manifest, 'a.md': '# 甲\n\n![](没有.png)\n' }))
    expect(task.state).toBe('failed')
    expect(task.problems).toContainEqual(expect.objectContaining({ file: 'a.md', line: 3, level: 'error' }))
    expect(await open(uid)).toMatchObject({ draft: null })
  })

  it('archives with links, outside paths, passwords, bombs or another kind of content are refused', async () => {
    const { uid } = studio.book
    const bomb = { name: 'a.md', body: Buffer.alloc(9 * 1024 * 1024) }
    const hostile: [string, Buffer, RegExp][] = [
      ['link', zip([{ name: 'textbook.yaml', body: '/etc/passwd', mode: 0o120777 }]), /链接/],
      ['outside', zip([{ name: '../x.md', body: 'x' }]), /指向外面|不合适/],
      ['password', zip([{ name: 'textbook.yaml', body: 'x', claim: { flags: 1 } }]), /密码/],
      ['bomb', zip([bomb]), /太大/],
      [
        'file and folder',
        zip([
          { name: 'a', body: 'x' },
          { name: 'a/textbook.yaml', body: 'x' },
        ]),
        /损坏/,
      ],
      ['other kind', folderZip({ 'bank.yaml': 'title: 库\n' }), /bank/],
      ['two', folderZip({ 'textbooks/a/textbook.yaml': 'a', 'textbooks/b/textbook.yaml': 'b' }), /2 门/],
      ['nothing', folderZip({ 'readme.txt': 'x' }), /textbook\.yaml/],
      ['noise', randomBytes(5000), /打不开/],
    ]
    for (const [name, data, reason] of hostile) {
      const task = await read(uid, `${name}.zip`, data)
      expect([name, task.state]).toEqual([name, 'failed'])
      expect(task.problems[0]!.text, name).toMatch(reason)
    }
    expect(await open(uid)).toMatchObject({ draft: null })
    expect(await studio.server.env.db.selectFrom('content_uploads').selectAll().execute()).toEqual([])
  })
})
