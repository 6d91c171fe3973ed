import { sql } from 'kysely'
import type { Db } from '../../db/connection'

export interface Paragraph {
  pid: string
  text: string
  /** Number in its chapter, from 1. */
  number: number
}

/** The paragraphs below a heading; the first section of a chapter may have no heading. */
export interface Section {
  chapterId: number
  /** The headings above, outermost first. */
  path: string[]
  paragraphs: Paragraph[]
}

interface Heading {
  title: string
  depth: number
  pid: string
}

/** Cuts the paragraphs of a chapter at its headings. Headings are in `path`, not among the paragraphs. */
export function cutSections(
  chapterId: number,
  paragraphs: readonly Paragraph[],
  outline: readonly Heading[],
): Section[] {
  const headings = new Map(outline.map((heading) => [heading.pid, heading]))
  const sections: Section[] = [{ chapterId, path: [], paragraphs: [] }]
  let path: Heading[] = []
  for (const paragraph of paragraphs) {
    const heading = headings.get(paragraph.pid)
    if (!heading) {
      sections.at(-1)!.paragraphs.push(paragraph)
      continue
    }
    path = [...path.filter(({ depth }) => depth < heading.depth), heading]
    sections.push({ chapterId, path: path.map(({ title }) => title), paragraphs: [] })
  }
  return sections.filter((section) => section.paragraphs.length > 0)
}

export async function sectionsOf(db: Db, chapterIds: readonly number[]): Promise<Section[]> {
  if (chapterIds.length === 0) return []
  const { rows } = await sql<{ id: number; outline: Heading[]; pids: string[]; texts: string[]; numbers: number[] }>`
    select ch.id, ch.outline, array_agg(p.pid order by p.position) as pids, array_agg(p.text order by p.position) as texts,
      array_agg(p.position + 1 order by p.position) as numbers
    from chapters ch join paragraphs p on p.chapter_id = ch.id
    where ch.id = any (${[...chapterIds]}::bigint[]) group by ch.id`.execute(db)
  return rows.flatMap(({ id, outline, pids, texts, numbers }) =>
    cutSections(
      id,
      pids.map((pid, i) => ({ pid, text: texts[i]!, number: numbers[i]! })),
      outline,
    ),
  )
}
