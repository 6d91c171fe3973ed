import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join, posix } from 'node:path'
import { sniffHead } from '../../modules/media/sniff'
import { contentOfHtml } from '../../text/content-of-html'
import { contentOfMarkdown } from '../../text/content-of-markdown'
import { EpubError, EpubZip } from '../../text/epub/zip'
import { htmlToMarkdown } from '../questions/html-to-markdown'
import { escapeInline } from '../questions/markdown-text'
import { below, child, children, readDocument, type XmlElement, xmlNodeText } from '../questions/xml'
import type { ConversionReport } from './report'
import { NewSlugs } from './slugs'

/** Whether a file is a course export with pages or files: a Common Cartridge or an export of Canvas. */
export async function isCartridge(path: string): Promise<boolean> {
  if (!/\.(imscc|zip)$/i.test(path)) return false
  try {
    const zip = await EpubZip.open(path)
    zip.close()
    return zip.has('imsmanifest.xml')
  } catch (error) {
    if (error instanceof EpubError) return false
    throw error
  }
}

interface Book {
  title: string
  chapters: unknown[]
  resources: unknown[]
}

/** Writes the pages of a cartridge as chapters and its files as images and resources below `out`. */
export async function convertCartridge(path: string, out: string, report: ConversionReport): Promise<Book> {
  const zip = await EpubZip.open(path)
  try {
    const manifest = await readDocument(new TextDecoder().decode((await zip.read('imsmanifest.xml'))!))
    const converter = new CartridgeConverter(zip, new Outline(manifest, zip), out, report)
    const book = await converter.convert()
    if (book.chapters.length === 0) throw new Error(`${basename(path)} 里没有页面`)
    return book
  } finally {
    zip.close()
  }
}

const isPage = (name: string) => /\.x?html?$/i.test(name)
/** Settings, questions and discussions, which are not pages or files of the course. */
const isSetting = (name: string) => /\.(xml|qti|dat|xsd)$/i.test(name) || /(^|\/)course_settings\//.test(name)

interface Entry {
  title: string
  /** Path of a page or file; null for an entry that is only a title. */
  file: string | null
  below: Entry[]
}

/** The organisation of a cartridge: titles with the files that they refer to. */
class Outline {
  readonly title: string
  readonly entries: Entry[]
  /** Paths by identifier, because pages of Canvas link to identifiers. */
  readonly fileById = new Map<string, string>()

  constructor(manifest: XmlElement, zip: EpubZip) {
    for (const resource of children(child(manifest, 'resources') ?? manifest, 'resource')) {
      const { identifier = '', href } = resource.attributes
      const listed = [href, ...children(resource, 'file').map(({ attributes }) => attributes.href)]
      const file = listed.find((name) => name !== undefined && zip.has(decoded(name)) && !isSetting(name))
      if (file !== undefined) this.fileById.set(identifier, decoded(file))
    }
    const metadata = child(manifest, 'metadata')
    const titles = metadata ? below(metadata).filter(({ name }) => name === 'title') : []
    this.title = titles[0] ? allText(titles[0]) : ''
    const organisation = below(manifest).find(({ name }) => name === 'organization')
    const entries = organisation ? children(organisation, 'item').map((item) => this.entry(item)) : []
    // Canvas puts all modules below one item without a title.
    this.entries = entries.flatMap((entry) => (entry.title === '' && entry.file === null ? entry.below : [entry]))
  }

  private entry(item: XmlElement): Entry {
    const title = child(item, 'title')
    return {
      title: title ? allText(title) : '',
      file: this.fileById.get(item.attributes.identifierref ?? '') ?? null,
      below: children(item, 'item').map((inner) => this.entry(inner)),
    }
  }
}

const allText = (element: XmlElement): string => xmlNodeText(element).replace(/\s+/g, ' ').trim()

interface Page {
  file: string
  slug: string
  title: string
  html: string
}

class CartridgeConverter {
  private readonly pages = new Map<string, Page>()
  private readonly used = new Set<string>()
  private readonly figures = new Map<string, string>()
  private readonly resources = new Map<string, { slug: string; title: string; kind: string; file: string }>()
  private readonly slugs = new NewSlugs()
  /** Beginnings of the files, which determine their types; the whole files together may exceed the memory. */
  private readonly heads = new Map<string, Buffer>()

