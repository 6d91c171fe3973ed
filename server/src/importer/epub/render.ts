import { isElement, type Measured, measure, type Node, textOf, writeHtml } from '../document'
import { unescapeHtml } from '../html-text'
import type { Paragraph } from '../paragraphs'
import { sanitiseForeign } from '../sanitise'
import { type CleanDocument, cleanDocument } from './clean'
import { split } from './split'

export interface EpubJob {
  text: string
  /** Of the document in the book. */
  path: string
  /** The slug of the first piece; further ones get `-2`, `-3`, … */
  slug: string
  /** From the contents; empty where they do not name it. */
  title: string
  previous: Record<string, Paragraph[]>
}

export type EpubPiece = Measured & { slug: string; title: string; files: string[] }

export interface RenderedEpub {
  pieces: EpubPiece[]
  drawings: string[]
  losses: CleanDocument['losses']
  lines: CleanDocument['lines']
}

/** A document of a book as chapters of ours. One without text and pictures has none. */
export function renderEpub({ text, path, slug, title: given, previous }: EpubJob): RenderedEpub {
  const { blocks, drawings, losses, lines, title: own } = cleanDocument(text, path)
  const heading = blocks.find((node) => isElement(node) && /^h[2-4]$/.test(node.name))
  const title = given || (heading ? plain(heading) : '') || own
  const first = blocks.findIndex((node) => isElement(node))
  // The reader shows the title by itself.
  if (first >= 0 && blocks[first] === heading && heading && plain(heading) === title) blocks.splice(first, 1)
  const pieces = split(blocks).map(({ heading, nodes }, i): EpubPiece => {
    const pieceSlug = i === 0 ? slug : `${slug}-${i + 1}`
    const html = sanitiseForeign(writeHtml(nodes))
    const measured = measure(html, previous[pieceSlug] ?? [], pieceSlug)
    const files = [...measured.html.matchAll(/data-file="([^"]*)"/g)].map(([, file]) => unescapeHtml(file!))
    return { ...measured, slug: pieceSlug, title: i === 0 ? title : heading || `${title}（${i + 1}）`, files }
  })
  return {
    pieces: pieces.filter(({ plain, files }) => plain.trim() !== '' || files.length > 0),
    drawings,
    losses,
    lines,
  }
}

const plain = (node: Node) => textOf(node).replace(/\s+/g, ' ').trim()
