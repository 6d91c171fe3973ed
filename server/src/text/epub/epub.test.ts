import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { chapterUid } from '../../base/stable-ids'
import { contentFolder } from '../../importer/import.fixture'
import { createTestDatabase, type TestDatabase } from '../../testing/database'
import { formatProblem } from '../problems'
import { epub, page, zip } from './zip.fixture'

let database: TestDatabase
let folder: Awaited<ReturnType<typeof contentFolder>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
afterEach(() => folder.remove())

const ref = { kind: 'ebook', slug: 'small' }
const manifest = `
title: 小书
subject: computing
price: 0
published: 2026-09-01
author: 某人
epub: book.epub
free: 1
`

async function importBook(book: Buffer) {
  folder = await contentFolder({ 'ebooks/small/book.yaml': manifest, 'ebooks/small/book.epub': book })
  // Each test imports another edition of the same book, whose chapters replace the earlier ones.
  const report = await folder.run(database.db, undefined, { remove: true })
  const chapters = await database.db
    .selectFrom('chapters')
    .innerJoin('curricula', 'curricula.id', 'chapters.curriculum_id')
    .select([
      'chapters.slug',
      'chapters.title',
      'chapters.kind',
      'chapters.html',
      'chapters.plain',
      'chapters.free',
      'chapters.parent_id',
      'chapters.outline',
    ])
    .where('curricula.slug', '=', 'small')
    .where('chapters.removed_at', 'is', null)
    .orderBy('chapters.position')
    .execute()
  return { report, chapters, html: (slug: string) => chapters.find((chapter) => chapter.slug === slug)?.html ?? '' }
}

const refusal = async (book: Buffer) => {
  folder = await contentFolder({ 'ebooks/small/book.yaml': manifest, 'ebooks/small/book.epub': book })
  return (await folder.check()).filter((line) => line.includes('错误'))
}