  constructor(
    private readonly zip: EpubZip,
    private readonly outline: Outline,
    private readonly out: string,
    private readonly report: ConversionReport,
  ) {}

  async convert(): Promise<Book> {
    for (const file of this.zip.names) if (isPage(file)) await this.readPage(file)
    await this.readFiles()
    const chapters = this.chapters()
    for (const page of this.pages.values()) await this.write(`chapters/${page.slug}.md`, this.markdownOf(page))
    this.report.mapped('页', this.pages.size)
    // Files that no page links to are resources as well.
    const isImage = (file: string) => this.kindOf(file) === 'image'
    const others = [...this.heads.keys()].filter((file) => !this.used.has(file))
    for (const file of others) if (!isImage(file)) this.resourceOf(file)
    const unused = others.filter(isImage).length
    if (unused > 0) this.report.lost('压缩包', `没有带入 ${unused} 张没有页面用到的图片`)
    for (const [file, target] of this.figures) await this.write(target, (await this.zip.read(file))!)
    for (const [file, { file: target }] of this.resources) await this.write(target, (await this.zip.read(file))!)
    if (this.figures.size > 0) this.report.mapped('图片', this.figures.size)
    if (this.resources.size > 0) this.report.mapped('文件', this.resources.size)
    return { title: this.outline.title, chapters, resources: [...this.resources.values()] }
  }

  private async readPage(file: string): Promise<void> {
    const html = new TextDecoder().decode((await this.zip.read(file))!)
    if (/<meta\s[^>]*name="workflow_state"[^>]*content="(?!active)/i.test(html)) {
      this.report.lost(file, '没有带入未发布的页')
      return
    }
    const [, named = ''] = /<title[^>]*>([\s\S]*?)<\/title>/i.exec(html) ?? []
    const title = htmlToMarkdown(named, { lost: () => {} }).replace(/\s+/g, ' ')
    const slug = this.slugs.add(basename(file).replace(/\.[^.]*$/, ''), 'page')
    this.pages.set(file, { file, slug, title: title || basename(file).replace(/\.[^.]*$/, ''), html })
  }

  private async readFiles(): Promise<void> {
    const questions = this.zip.names.filter((name) => /\.(xml|qti|dat)$/i.test(name) && name !== 'imsmanifest.xml')
    if (questions.length > 0) this.report.mapped('没有带入的题目、讨论和设置', questions.length)
    for (const file of this.zip.names)
      if (!isPage(file) && !isSetting(file))
        this.heads.set(file, Buffer.from((await this.zip.read(file))!.subarray(0, 4096)))
  }

  private kindOf(file: string): 'image' | 'video' | 'audio' | 'file' {
    const ending = sniffHead(this.heads.get(file)!, file)
    if (/^(png|jpg|gif|webp|avif|svg)$/.test(ending)) return 'image'
    if (/^(mp4|webm)$/.test(ending)) return 'video'
    return /^(mp3|m4a|ogg|wav|flac)$/.test(ending) ? 'audio' : 'file'
  }

  /** Returns the table of contents in two levels; pages that the organisation does not mention are at the end. */
  private chapters(): unknown[] {
    const placed = new Set<string>()
    const sectionsOf = (entry: Entry, depth: number): { slug: string; file: string }[] => {
      const page = entry.file === null ? undefined : this.pages.get(entry.file)
      const section = page && !placed.has(page.file) ? [sectionOf(page)] : []
      if (page) {
        placed.add(page.file)
        if (entry.title !== '') page.title = escapeInline(entry.title)
      }
      if (depth > 0 && !page && entry.below.length > 0)
        this.report.lost('目录', `教材的目录只有两级，没有带入下级标题“${entry.title}”，它的页归入上一级`)
      return [...section, ...entry.below.flatMap((inner) => sectionsOf(inner, depth + 1))]
    }
    const listed = this.outline.entries.flatMap((entry): unknown[] => {
      const sections = sectionsOf(entry, 0)
      if (sections.length === 0) return []
      return entry.below.length === 0 ? sections : [{ title: entry.title || '没有标题的模块', sections }]
    })
    const others = [...this.pages.values()].filter(({ file }) => !placed.has(file)).map(sectionOf)
    if (others.length === 0) return listed
    return listed.length === 0 ? others : [...listed, { title: '其他页面', sections: others }]
  }

