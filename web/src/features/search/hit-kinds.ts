import type { SearchHit } from '@dxx/contract/calls/catalogue'

export type HitKind = SearchHit['kind']

/** Search result kinds, in the order of the tabs. */
export const hitKinds: Record<HitKind, string> = {
  course: '课程',
  textbook: '数字教材',
  ebook: '电子书',
  bank: '题库',
  chapter: '章节',
  teacher: '教师',
  article: '文章',
  help: '帮助',
}

export const isHitKind = (kind: string | undefined): kind is HitKind =>
  kind !== undefined && Object.keys(hitKinds).includes(kind)
