import { posix } from 'node:path'
import { MediaError } from '../../modules/media/images'
import { type StoredMedia, storeFile } from '../../modules/media/store'
import { emptyChapter, previousParagraphs, type TextSource } from '../chapters'
import { decodeAddress, unescapeHtml } from '../html-text'
import { chapterUid } from '../ids'
import type { Paragraph } from '../paragraphs'
import { placeFiles } from '../shelf'
import { type StagedChapter, sayProgress } from '../stage'
import { stylesLost } from './clean'
import { type EpubPackage, readPackage, type TocEntry } from './package'
import { bookSlugs } from './slugs'
import { decodeText } from './xml'
import { EpubError, EpubZip } from './zip'

interface Place {
  file: string
  line: number
}

type Staged = { chapters: StagedChapter[]; cover: StoredMedia | null }
const nothing: Staged = { chapters: [], cover: null }

/** Puts the chapters of an EPUB on the stage. A book that is refused leaves its reason among the problems. */
export async function stageEpub(source: TextSource, path: string, free: number, at: Place): Promise<Staged> {
  const { problems } = source.context
  const file = source.folder.name(path)
  const found = await source.folder.find(path)
  if (found?.kind !== 'file') {
    problems.error(at.file, at.line, `找不到文件 ${path}`)
    return nothing
  }
  let zip: EpubZip | undefined
  try {
    zip = await EpubZip.open(found.path)
    const book = await readPackage(zip)
    for (const { path, line, text } of book.losses) problems.warning(`${file}/${path}`, line, text)
    const staged = await new EpubStaging(source, zip, book, file).run(free)
    const original = await storeFile(source.context.storage, found.path, path, 'f')
    source.sources.set(path, { path, mediaKey: original.key })
    return staged
  } catch (error) {
    if (!(error instanceof EpubError)) throw error
    problems.error(error.place ? `${file}/${error.place.path}` : file, error.place?.line ?? 0, error.message)
    return nothing
  } finally {
    zip?.close()
  }
}

class EpubStaging {
  private readonly chapters: StagedChapter[] = []
  /** `path#id` and `path` to where they ended up. */
  private readonly places = new Map<string, { slug: string; pid: string | null }>()
  private saidStyles = false
  /** The document each chapter comes from, with the lines on which it names others. */
  private readonly documents = new Map<string, { file: string; lines: Record<string, number> }>()

  constructor(
    private readonly source: TextSource,
    private readonly zip: EpubZip,
    private readonly book: EpubPackage,
    private readonly file: string,
  ) {}

  async run(free: number): Promise<Staged> {
    const { spine, toc, coverPath } = this.book
    const titles = titlesOf(toc)
    const parts = partsOf(toc, new Set(spine.map(({ path }) => path)))
    const slugs = bookSlugs(spine.map(({ path }) => path))
    let part: TocEntry | undefined
    let partSlug: string | null = null
    for (const [i, { path, mime }] of spine.entries()) {
      // A page before the first chapter that shows nothing but the cover is not a chapter.
      sayProgress(this.source.context, `${this.file} 检查`, i, spine.length)
      const pieces = await this.document(path, mime, slugs[i]!, titles.get(path) ?? '', i === 0 ? coverPath : null)
      if (pieces.length === 0) continue
      const own = parts.get(path)
      if (own !== part) {
        part = own
        partSlug = own ? `part-${slugs[i]}` : null
        if (own)
          this.chapters.push(
            emptyChapter({ slug: partSlug!, title: own.title, kind: 'part', parent: null, after: null, free: false }),
          )
      }
      for (const piece of pieces) this.chapters.push({ ...piece, parent: partSlug })
    }
    const texts = this.chapters.filter(({ kind }) => kind === 'text')
    if (texts.length === 0) throw new EpubError('书里没有可以阅读的章节')
    for (const chapter of texts.slice(0, free)) chapter.free = true
    await this.resolveLinks(texts)
    const cover = coverPath ? await this.image(coverPath, 'p', { file: `${this.file}/${coverPath}`, line: 0 }) : null
    return { chapters: this.chapters, cover }
  }

