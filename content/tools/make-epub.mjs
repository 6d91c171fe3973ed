// Builds ebooks/study-notes/book.epub (EPUB 3) from the Markdown, pictures and style in its source folder.
// The same sources give the same bytes: entries are in a fixed order with a fixed date.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import MarkdownIt from 'markdown-it'
import { parse } from 'yaml'

const folder = join(import.meta.dirname, '../ebooks/study-notes')
const source = join(folder, 'source')
const book = parse(readFileSync(join(folder, 'book.yaml'), 'utf8'), { schema: 'core' })
const markdown = new MarkdownIt({ xhtmlOut: true })
const escapeXml = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

function page(title, body, type) {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="zh-CN" xml:lang="zh-CN">
<head><meta charset="UTF-8"/><title>${escapeXml(title)}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
<body>
<section epub:type="${type}">
${body}
</section>
</body>
</html>
`
}

/** Footnotes: `[^1]` in the text, `[^1]: …` on a line of its own. Private-use marks keep Markdown from touching them. */
function chapter(text) {
  const notes = []
  const plain = text.replace(/^\[\^(\w+)\]: (.*)\n?/gm, (_, id, note) => {
    notes.push({ id, note })
    return ''
  })
  const refs = new Set()
  const marked = plain.replace(/\[\^(\w+)\]/g, (_, id) => {
    refs.add(id)
    return `\uE000${id}\uE001`
  })
  for (const { id } of notes) if (!refs.has(id)) throw new Error(`footnote ${id} is not referred to`)
  for (const id of refs) if (!notes.some((note) => note.id === id)) throw new Error(`footnote ${id} is missing`)
  const html = markdown
    .render(marked)
    .replace(
      /\uE000(\w+)\uE001/g,
      '<sup><a epub:type="noteref" role="doc-noteref" href="#note-$1" id="ref-$1">$1</a></sup>',
    )
  const asides = notes.map(
    ({ id, note }) =>
      `<aside epub:type="footnote" role="doc-footnote" id="note-${id}"><p><a href="#ref-${id}">${id}</a> ${markdown.renderInline(note)}</p></aside>`,
  )
  return { title: text.match(/^# (.+)$/m)[1], html: [html, ...asides].join('\n') }
}

const chapters = readdirSync(source)
  .filter((name) => name.endsWith('.md'))
  .sort()
  .map((name) => ({ ...chapter(readFileSync(join(source, name), 'utf8')), file: name.replace(/\.md$/, '.xhtml') }))
const images = readdirSync(join(source, 'images')).sort()

const nav = page(
  '目录',
  `<nav epub:type="toc" id="toc"><h1>目录</h1><ol>
${chapters.map(({ title, file }) => `<li><a href="${file}">${escapeXml(title)}</a></li>`).join('\n')}
</ol></nav>
<nav epub:type="landmarks" hidden="hidden"><ol>
<li><a epub:type="cover" href="cover.xhtml">封面</a></li>
<li><a epub:type="bodymatter" href="${chapters[0].file}">正文</a></li>
</ol></nav>`,
  'frontmatter',
)
const cover = page('封面', `<img src="cover.svg" alt="${escapeXml(book.title)}"/>`, 'cover')

const items = [
  '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>',
  '<item id="cover" href="cover.xhtml" media-type="application/xhtml+xml"/>',
  '<item id="cover-image" href="cover.svg" media-type="image/svg+xml" properties="cover-image"/>',
  '<item id="style" href="style.css" media-type="text/css"/>',
  ...images.map((name, i) => `<item id="image-${i + 1}" href="images/${name}" media-type="image/svg+xml"/>`),
  ...chapters.map(({ file }, i) => `<item id="chapter-${i + 1}" href="${file}" media-type="application/xhtml+xml"/>`),
]
const opf = `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="zh-CN">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:duoxiangxue:ebook:study-notes</dc:identifier>
<dc:title>${escapeXml(book.title)}</dc:title>
<dc:creator>${escapeXml(book.author)}</dc:creator>
<dc:language>zh-CN</dc:language>
<dc:description>${escapeXml(book.summary)}</dc:description>
<meta property="dcterms:modified">${book.published}T00:00:00Z</meta>
</metadata>
<manifest>
${items.join('\n')}
</manifest>
<spine>
<itemref idref="cover" linear="no"/>
<itemref idref="nav" linear="no"/>
${chapters.map((_, i) => `<itemref idref="chapter-${i + 1}"/>`).join('\n')}
</spine>
</package>
`
const container = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`

/** A ZIP archive. EPUB wants `mimetype` first and stored; the rest is deflated. */
function zip(entries) {
  const date = ((2026 - 1980) << 9) | (9 << 5) | 1
  const parts = []
  const directory = []
  let offset = 0
  for (const [name, content] of entries) {
    const data = Buffer.from(content)
    const stored = name === 'mimetype'
    const packed = stored ? data : deflateRawSync(data, { level: 9 })
    const path = Buffer.from(name)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(stored ? 0 : 8, 4)
    fields.writeUInt16LE(date, 8)
    fields.writeUInt32LE(crc32(data), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(data.length, 18)
    fields.writeUInt16LE(path.length, 22)
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), fields, path, packed)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, tail, path)
    offset += 30 + path.length + packed.length
  }
  const listing = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(listing.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, listing, Buffer.from('PK\x05\x06', 'latin1'), end])
}

const epub = zip([
  ['mimetype', 'application/epub+zip'],
  ['META-INF/container.xml', container],
  ['EPUB/package.opf', opf],
  ['EPUB/nav.xhtml', nav],
  ['EPUB/cover.xhtml', cover],
  ...['cover.svg', 'style.css'].map((name) => [`EPUB/${name}`, readFileSync(join(source, name))]),
  ...images.map((name) => [`EPUB/images/${name}`, readFileSync(join(source, 'images', name))]),
  ...chapters.map(({ title, html, file }) => [`EPUB/${file}`, page(title, html, 'chapter')]),
])
writeFileSync(join(folder, 'book.epub'), epub)
process.stdout.write(`book.epub: ${chapters.length} chapters, ${epub.length} bytes\n`)
