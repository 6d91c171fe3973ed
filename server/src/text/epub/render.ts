import { type Balance, balanceOf, keepLettersAndDigits, noContent, sumContent } from '../balance'
import { contentOfHtml } from '../content-of-html'
import { isElement, type Measured, measureDocument, type Node, parseHtml, readableText, writeHtml } from '../document'
import { unescapeHtml } from '../html-text'
import type { Paragraph } from '../paragraphs'
import { sanitiseForeign } from '../sanitise'
import { type BookStyle, type CleanDocument, cleanDocument } from './clean'
import { split } from './split'

export interface EpubJob {
  text: string
  /** Path of the document in the book. */
  path: string
  /** Slug of the first piece; further ones get `-2`, `-3`, … */
  slug: string
  /** From the table of contents; empty if missing there. */
  title: string
  book: BookStyle
  previous: Record<string, Paragraph[]>
}

type EpubPiece = Omit<Measured, 'nodes'> & { slug: string; title: string; files: string[] }

export interface RenderedEpub {
  pieces: EpubPiece[]
  drawings: string[]
  losses: CleanDocument['losses']
  lines: CleanDocument['lines']
  rightToLeft: boolean
  vertical: boolean
  balance: Balance
}

/** Converts a document of a book to chapters; returns none if it has neither text nor images. */
export function renderEpub({ text, path, slug, title: given, book, previous }: EpubJob): RenderedEpub {
  const cleaned = cleanDocument(text, path, book)
  const { blocks, drawings, losses, lines, title: documentTitle } = cleaned
  const heading = blocks.find((node) => isElement(node) && /^h[2-4]$/.test(node.name))
  const title = given || (heading ? plain(heading) : '') || documentTitle
  const first = blocks.findIndex((node) => isElement(node))
  // Removes a first heading that repeats the title: the reading page shows the title separately.
  if (first >= 0 && blocks[first] === heading && heading && plain(heading) === title) blocks.splice(first, 1)
  const pieces = split(blocks).map(({ heading, nodes }, i): EpubPiece => {
    const pieceSlug = i === 0 ? slug : `${slug}-${i + 1}`
    const html = sanitiseForeign(writeHtml(nodes))
    const { nodes: _, ...measured } = measureDocument(parseHtml(html), previous[pieceSlug] ?? [], pieceSlug)
    const files = [...measured.html.matchAll(/data-file="([^"]*)"/g)].map(([, file]) => unescapeHtml(file!))
    return { ...measured, slug: pieceSlug, title: i === 0 ? title : heading || `${title}（${i + 1}）`, files }
  })
  const result = sumContent([
    ...pieces.map(({ html }) => contentOfHtml(html, counting)),
    { ...noContent(), letters: keepLettersAndDigits(title) },
  ])
  return {
    rightToLeft: cleaned.rightToLeft,
    vertical: cleaned.vertical,
    balance: balanceOf(cleaned.source, result),
    pieces: pieces.filter(({ plain, files }) => plain.trim() !== '' || files.length > 0),
    drawings,
    losses,
    lines,
  }
}

/** In a converted document, links inside the book have no `href`. */
const counting = {
  tex: false,
  isLink: (attributes: Record<string, string>) =>
    Boolean(attributes.href ?? attributes['data-chapter'] ?? attributes['data-footnote']),
}

const plain = (node: Node) => readableText(node).replace(/\s+/g, ' ').trim()
