import { createHash } from 'node:crypto'
import { mkdir, readFile, realpath, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join, posix } from 'node:path'
import { stringify } from 'yaml'
import type { Content } from '../../text/balance'
import { contentOfChapter } from '../../text/content-of-markdown'
import { ContentFolder } from '../folder'
import { readDocxChapter } from '../questions/docx'
import { type Anchors, withAnchors, withoutUnused } from './anchors'
import { convertCartridge, isCartridge } from './cartridge'
import { contentOfNotebook, contentOfPage, lettersOfFormulas } from './content-of-page'
import { includedPaths } from './includes'
import { convertPage, resolveBelow } from './material'
import { isPage, type NavEntry, navOfFiles, readMkdocs, readSummary } from './nav'
import { convertNotebook } from './notebook'
import { ConversionReport } from './report'
import { NewSlugs, slugOf } from './slugs'

export interface ConvertOptions {
  /** Slug of the subject. */
  subject: string
  slug?: string
  title?: string
  author?: string
  /** 元 */
  price?: number
}

/** Whether `convertTextbook` can read this path, but the importer itself cannot. */
export async function isForeignTextbook(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  if (found?.isFile()) return /\.(ipynb|docx|md|markdown)$/i.test(path) || isCartridge(path)
  if (!found?.isDirectory()) return false
  const folder = await ContentFolder.open(path)
  for (const manifest of ['manifest.yaml', 'course.yaml', 'book.yaml', 'textbook.yaml', 'bank.yaml'])
    if (await folder.find(manifest)) return false
  for (const name of ['mkdocs.yml', 'mkdocs.yaml', 'SUMMARY.md', 'src/SUMMARY.md'])
    if (await folder.find(name)) return true
  return false
}

interface Source {
  folder: ContentFolder
  title: string
  author: string
  summary: string
  nav: NavEntry[]
}

interface Page {
  file: string
  slug: string
  title: string
  body: string
  anchors: Anchors
  /** Anchors to which a link leads. */
  used: Set<string>
}

const maxPages = 2000
/** Large, because notebooks contain their images. */
const maxNotebook = 50 * 1024 * 1024

/**
 * Writes a textbook folder for the importer from a MkDocs project, a folder with SUMMARY.md, one document, or the pages
 * and files of a course export (Common Cartridge, Canvas).
 */
export async function convertTextbook(path: string, out: string, options: ConvertOptions): Promise<ConversionReport> {
  const report = new ConversionReport()
  const slug = options.slug ?? slugOf(basename(path).replace(/\.[^.]*$/, ''), 'textbook')
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) throw new Error('slug 只能用小写字母、数字和连字符')
  if ((await stat(path)).isFile() && (await isCartridge(path))) {
    const book = await convertCartridge(path, join(out, 'textbooks', slug), report)
    await writeManifest(path, join(out, 'textbooks', slug), { ...book, author: '', summary: '' }, options)
    report.lost(basename(path), `题目不在教材里，用 npm run questions -- import <文件> --to textbook/${slug} 导入`)
    return report
  }
  const source = await openSource(path)
  const writer = new BookWriter(source.folder, join(out, 'textbooks', slug), report)
  const listed = [...new Set(flat(source.nav).flatMap(({ file }) => file ?? []))]
  const files = listed.slice(0, maxPages)
  if (listed.length > maxPages) report.lost('目录', `没有带入第 ${maxPages} 页以后的 ${listed.length - maxPages} 页`)
  if (files.length === 0) throw new Error(`${basename(path)} 里没有可以导入的页`)
  const titles = new Map(flat(source.nav).flatMap(({ file, title }) => (file && title ? [[file, title] as const] : [])))
  const { included } = await writer.convert(files, titles)
  if ((await stat(path)).isDirectory()) {
    const known = new Set([...listed, ...included])
    const others = (await pagesOf(source.folder)).filter((file) => !known.has(file))
    if (others.length > 0)
      report.lost('目录', `没有带入没有列进目录的 ${others.length} 页：${others.slice(0, 20).join('、')}`)
  }
  const chapters = writer.chapters(source.nav)
  if (chapters.length === 0) throw new Error([`${basename(path)} 里没有可以导入的页`, ...report.lines].join('\n'))
  await writeManifest(path, join(out, 'textbooks', slug), { ...source, chapters }, options)
  report.mapped('页', files.length)
  return report
}

interface BookFields {
  title: string
  author: string
  summary: string
  chapters: unknown[]
  resources?: unknown[]
}

async function writeManifest(path: string, out: string, book: BookFields, options: ConvertOptions): Promise<void> {
  const changed = (await stat(path)).mtime
  const manifest = {
    title: options.title ?? (book.title || basename(path).replace(/\.[^.]*$/, '')),
    subject: options.subject,
    author: options.author ?? (book.author || '佚名'),
    price: options.price ?? 0,
    ...(book.summary && { summary: book.summary }),
    published: new Date(changed.getTime() + 8 * 3600_000).toISOString().slice(0, 10),
    chapters: book.chapters,
    ...(book.resources && book.resources.length > 0 && { resources: book.resources }),
  }
  await mkdir(out, { recursive: true })
  await writeFile(join(out, 'textbook.yaml'), stringify(manifest))
}

