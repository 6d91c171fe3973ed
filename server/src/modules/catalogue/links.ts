import type { CurriculumKind } from '@dxx/contract/shapes'
import type { ChapterKind } from './schema'

const details: Record<CurriculumKind, string> = {
  course: 'pages/course/details',
  ebook: 'pages/books/details',
  textbook: 'pages/digital-textbooks/details',
  bank: 'pages/bank/details',
}

const readers: Record<CurriculumKind, string> = {
  course: 'pages/course/study',
  ebook: 'pages/books/read',
  textbook: 'pages/digital-textbooks/read',
  bank: 'pages/bank/practice',
}

/** The route that shows what a curriculum is. */
export const detailsLink = (kind: CurriculumKind, id: string) => `${details[kind]}?id=${id}`

export interface ChapterPlace {
  kind: CurriculumKind
  curriculumId: string
  chapterId: string
  chapterKind: ChapterKind
  pid?: string
}

/** The route that opens a chapter, at a paragraph where one is given. */
export function chapterLink({ kind, curriculumId, chapterId, chapterKind, pid }: ChapterPlace): string {
  const page = chapterKind === 'expand' ? 'pages/digital-textbooks/expand' : readers[kind]
  return `${page}?id=${curriculumId}&chapter=${chapterId}${pid ? `&pid=${encodeURIComponent(pid)}` : ''}`
}
