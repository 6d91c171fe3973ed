import type { CurriculumInfo } from '@dxx/contract/calls/catalogue'
import { CommentList } from '../comments/comment-list'
import { Chapters } from './chapters'
import { Intro } from './intro'
import { Related } from './related'

export type DetailsTab = 'intro' | 'chapters' | 'comments' | 'related'

/** Tabs of a details page; an item without chapters or related books has no tab for them. */
export function detailsTabs(info: CurriculumInfo): { id: DetailsTab; title: string }[] {
  return [
    { id: 'intro', title: '介绍' },
    ...(info.chapterCount > 0 || info.kind === 'bank' ? [{ id: 'chapters', title: '目录' } as const] : []),
    { id: 'comments', title: info.ratingCount > 0 ? `评价 ${info.ratingCount}` : '评价' },
    ...(info.relatedCount > 0 ? [{ id: 'related', title: '相关书' } as const] : []),
  ]
}

export function TabContent({ tab, info }: { tab: DetailsTab; info: CurriculumInfo }) {
  if (tab === 'intro') return <Intro info={info} />
  if (tab === 'chapters') return <Chapters info={info} />
  if (tab === 'comments') return <CommentList info={info} />
  return <Related id={info.id} />
}