const pagesOf = async (folder: ContentFolder) =>
  (await folder.files()).filter((file) => isPage(file) && !/(^|\/)(\.|node_modules\/)|(^|\/)SUMMARY\.md$/.test(file))

const flat = (nav: NavEntry[]): NavEntry[] => nav.flatMap((entry) => [entry, ...flat(entry.below)])

async function openSource(path: string): Promise<Source> {
  if ((await stat(path)).isFile()) {
    const folder = await ContentFolder.open(dirname(await realpath(path)))
    const nav = [{ title: '', file: basename(path), below: [] }]
    return { folder, title: '', author: '', summary: '', nav }
  }
  const root = await ContentFolder.open(path)
  const settings = (await root.text('mkdocs.yml')) ?? (await root.text('mkdocs.yaml'))
  const book = settings === null ? null : readMkdocs(settings)
  const summary = await root.text('src/SUMMARY.md')
  const documents = book?.documents ?? (summary === null ? '.' : 'src')
  const found = documents === '.' ? root : (await root.find(documents)) ? root.below(documents) : root
  const listed = (await found.text('SUMMARY.md')) ?? (book ? null : await root.text('SUMMARY.md'))
  const nav = book?.nav.length ? book.nav : listed === null ? [] : readSummary(listed)
  return {
    folder: found,
    title: book?.title ?? '',
    author: book?.author ?? '',
    summary: book?.summary ?? '',
    nav:
      nav.length > 0
        ? nav
        : navOfFiles((await found.files()).filter((file) => !/(^|\/)(\.|node_modules\/)/.test(file))),
  }
}

class BookWriter {
  private readonly pages = new Map<string, Page>()
  private readonly slugs = new NewSlugs()
  private readonly images = new Map<string, string>()
  private readonly copies: { path: string; data: Buffer }[] = []
  private readonly pending: { from: string; to: string }[] = []

  constructor(
    private readonly source: ContentFolder,
    private readonly out: string,
    private readonly report: ConversionReport,
  ) {}

