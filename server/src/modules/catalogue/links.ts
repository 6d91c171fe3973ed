import type { CurriculumKind } from '@dxx/contract/shapes'
import type { ChapterKind } from '../../db/schema/catalogue'

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

/** Route of a curriculum's details page. */
export const detailsLink = (kind: CurriculumKind, id: string) => `${details[kind]}?id=${id}`

export interface ChapterPlace {
  kind: CurriculumKind
  curriculumId: string
  chapterId: string
  chapterKind: ChapterKind
  pid?: string
}

/** Route of a chapter, optionally at a paragraph. */
export function chapterLink({ kind, curriculumId, chapterId, chapterKind, pid }: ChapterPlace): string {
  const page = chapterKind === 'expand' ? 'pages/digital-textbooks/expand' : readers[kind]
  return `${page}?id=${curriculumId}&chapter=${chapterId}${pid ? `&pid=${encodeURIComponent(pid)}` : ''}`
}
