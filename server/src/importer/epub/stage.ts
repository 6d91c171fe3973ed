import { posix } from 'node:path'
import { chapterUid } from '../../base/stable-ids'
import { MediaError } from '../../modules/media/images'
import { type StoredMedia, storeFile } from '../../modules/media/store'
import { addBalance, unnamedLosses } from '../../text/balance'
import { type BookStyle, stylesLost } from '../../text/epub/clean'
import { type EpubPackage, readPackage, type TocEntry } from '../../text/epub/package'
import type { RenderedEpub } from '../../text/epub/render'
import { bookSlugs } from '../../text/epub/slugs'
import { decodeText } from '../../text/epub/xml'
import { EpubError, EpubZip } from '../../text/epub/zip'
import { decodeAddress, escapeHtml, unescapeHtml } from '../../text/html-text'
import { headingsOf } from '../../text/outline'
import type { Paragraph } from '../../text/paragraphs'
import { emptyChapter, previousParagraphs, type TextSource } from '../chapters'
import { placeFiles } from '../folder-media'
import { type StagedChapter, sayProgress } from '../stage'
import { bookParts, type ContentsPosition, placeContents, titleEntries } from './contents'

interface Line {
  file: string
  line: number
}

type Staged = { chapters: StagedChapter[]; cover: StoredMedia | null }
const nothing: Staged = { chapters: [], cover: null }

