import type { CurriculumInfo } from '@dxx/contract/calls/catalogue'
import type { usePage } from '../../router/page-context'
import { pageUrl } from '../../router/page-url'
import type { RoutePath } from '../../router/routes'
import { CommentList } from '../comments/comment-list'
import { Chapters } from './chapters'
import { Intro } from './intro'
import { Related } from './related'

/** Heading of the books beside an item. Beside a course they are its recommended reading. */
export const relatedTitle = (kind: CurriculumInfo['kind']) => (kind === 'course' ? '配套图书' : '相关图书')

export type DetailsTab = 'intro' | 'chapters' | 'comments' | 'related'

/** Tabs of a details page; an item without chapters or related books has no tab for them. */
export function detailsTabs(info: CurriculumInfo): { id: DetailsTab; title: string }[] {
  return [
    { id: 'intro', title: '介绍' },
    ...(info.chapterCount > 0 || info.kind === 'bank' ? [{ id: 'chapters', title: '目录' } as const] : []),
    { id: 'comments', title: info.ratingCount > 0 ? `评价 ${info.ratingCount}` : '评价' },
    ...(info.relatedCount > 0 ? [{ id: 'related', title: relatedTitle(info.kind) } as const] : []),
  ]
}

/** URL of a tab or section of the shown details page. */
export const detailsTabUrl = ({ path, query }: ReturnType<typeof usePage>, tab: DetailsTab): string =>
  pageUrl(path as RoutePath, { ...query, tab: tab === 'intro' ? undefined : tab })

/** Table of contents; the owner of a textbook also finds its knowledge map here. */
function Contents({ info }: { info: CurriculumInfo }) {
  return (
    <>
      {info.kind === 'textbook' && info.owned && (
        <a
          href={`#${pageUrl('pages/digital-textbooks/study', { id: info.id, tab: 'map' })}`}
          className="flex min-h-11 items-center text-14 text-primary"
        >
          知识地图：每章掌握得怎样
        </a>
      )}
      <Chapters info={info} />
    </>
  )
}

export function TabContent({ tab, info }: { tab: DetailsTab; info: CurriculumInfo }) {
  if (tab === 'intro') return <Intro info={info} />
  if (tab === 'chapters') return <Contents info={info} />
  if (tab === 'comments') return <CommentList info={info} />
  return <Related id={info.id} />
}