describe('importing a book', () => {
  it('creates parts and chapters with the titles of the table of contents, and resolves links', async () => {
    const picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const { report, chapters, html } = await importBook(
      epub({
        documents: {
          'one.xhtml': page(
            '<div class="x"><h1>第一章</h1><p style="color:red" onclick="alert(1)">正文<a epub:type="noteref" href="#n1">1</a>，见<a href="two.xhtml#deep">第二章</a>。</p><aside epub:type="footnote" id="n1"><p>注释</p></aside><img src="img/a.png" alt="红"/></div>',
          ),
          'two.xhtml': page(
            '<section><h1>第二章</h1><div>没有标记的一段<br/>换行</div><p id="deep">深处</p></section>',
          ),
        },
        manifest: '<item id="i" href="img/a.png" media-type="image/png" properties="cover-image"/>',
        nav: '<ol><li><span>上篇</span><ol><li><a href="one.xhtml">第一章</a></li><li><a href="two.xhtml">第二章</a></li></ol></li></ol>',
        extra: [{ name: 'OPS/img/a.png', body: picture }],
      }),
    )
    expect(report.problems.map(formatProblem)).toEqual([
      'ebooks/small/book.epub/OPS/one.xhtml:1 提醒 书自带的样式没有收入，按这里的版式显示',
      'ebooks/small/book.epub/OPS/one.xhtml:1 提醒 脚本 onclick 没有收入',
    ])
    expect(chapters.map(({ kind, title, free }) => [kind, title, free])).toEqual([
      ['part', '上篇', false],
      ['text', '第一章', true],
      ['text', '第二章', false],
    ])
    expect(html('one')).not.toMatch(/style=|onclick|class=|<h\d/)
    expect(html('one')).toContain('<a data-footnote="n1" role="doc-noteref" tabindex="0">1</a>')
    expect(html('one')).toContain('<aside data-note="n1" role="doc-footnote">')
    expect(html('one')).toMatch(
      /<img src="media:f\/[0-9a-f]{32}\.webp" width="30" height="20" loading="lazy" alt="红">/,
    )
    const pid = /<p data-p="(\w+)">深处/.exec(html('two'))?.[1]
    expect(html('one')).toContain(`data-chapter="${chapterUid(ref, 'two')}" data-anchor="${pid}"`)
    expect(chapters[2]!.plain).toBe('没有标记的一段 换行\n深处')
    const { cover_id } = await database.db
      .selectFrom('curricula')
      .select('cover_id')
      .where('slug', '=', 'small')
      .executeTakeFirstOrThrow()
    expect(cover_id).not.toBeNull()
  })

  it('keeps the formulas, drawings, text direction and language of the book', async () => {
    const { html } = await importBook(
      epub({
        documents: {
          'a.xhtml': `<html xmlns="http://www.w3.org/1999/xhtml" dir="rtl" xml:lang="ar"><body><section><p>سلام</p><p><m:math xmlns:m="http://www.w3.org/1998/Math/MathML"><m:mi onclick="x()">x</m:mi></m:math></p><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"><title>方块</title><script>alert(1)</script><rect width="8" height="4"/></svg></section></body></html>`,
        },
        spineAttributes: ' page-progression-direction="rtl"',
      }),
    )
    expect(html('a')).toContain('<p dir="rtl" lang="ar"')
    expect(html('a')).toContain('<math><mi>x</mi></math>')
    expect(html('a')).toMatch(/<img src="media:f\/[0-9a-f]{32}\.svg" width="8" height="4" loading="lazy" alt="方块">/)
  })

  it('adds headings, and table-of-contents entries with a fragment, to the outline of their chapter', async () => {
    const { chapters, report } = await importBook(
      epub({
        documents: {
          'one.xhtml': page('<h1>第一章</h1><p id="a">甲</p><section id="b"><h2>乙</h2><p>文</p></section>'),
          'two.xhtml': page('<h1>第二章</h1><h2>其一</h2><p>文</p><h3>细</h3><p>文</p>'),
        },
        nav: '<ol><li><a href="one.xhtml">第一章</a><ol><li><a href="one.xhtml#a">入口甲</a></li><li><a href="one.xhtml#b">入口乙</a></li></ol></li><li><a href="two.xhtml">第二章</a></li><li><a href="gone.xhtml">没有的</a></li></ol>',
      }),
    )
    const pid = (text: string, chapter: number) =>
      new RegExp(`data-p="(\\w+)">${text}<`).exec(chapters[chapter]!.html)?.[1]
    expect(chapters.map(({ outline }) => outline)).toEqual([
      [
        { title: '入口甲', depth: 0, pid: pid('甲', 0) },
        { title: '入口乙', depth: 0, pid: pid('乙', 0) },
      ],
      [
        { title: '其一', depth: 0, pid: pid('其一', 1) },
        { title: '细', depth: 1, pid: pid('细', 1) },
      ],
    ])
    expect(report.problems.map(formatProblem)).toEqual(['ebooks/small/book.epub 提醒 目录里的“没有的”没有去处'])
    expect([report.balance.source.contents, report.balance.result.contents]).toEqual([5, 4])
  })

  it('names an entry of the contents whose fragment is not in its document, and leads to the start of the chapter', async () => {
    const { chapters, report } = await importBook(
      epub({
        documents: { 'one.xhtml': page('<h1 id="top">第一章</h1><p>甲</p><p id="b">乙</p>') },
        nav: '<ol><li><a href="one.xhtml">第一章</a><ol><li><a href="one.xhtml#top">章首</a></li><li><a href="one.xhtml#zzz">移走的</a></li><li><a href="one.xhtml#b">乙处</a></li></ol></li></ol>',
      }),
    )
    expect(chapters[0]!.outline.map(({ title }) => title)).toEqual(['章首', '移走的', '乙处'])
    expect(chapters[0]!.outline[1]!.pid).toBe(chapters[0]!.outline[0]!.pid)
    expect(report.problems.map(formatProblem)).toEqual([
      'ebooks/small/book.epub 提醒 目录里的“移走的”指向的位置（#zzz）书里没有，改为指向那一章的开头',
    ])
  })

  it('maps a title without a link in the contents to the first entry below it', async () => {
    const { chapters, report } = await importBook(
      epub({
        documents: { 'one.xhtml': page('<p id="a">甲</p><p id="b">乙</p>'), 'two.xhtml': page('<p>丙</p>') },
        nav: '<ol><li><a href="one.xhtml">第一章</a><ol><li><span>作者甲</span><ol><li><a href="one.xhtml#b">篇乙</a></li></ol></li></ol></li><li><a href="one.xhtml#a">甲</a><ol><li><span>卷</span><ol><li><a href="two.xhtml">第二章</a></li></ol></li></ol></li></ol>',
      }),
    )
    const pidOf = (text: string) => new RegExp(`data-p="(\\w+)">${text}<`).exec(chapters[1]!.html)?.[1]
    expect(chapters.map(({ title, outline }) => [title, outline])).toEqual([
      ['甲', []],
      [
        '第一章',
        [
          { title: '作者甲', depth: 0, pid: pidOf('乙') },
          { title: '篇乙', depth: 1, pid: pidOf('乙') },
        ],
      ],
      ['第二章', []],
    ])
    expect(report.problems.map(formatProblem)).toEqual(['ebooks/small/book.epub 提醒 目录里的“卷”没有去处'])
  })

  it('imports a comic whose pictures are in pages or directly in the spine', async () => {
    const picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const { chapters, report } = await importBook(
      epub({
        documents: {
          '1.xhtml': page('<img src="p1.png" alt="第一页"/>'),
          '2.xhtml': page('<svg viewBox="0 0 30 20"><image href="p1.png"/></svg>'),
          'p3.png': '',
          '4.xhtml': page('<img src="p1.png"/>'),
        },
        nav: '<ol><li><a href="1.xhtml">第一话</a></li><li><a href="4.xhtml">第二话</a></li></ol>',
        extra: [
          { name: 'OPS/p1.png', body: picture },
          { name: 'OPS/p3.png', body: picture },
        ],
      }),
    )
    expect(report.problems.map(formatProblem)).toEqual([])
    expect(chapters.map(({ title, html }) => [title, html.match(/<img /g)?.length])).toEqual([
      ['第一话', 3],
      ['第二话', 1],
    ])
    expect(report.balance.result.pictures).toBe(4)
  })

  it('shows the fallback of a picture whose type cannot be displayed', async () => {
    const picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const { report, html } = await importBook(
      epub({
        documents: { 'a.xhtml': page('<p><img src="a.vnd" alt="图"/></p>') },
        manifest:
          '<item id="x" href="a.vnd" media-type="image/x-vnd" fallback="y"/><item id="y" href="b.vnd" media-type="image/x-other" fallback="z"/><item id="z" href="c.png" media-type="image/png"/>',
        extra: [
          { name: 'OPS/a.vnd', body: 'not a picture' },
          { name: 'OPS/c.png', body: picture },
        ],
      }),
    )
    expect(report.problems.map(formatProblem)).toEqual([])
    expect(html('a')).toMatch(/<img src="media:f\/[0-9a-f]{32}\.webp" width="30"/)
  })

  it('long documents of an EPUB are split before headings', async () => {
    const text = '长'.repeat(400)
    const section = (n: number) => `<h2>第 ${n} 节</h2>${`<p>${text}</p>`.repeat(50)}`
    const { chapters } = await importBook(
      epub({ documents: { 'long.xhtml': page([1, 2, 3, 4, 5].map(section).join('')) } }),
    )
    expect(chapters.map(({ slug }) => slug)).toEqual(['long', 'long-2', 'long-3'])
    expect(chapters.map(({ title }) => title)).toEqual(['第 1 节', '第 3 节', '第 5 节'])
    for (const { plain } of chapters) expect(plain.length).toBeLessThanOrEqual(50_000)
    expect(
      chapters
        .map(({ plain }) => plain)
        .join('')
        .replace(/[^长]/g, '').length,
    ).toBe(5 * 50 * 400)
  })

  it('an edited paragraph has the same id in a new edition', async () => {
    const book = (text: string) => epub({ documents: { 'a.xhtml': page(`<p>${text}</p><p>不变的一段。</p>`) } })
    const first = await importBook(book('这一段话后来被作者改了几个字。'))
    const pidOf = (html: string) => /data-p="(\w+)">这一/.exec(html)?.[1]
    await folder.remove()
    const second = await importBook(book('这一段话后来被编者改了几个字。'))
    expect(second.html('a')).toContain('编者')
    expect(pidOf(second.html('a'))).toBe(pidOf(first.html('a')))
  })

  it('omits external and interactive content, with a warning for each', async () => {
    const { report, html } = await importBook(
      epub({
        documents: {
          'a.xhtml': page(
            '<p>文<img src="https://evil.example/a.png" alt="外图"/><img src="../../../../etc/passwd"/></p><iframe src="https://evil.example"></iframe><object data="x.swf" type="application/x-shockwave-flash">备用</object><audio src="https://evil.example/a.mp3"></audio><a href="javascript:alert(1)">链</a><a href="gone.xhtml">去处</a><form><input/></form>\n<p><img src="none.png"/>\n<a href="gone.xhtml#x">又去</a> <img src="broken.png"/><img src="data:image/png,%zz"/></p>',
            '\n<script src="https://evil.example/x.js"></script>\n<style>p { background: url(https://evil.example/y.png) }</style><link rel="stylesheet" href="https://evil.example/x.css"/>',
          ),
        },
        extra: [{ name: 'OPS/broken.png', body: 'no picture' }],
      }),
    )
    expect(html('a')).not.toMatch(/evil|javascript|iframe|object|etc\/passwd|@OPS/)
    expect(html('a')).toContain('外图')
    expect(html('a')).toContain('备用')
    const problemLines = report.problems.map(({ text, level }) => `${level} ${text}`).join('\n')
    for (const part of ['书外的图片', '嵌入的对象', '书外的音视频', '没有去处']) expect(problemLines).toContain(part)
    const lines = report.problems.map(formatProblem)
    expect(lines).toContain('ebooks/small/book.epub/OPS/a.xhtml:2 提醒 书里的交互内容（表单、脚本等）没有收入')
    expect(lines).toContain(
      'ebooks/small/book.epub/OPS/a.xhtml:3 提醒 样式里书外的资源没有收入：https://evil.example/y.png',
    )
    expect(lines).toContain('ebooks/small/book.epub/OPS/a.xhtml:3 提醒 链接 javascript:alert(1) 打不开，已按文字显示')
    expect(lines.filter((line) => /没有去处|none\.png|没有收入：不是/.test(line))).toEqual([
      'ebooks/small/book.epub/OPS/a.xhtml:3 提醒 链接 OPS/gone.xhtml 没有去处，已按文字显示',
      'ebooks/small/book.epub/OPS/a.xhtml:4 提醒 书里缺少文件 OPS/none.png',
      expect.stringMatching(/^ebooks\/small\/book\.epub\/OPS\/a\.xhtml:5 提醒 OPS\/broken\.png 没有收入：/),
      expect.stringMatching(/^ebooks\/small\/book\.epub\/OPS\/a\.xhtml:5 提醒 文中的图 没有收入：/),
    ])
    expect(problemLines).not.toContain('error')
    // Every picture and link of the source is named above.
    expect(report.balance.source).toMatchObject({ pictures: 5, links: 3 })
    expect(report.balance.result).toMatchObject({ pictures: 0, links: 0 })
  })
})