/** Stages the chapters of an EPUB. A rejected book is reported as a problem. */
export async function stageEpub(source: TextSource, path: string, free: number, at: Line): Promise<Staged> {
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
  /** Locations in the imported chapters, by `path` or `path#id` in the book. */
  private readonly places = new Map<string, ContentsPosition>()
  private readonly firstPids = new Map<string, string>()
  /** Ids in the sources of the documents, as `path#id`. */
  private readonly ids = new Set<string>()
  /** The chapter that collects pages with pictures only; null after a page with text. */
  private comic: StagedChapter | null = null
  private saidStyles = false
  private readonly style: BookStyle
  /** Source document of each chapter, with the line of each reference in it. */
  private readonly documents = new Map<string, { file: string; lines: Record<string, number> }>()

  constructor(
    private readonly source: TextSource,
    private readonly zip: EpubZip,
    private readonly book: EpubPackage,
    private readonly file: string,
  ) {
    this.style = { language: book.language, verticalSelectors: book.verticalSelectors }
  }

  async run(free: number): Promise<Staged> {
    const { spine, toc, coverPath } = this.book
    const titles = titleEntries(toc)
    const used = new Set<TocEntry>()
    const parts = bookParts(toc, new Set(spine.map(({ path }) => path)))
    const slugs = bookSlugs(spine.map(({ path }) => path))
    let part: TocEntry | undefined
    let partSlug: string | null = null
    for (const [i, { path, mime }] of spine.entries()) {
      sayProgress(this.source.context, `${this.file} 检查`, i, spine.length)
      const pieces = await this.document(
        path,
        mime,
        slugs[i]!,
        titles.get(path)?.title ?? '',
        // A first page that shows only the cover is not a chapter.
        i === 0 ? coverPath : null,
      )
      if (pieces.length === 0) continue
      if (titles.has(path)) used.add(titles.get(path)!)
      const partOfPath = parts.get(path)
      if (partOfPath !== part) {
        part = partOfPath
        partSlug = partOfPath ? `part-${slugs[i]}` : null
        if (partOfPath) {
          used.add(partOfPath)
          this.chapters.push(
            emptyChapter({
              slug: partSlug!,
              title: partOfPath.title,
              kind: 'part',
              parent: null,
              after: null,
              free: false,
            }),
          )
        }
      }
      for (const piece of pieces) this.chapters.push({ ...piece, parent: partSlug })
    }
    const texts = this.chapters.filter(({ kind }) => kind === 'text')
    if (texts.length === 0) throw new EpubError('书里没有可以阅读的章节')
    for (const chapter of texts.slice(0, free)) chapter.free = true
    await this.resolveLinks(texts)
    this.placeOutlines(used)
    const cover = coverPath ? await this.image(coverPath, 'p', { file: `${this.file}/${coverPath}`, line: 0 }) : null
    return { chapters: this.chapters, cover }
  }

  /** Makes outlines of chapters from other entries of the table of contents; without any, headings are the outline. */
  private placeOutlines(titles: ReadonlySet<TocEntry>): void {
    const { context } = this.source
    const { places, firstPids, ids } = this
    const { outlines, lost, moved, entries } = placeContents(this.book.toc, { places, firstPids, ids, titles })
    for (const chapter of this.chapters) chapter.outline = outlines.get(chapter.slug) ?? chapter.outline
    for (const title of lost) context.problems.warning(this.file, 0, `目录里的“${title.slice(0, 80)}”没有去处`)
    for (const { title, fragment } of moved) {
      const text = `目录里的“${title.slice(0, 80)}”指向的位置（#${fragment.slice(0, 80)}）书里没有，改为指向那一章的开头`
      context.problems.warning(this.file, 0, text)
    }
    context.balance.source.contents += entries
    context.balance.result.contents += entries - lost.length
  }

  private async document(path: string, mime: string, slug: string, title: string, cover: string | null) {
    const { context } = this.source
    const bytes = await this.zip.read(path)
    if (!bytes) return []
    const text = documentText(path, mime, bytes)
    for (const [, double, single] of text.matchAll(/\b(?:id|name)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
      this.ids.add(`${path}#${unescapeHtml(double ?? single ?? '')}`)
    const previous = await this.previous(slug)
    const rendered = await context.renderer.epub({ text, path, slug, title, book: this.style, previous })
    for (const { line, text } of rendered.losses) {
      // Lost styles are reported once per book, because nearly every document has styles.
      if (text === stylesLost && this.saidStyles) continue
      this.saidStyles ||= text === stylesLost
      context.problems.warning(`${this.file}/${path}`, line, text)
    }
    const warned = rendered.losses.map(({ text }) => text)
    const unnamed = unnamedLosses(rendered.balance, warned)
    for (const text of unnamed) context.problems.warning(`${this.file}/${path}`, 0, text)
    addBalance(context.balance, rendered.balance)
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
      context.balance.result.pictures -= html.match(/<img (?!src=)/g)?.length ?? 0
      for (const [id, pid] of Object.entries(piece.anchors)) this.places.set(`${path}#${id}`, { slug: piece.slug, pid })
      if (!this.places.has(path)) this.places.set(path, { slug: piece.slug, pid: null })
      this.documents.set(piece.slug, { file: `${this.file}/${path}`, lines: rendered.lines })
      const { plain, paragraphs, words, minutes } = piece
      if (paragraphs[0]) this.firstPids.set(piece.slug, paragraphs[0].pid)
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
        body: await context.stage.put({ html: directed(html, rendered), plain, paragraphs }),
        outline: headingsOf(html),
      })
    }
    return this.joinComic(staged, title)
  }

  /** Joins pages with pictures only, hundreds in a comic, into one chapter up to the next table-of-contents entry. */
  private async joinComic(pieces: StagedChapter[], title: string): Promise<StagedChapter[]> {
    const { stage } = this.source.context
    const [page] = pieces
    const pageBody = page?.body && pieces.length === 1 ? await stage.take(page.body) : null
    const isPicture =
      pageBody !== null && /<img /.test(pageBody.html) && pageBody.html.replace(/<[^>]+>/g, '').trim() === ''
    if (!isPicture) this.comic = null
    else if (!this.comic?.body || title !== '') this.comic = page!
    else {
      await stage.change(this.comic.body, (body) => ({
        ...body,
        html: body.html + pageBody.html,
        plain: [body.plain, pageBody.plain].filter(Boolean).join('\n'),
        paragraphs: [...body.paragraphs, ...pageBody.paragraphs],
      }))
      for (const [path, place] of this.places)
        if (place.slug === page!.slug)
          this.places.set(path, { slug: this.comic.slug, pid: pageBody.paragraphs[0]?.pid ?? null })
      return []
    }
    return pieces
  }

  private async previous(slug: string): Promise<Record<string, Paragraph[]>> {
    const { context } = this.source
    if (!context.db) return {}
    const all: Record<string, Paragraph[]> = {}
    for (let piece = 1; ; piece++) {
      const name = piece === 1 ? slug : `${slug}-${piece}`
      const found = await previousParagraphs(this.source, name)
      if (found.length === 0) return all
      all[name] = found
    }
  }

  private async stored(name: string, at: Line, drawings: string[]): Promise<StoredMedia | null> {
    if (name.startsWith('svg:'))
      return this.bytes('文中的图', Buffer.from(drawings[Number(name.slice(4))] ?? ''), 'f', at)
    if (name.startsWith('data:')) {
      const [, base64, body = ''] = /^data:[^,]*?(;base64)?,(.*)$/s.exec(name) ?? []
      const data = Buffer.from(base64 ? body : decodeAddress(body), base64 ? 'base64' : 'utf8')
      return this.bytes('文中的图', data, 'f', at)
    }
    return this.image(name, 'f', at)
  }

  private async image(name: string, area: 'p' | 'f', at: Line): Promise<StoredMedia | null> {
    const shown = this.book.imageFallbacks.get(name) ?? name
    const bytes = await this.zip.read(shown)
    if (bytes) return this.bytes(shown, bytes, area, at)
    this.source.context.problems.warning(at.file, at.line, `书里缺少文件 ${name}`)
    return null
  }

  /** Unsupported media cause a warning, not a rejection of the book. */
  private async bytes(name: string, data: Buffer, area: 'p' | 'f', at: Line): Promise<StoredMedia | null> {
    const { folderMedia, context } = this.source
    try {
      return await folderMedia.bytes(posix.basename(name), data, area)
    } catch (error) {
      if (!(error instanceof MediaError)) throw error
      context.problems.warning(at.file, at.line, `${name} 没有收入：${error.message}`)
      return null
    }
  }

  /** Resolves links inside the book. They stay paths until every location is known. */
  private async resolveLinks(texts: StagedChapter[]): Promise<void> {
    const { stage, problems, balance } = this.source.context
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
              balance.result.links--
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

/** Returns the text of a document; for a picture or drawing in the spine, a page that shows it. */
function documentText(path: string, mime: string, bytes: Buffer): string {
  if (mime === 'image/svg+xml') return `<body>${decodeText(bytes)}</body>`
  if (mime.startsWith('image/'))
    return `<body><img src="${escapeHtml(encodeURIComponent(posix.basename(path)))}"/></body>`
  return decodeText(bytes)
}

const directed = (html: string, { rightToLeft, vertical }: RenderedEpub) =>
  vertical ? `<div data-writing="vertical">${html}</div>` : rightToLeft ? `<div dir="rtl">${html}</div>` : html
