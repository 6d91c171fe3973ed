import type { CurriculumKind } from '@dxx/contract/shapes'

/** Call that loads a chapter, by kind; a bank has nothing to download. */
export const chapterCalls = {
  course: 'GET /v1/view_chapter',
  ebook: 'GET /v1/ebook_view_chapter',
  textbook: 'GET /v1/textbooks_view_chapter',
  bank: null,
} as const satisfies Record<CurriculumKind, string | null>