  private async document(path: string, mime: string, slug: string, title: string, cover: string | null) {
    const { context } = this.source
    const bytes = await this.zip.read(path)
    if (!bytes) return []
    const text = mime === 'image/svg+xml' ? `<body>${decodeText(bytes)}</body>` : decodeText(bytes)
    const previous = await this.previous(slug)
    const rendered = await context.renderer.epub({ text, path, slug, title, previous })
    for (const { line, text } of rendered.losses) {
      // Once is enough: styles stand in nearly every document of a book.
      if (text === stylesLost && this.saidStyles) continue
      this.saidStyles ||= text === stylesLost
      context.problems.warning(`${this.file}/${path}`, line, text)
    }
    const only = rendered.pieces[0]
    if (
      cover &&
      rendered.pieces.length === 1 &&
      only!.plain.trim() === '' &&
      only!.files.every((name) => name === cover)
    )
      return []
    const staged: StagedChapter[] = []
    for (const piece of rendered.pieces) {
      const lookup = new Map<string, StoredMedia | null>()
      for (const name of piece.files) {
        const at = { file: `${this.file}/${path}`, line: rendered.lines[name] ?? 0 }
        lookup.set(name, await this.stored(name, at, rendered.drawings))
      }
      const html = placeFiles(piece.html, lookup)
      for (const [id, pid] of Object.entries(piece.anchors)) this.places.set(`${path}#${id}`, { slug: piece.slug, pid })
      if (!this.places.has(path)) this.places.set(path, { slug: piece.slug, pid: null })
      this.documents.set(piece.slug, { file: `${this.file}/${path}`, lines: rendered.lines })
      const { plain, paragraphs, words, minutes } = piece
      const fallback = `第 ${this.chapters.length + staged.length + 1} 节`
      staged.push({
        ...emptyChapter({
          slug: piece.slug,
          title: piece.title || fallback,
          kind: 'text',
          parent: null,
          after: null,
          free: false,
        }),
        words,
        minutes,
        body: await context.stage.put({
          html: this.book.rightToLeft ? `<div dir="rtl">${html}</div>` : html,
          plain,
          paragraphs,
        }),
      })
    }
    return staged
  }

  private async previous(slug: string): Promise<Record<string, Paragraph[]>> {
    const { context, ref } = this.source
    if (!context.db) return {}
    const all: Record<string, Paragraph[]> = {}
    for (let piece = 1; ; piece++) {
      const name = piece === 1 ? slug : `${slug}-${piece}`
      const found = await previousParagraphs(context, chapterUid(ref, name))
      if (found.length === 0) return all
      all[name] = found
    }
  }

  private async stored(name: string, at: Place, drawings: string[]): Promise<StoredMedia | null> {
    if (name.startsWith('svg:'))
      return this.bytes('文中的图', Buffer.from(drawings[Number(name.slice(4))] ?? ''), 'f', at)
    if (name.startsWith('data:')) {
      const [, base64, body = ''] = /^data:[^,]*?(;base64)?,(.*)$/s.exec(name) ?? []
      const data = Buffer.from(base64 ? body : decodeAddress(body), base64 ? 'base64' : 'utf8')
      return this.bytes('文中的图', data, 'f', at)
    }
    return this.image(name, 'f', at)
  }

  private async image(name: string, area: 'p' | 'f', at: Place): Promise<StoredMedia | null> {
    const bytes = await this.zip.read(name)
    if (bytes) return this.bytes(name, bytes, area, at)
    this.source.context.problems.warning(at.file, at.line, `书里缺少文件 ${name}`)
    return null
  }

  /** What cannot be shown is a loss, not a reason to refuse the book. */
  private async bytes(name: string, data: Buffer, area: 'p' | 'f', at: Place): Promise<StoredMedia | null> {
    const { shelf, context } = this.source
    try {
      return await shelf.bytes(posix.basename(name), data, area)
    } catch (error) {
      if (!(error instanceof MediaError)) throw error
      context.problems.warning(at.file, at.line, `${name} 没有收入：${error.message}`)
      return null
    }
  }

  /** Links inside the book were left with the path they had, until every place is known. */
  private async resolveLinks(texts: StagedChapter[]): Promise<void> {
    const { stage, problems } = this.source.context
    for (const { body, slug } of texts) {
      const document = this.documents.get(slug)
      if (!body || !document) continue
      const lost = new Set<string>()
      await stage.change(body, (staged) => ({
        ...staged,
        html: staged.html.replace(
          / data-chapter="@([^"]*)"(?: data-anchor="([^"]*)")?/g,
          (_, path: string, anchor: string | undefined) => {
            const place = (anchor && this.places.get(`${path}#${anchor}`)) || this.places.get(path)
            if (!place) {
              lost.add(unescapeHtml(path))
              return ''
            }
            const uid = chapterUid(this.source.ref, place.slug)
            return ` data-chapter="${uid}"${place.pid ? ` data-anchor="${place.pid}"` : ''}`
          },
        ),
      }))
      for (const path of lost)
        problems.warning(document.file, document.lines[`@${path}`] ?? 0, `链接 ${path} 没有去处，已按文字显示`)
    }
  }
}

/** The first title that the contents give to a document. */
function titlesOf(toc: TocEntry[]): Map<string, string> {
  const titles = new Map<string, string>()
  const walk = (entries: TocEntry[]) => {
    for (const { path, title, children } of entries) {
      if (path && title && !titles.has(path)) titles.set(path, title)
      walk(children)
    }
  }
  walk(toc)
  return titles
}

/** Entries of the first level that hold several documents become parts. */
function partsOf(toc: TocEntry[], spine: Set<string>): Map<string, TocEntry> {
  const parts = new Map<string, TocEntry>()
  for (const entry of toc) {
    const paths = new Set<string>()
    const walk = ({ path, children }: TocEntry) => {
      if (spine.has(path)) paths.add(path)
      children.forEach(walk)
    }
    walk(entry)
    if (entry.children.length > 0 && paths.size > 1 && entry.title)
      for (const path of paths) if (!parts.has(path)) parts.set(path, entry)
  }
  return parts
}