  private markdownOf(page: Page): string {
    const cards = new Set<string>()
    const body = /<body[^>]*>([\s\S]*)<\/body>/i.exec(page.html)?.[1] ?? page.html
    const markdown = htmlToMarkdown(body, {
      image: (src) => {
        const file = this.fileOf(page, src)
        return file !== null && this.heads.has(file) ? this.figureOf(file) : null
      },
      lost: (what) => this.report.lost(page.file, `没有带入${what}`),
      special: (name, attributes, inner) => {
        const [, level] = /^h([1-6])$/.exec(name) ?? []
        if (level !== undefined) return `${'#'.repeat(Math.min(4, Math.max(2, Number(level))))} ${inner()}`
        if (name === 'a') return this.link(page, attributes.href ?? '', inner, cards)
        if (!/^(video|audio|source)$/.test(name) || !attributes.src) return null
        return this.card(page, attributes.src, cards) ? inner() : null
      },
    })
    const list = [...cards].map((slug) => `@[resource](${slug})`)
    const isLink = ({ href = '' }: Record<string, string>) => href !== '' && !href.startsWith('#')
    const written = contentOfMarkdown(markdown)
    // A link to a file became a card, and a link to an image became the image.
    const result = { ...written, links: written.links + cards.size }
    this.report.compare(page.file, contentOfHtml(body, { tex: true, isLink }), result)
    return `${[`# ${page.title}`, markdown, ...list].filter(Boolean).join('\n\n')}\n`
  }

  /** Converts a link to a page or file of the cartridge; returns null for other links. */
  private link(page: Page, href: string, inner: () => string, cards: Set<string>): string | null {
    if (/^(https?:|mailto:|tel:|#|$)/i.test(href)) return null
    const file = this.fileOf(page, href)
    const target = file === null ? undefined : this.pages.get(file)
    if (target) return `[${inner()}](chapter:${target.slug})`
    if (file !== null && this.heads.has(file) && this.kindOf(file) === 'image')
      return `![${inner()}](${this.figureOf(file)})`
    return this.card(page, href, cards) ? inner() : null
  }

  /** Adds the card of a linked file, which stands at the end of the page. */
  private card(page: Page, src: string, cards: Set<string>): boolean {
    const file = this.fileOf(page, src)
    if (file === null || !this.heads.has(file) || this.kindOf(file) === 'image') return false
    cards.add(this.resourceOf(file))
    return true
  }

  /** Finds the file of a reference: a variable of Canvas, or a path relative to the page or to the cartridge. */
  private fileOf(page: Page, written: string): string | null {
    const href = decoded(written.replace(/[?#].*$/, ''))
    const [, wiki] = /^\$(?:WIKI_REFERENCE|CANVAS_OBJECT_REFERENCE|CANVAS_COURSE_REFERENCE)\$\/(.*)$/.exec(href) ?? []
    if (wiki !== undefined) {
      const name = wiki.replace(/^(?:pages|wiki|file_ref|files)\//, '').replace(/\/(?:download|preview)$/, '')
      const known = this.outline.fileById.get(name)
      return known ?? this.existing([`wiki_content/${name}.html`])
    }
    const plain = href.replace(/^\$?IMS-CC-FILEBASE\$?\//, '')
    return this.existing([posix.join(posix.dirname(page.file), plain), plain, posix.join('web_resources', plain)])
  }

  private existing(places: string[]): string | null {
    const found = places.find((place) => this.pages.has(place) || this.heads.has(place))
    return found ?? null
  }

  private figureOf(file: string): string {
    this.used.add(file)
    const hash = createHash('sha256').update(file).digest('hex').slice(0, 12)
    const target = `figures/${hash}${extname(file).toLowerCase()}`
    this.figures.set(file, target)
    return target
  }

  private resourceOf(file: string): string {
    this.used.add(file)
    const known = this.resources.get(file)
    if (known) return known.slug
    const slug = this.slugs.add(basename(file).replace(/\.[^.]*$/, ''), 'file')
    const ending = extname(file)
      .toLowerCase()
      .replace(/[^.a-z0-9]/g, '')
    const title = basename(file).replace(/\.[^.]*$/, '') || slug
    this.resources.set(file, { slug, title, kind: this.kindOf(file), file: `resources/${slug}${ending}` })
    return slug
  }

  private async write(path: string, data: string | Buffer): Promise<void> {
    const target = join(this.out, path)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, data)
  }
}

const sectionOf = ({ slug }: Page) => ({ slug, file: `chapters/${slug}.md` })

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
