import type { Highlight } from '@dxx/contract/calls/reading'
import { pageUrl } from '../../router/page-url'
import { curriculumKinds } from '../catalogue/kinds'
import type { TextKind } from './kinds'

interface ReadPlace {
  id: string
  chapterId: string
  pid?: string
  /** Character range in the paragraph. */
  start?: number
  end?: number
}

/** URL of a position in a book: chapter, paragraph, character range. */
export function readUrl(kind: TextKind, { id, chapterId, pid, start, end }: ReadPlace): string {
  const at = start !== undefined && end !== undefined && end > start ? `${start}-${end}` : undefined
  return pageUrl(curriculumKinds[kind].study, { id, chapter: chapterId, pid, at })
}

/** URL of the passage of a highlight; for a highlight over several paragraphs, the URL of the first one. */
export function highlightUrl(kind: TextKind, bookId: string, { chapterId, locator }: Highlight): string {
  const { pid, start, end, endPid } = locator
  return readUrl(kind, { id: bookId, chapterId, pid, start, end: endPid ? undefined : end })
}

/** Parses the `at` parameter of a URL. */
export function parseTextRange(at: string | undefined): { start?: number; end?: number } {
  const [, start, end] = /^(\d{1,7})-(\d{1,7})$/.exec(at ?? '') ?? []
  return start === undefined ? {} : { start: Number(start), end: Number(end) }
}