  /** Converts and writes the pages; returns the files that they include. */
  async convert(files: string[], titles: ReadonlyMap<string, string>): Promise<{ included: string[] }> {
    const texts = new Map<string, string>()
    const sources = new Map<string, Content>()
    for (const file of files) {
      const read = await this.markdownOf(file)
      if (read === null)
        this.report.lost(
          file,
          extname(file) === '.ipynb' ? '没有这个文件，或者不是有效的 Jupyter 笔记本' : '没有这个文件，或者读不了',
        )
      else {
        texts.set(file, read.text)
        sources.set(file, read.source)
      }
    }
    for (const [file, text] of texts) {
      const page = this.outline(file, text)
      this.pages.set(file, page)
      texts.set(file, page.anchors.text)
    }
    const known = await this.loadReferences(texts)
    for (const [file, text] of texts) {
      const page = this.pages.get(file)!
      const { title, body } = convertPage(text, {
        file,
        include: (path) =>
          known.includes.get(resolveBelow('', path) ?? '') ??
          known.includes.get(resolveBelow(file, path) ?? '') ??
          null,
        image: (src) => this.imageOf(file, src, known.files),
        link: (href) => this.linkOf(file, href),
        report: this.report,
      })
      page.title = (titles.get(file) || title || basename(file).replace(/\.[^.]*$/, '')).replace(/\s+/g, ' ')
      const heading = title.replace(/[*`\\]/g, '').trim()
      if (heading !== '' && !page.title.includes(heading))
        this.report.lost(file, `没有带入页里的标题“${heading}”，用目录里的“${page.title}”`)
      page.body = body
      const written = contentOfChapter(`# ${page.title}\n\n${body}`)
      const result = { ...written, letters: written.letters + lettersOfFormulas(body) }
      this.report.compare(file, sources.get(file)!, result)
    }
    for (const page of this.pages.values()) page.body = withoutUnused(page.body, page.anchors.added, page.used)
    for (const page of this.pages.values())
      await this.write(`chapters/${page.slug}.md`, `# ${page.title}\n\n${page.body}\n`)
    for (const { path, data } of this.copies) await this.write(path, data)
    for (const { from, to } of this.pending) {
      const data = await this.source.bytes(from)
      if (data) await this.write(to, data)
    }
    if (this.pending.length > 0) this.report.mapped('图片', this.pending.length)
    return { included: [...known.includes.keys()] }
  }

  private async markdownOf(file: string): Promise<{ text: string; source: Content } | null> {
    const extension = extname(file).toLowerCase()
    if (extension === '.docx') {
      const found = await this.source.find(file)
      if (found?.kind !== 'file') return null
      const { text, images, notes, source } = await readDocxChapter(found.path)
      for (const note of new Set(notes)) this.report.lost(file, note)
      this.addImages(file, images)
      return { text, source }
    }
    if (extension !== '.ipynb') {
      const text = await this.source.text(file)
      return text === null ? null : { text, source: contentOfPage(text) }
    }
    const found = await this.source.find(file)
    if (found?.kind !== 'file' || (await stat(found.path)).size > maxNotebook) return null
    const json = await readFile(found.path, 'utf8')
    const notebook = convertNotebook(json, file, this.report)
    if (!notebook) return null
    this.addImages(file, notebook.images)
    return { text: notebook.text, source: contentOfNotebook(json) }
  }

  /** Adds images that are embedded in a document. */
  private addImages(file: string, images: ReadonlyMap<string, Buffer>): void {
    for (const [name, data] of images) {
      this.images.set(resolveBelow(file, name) ?? name, `figures/${name}`)
      this.copies.push({ path: `figures/${name}`, data })
    }
  }

  private outline(file: string, text: string): Page {
    const name = file.replace(/\.[^.]*$/, '').replace(/\/(index|readme)$/i, '')
    const slug = this.slugs.add(name.replaceAll('/', '-'), 'chapter')
    return { file, slug, title: '', body: '', anchors: withAnchors(text), used: new Set() }
  }

  /** Reads included files and lists all files in advance, because the conversion itself is synchronous. */
  private async loadReferences(texts: ReadonlyMap<string, string>) {
    const includes = new Map<string, string>()
    const files = new Set(await this.source.files())
    const load = async (from: string, text: string, depth: number): Promise<void> => {
      for (const path of includedPaths(text)) {
        for (const place of [resolveBelow('', path), resolveBelow(from, path)]) {
          if (place === null || includes.has(place) || depth > 5) continue
          const found = await this.source.text(place)
          if (found === null) continue
          includes.set(place, found)
          await load(place, found, depth + 1)
        }
      }
    }
    for (const [file, text] of texts) await load(file, text, 0)
    for (const text of includes.values()) await load('', text, 5)
    return { includes, files }
  }

  private imageOf(from: string, src: string, files: ReadonlySet<string>): string | null {
    const path = resolveBelow(from, decoded(src.replace(/[?#].*$/, '')))
    if (path === null) return null
    const known = this.images.get(path)
    if (known) return known
    if (!files.has(path) || !/\.(png|jpe?g|gif|webp|avif|svg)$/i.test(path)) return null
    const target = `figures/${createHash('sha256').update(path).digest('hex').slice(0, 12)}${extname(path).toLowerCase()}`
    this.images.set(path, target)
    this.pending.push({ from: path, to: target })
    return target
  }

  private linkOf(from: string, href: string): string | null {
    const [path = '', anchor] = href.split('#')
    const target = path === '' ? from : resolveBelow(from, decoded(path))
    if (target === null) return null
    const places = [target, `${target}.md`, posix.join(target, 'index.md'), posix.join(target, 'README.md')]
    const page = places.map((place) => this.pages.get(place)).find(Boolean)
    if (!page) return null
    const wanted = anchor === undefined ? '' : decoded(anchor)
    const place = wanted === '' ? null : page.anchors.ids.get(wanted)
    if (place === undefined)
      this.report.lost(from, `链接 ${decoded(href).slice(0, 80)} 的位置不在小标题上，改为指向整页`)
    if (!place) return `chapter:${page.slug}`
    page.used.add(place)
    return `chapter:${page.slug}#${place}`
  }

  /** Returns the table of contents with two levels, parts and sections; reports titles of deeper levels as lost. */
  chapters(nav: NavEntry[]): unknown[] {
    const used = new Set<string>()
    const sectionsOf = (entry: NavEntry, depth: number): { slug: string; file: string }[] => {
      const page = entry.file === null ? undefined : this.pages.get(entry.file)
      const section = page && !used.has(page.slug) ? [{ slug: page.slug, file: `chapters/${page.slug}.md` }] : []
      if (page) used.add(page.slug)
      if (entry.file === null && entry.below.length === 0)
        this.report.lost('目录', `没有带入“${entry.title}”，它不是这里的页面`)
      if (depth > 0 && entry.file === null && entry.below.length > 0)
        this.report.lost('目录', `教材的目录只有两级，没有带入下级标题“${entry.title}”，它的页归入上一级`)
      return [...section, ...entry.below.flatMap((inner) => sectionsOf(inner, depth + 1))]
    }
    return nav.flatMap((entry): unknown[] => {
      const sections = sectionsOf(entry, 0)
      const [first] = sections
      if (!first) return []
      if (entry.below.length === 0) return [first]
      const title = entry.title || this.pages.get(entry.file ?? '')?.title || first.slug
      return [{ title, sections }]
    })
  }

  async write(path: string, data: string | Buffer): Promise<void> {
    const target = join(this.out, path)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, data)
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