describe('rejecting a book', () => {
  const good = { 'a.xhtml': page('<p>文</p>') }
  const encrypted = (algorithm: string) => ({
    name: 'META-INF/encryption.xml',
    body: `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData><enc:EncryptionMethod Algorithm="${algorithm}"/></enc:EncryptedData></encryption>`,
  })
  it.each([
    ['not an archive', Buffer.from('hello'), '打不开'],
    ['empty', Buffer.alloc(0), '打不开'],
    ['a path out of the archive', zip([{ name: '../../evil.txt', body: 'x' }]), '指向外面的路径'],
    ['an absolute path', zip([{ name: '/etc/evil', body: 'x' }]), '指向外面的路径'],
    ['a symbolic link', zip([{ name: 'a.xhtml', body: '/etc/passwd', mode: 0o120777 }]), '链接文件'],
    ['a password', zip([{ name: 'a.xhtml', body: 'x', claim: { flags: 1 } }]), '有密码'],
    ['a decompression bomb', zip([{ name: 'a.xhtml', body: Buffer.alloc(20 * 1024 * 1024) }]), '解开后太大'],
    ['a huge declared size', zip([{ name: 'a', body: 'x', claim: { size: 2_000_000_000 } }]), '解开后太大'],
    ['too many files', zip(Array.from({ length: 10_001 }, (_, i) => ({ name: `f${i}`, body: '' }))), '文件太多'],
    ['no container', zip([{ name: 'mimetype', body: 'application/epub+zip' }]), 'container.xml'],
    ['no documents', epub({ documents: {} }), '没有可以阅读的章节'],
    ['DRM', epub({ documents: good, extra: [encrypted('http://www.w3.org/2001/04/xmlenc#aes128-cbc')] }), 'DRM'],
    [
      'an external entity',
      epub({
        documents: { 'a.xhtml': `<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/passwd">]>${page('<p>&x;</p>')}` },
      }),
      '外部实体',
    ],
    [
      'exponentially growing entities',
      epub({
        documents: { 'a.xhtml': `<!DOCTYPE html [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${page('<p>&b;</p>')}` },
      }),
      '自己的实体',
    ],
    [
      'a chapter outside the archive',
      epub({ documents: good, manifest: '<item id="x" href="../../../etc/passwd" media-type="text/html"/>' }),
      '指向书的外面',
    ],
    ['elements nested too deeply', epub({ documents: { 'a.xhtml': page('<div>'.repeat(50_000)) } }), '嵌套太深'],
    [
      'a declared size that is too small',
      zip([{ name: 'META-INF/container.xml', body: 'x'.repeat(100), claim: { size: 10 } }]),
      '已损坏',
    ],
  ])('rejects a book: %s', async (_, book, reason) => {
    const lines = await refusal(book)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^ebooks\/small\/book\.epub(\/\S+\.(xhtml|opf):\d+|\/META-INF\/container\.xml)? 错误 /)
    expect(lines[0]).toContain(reason)
    // Users read the reason, so it contains no paths of the server and no internal errors.
    expect(lines[0]).not.toMatch(/\/tmp|Error|at /)
  })

  it('an EPUB with obfuscated fonts is accepted', async () => {
    expect(await refusal(epub({ documents: good, extra: [encrypted('http://www.idpf.org/2008/embedding')] }))).toEqual(
      [],
    )
  })
})
