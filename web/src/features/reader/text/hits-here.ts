import type { TextHit } from '@dxx/contract/calls/reading'
import type { Chapter } from '@dxx/contract/calls/study'
import type { TextIndex } from './text-index'

/** Returns matches in the open chapter, in the shape of the server's search. */
export function findChapterHits(
  chapter: Chapter,
  index: TextIndex | undefined,
  found: readonly { start: number; end: number }[],
): TextHit[] {
  if (!index) return []
  return found.slice(0, 50).flatMap(({ start, end }) => {
    const block = index.paragraphs.findLast((one) => one.start <= start && one.end > one.start)
    if (!block) return []
    const from = Math.max(block.start, start - 20)
    return {
      chapterId: chapter.id,
      chapterTitle: chapter.title,
      chapterKind: chapter.kind,
      pid: block.pid,
      snippet: index.text.slice(from, Math.min(block.end, end + 40)),
      marks: [[start - from, end - start]] as [number, number][],
      start: start - block.start,
      end: end - block.start,
    }
  })
}
