import type { CurriculumCard } from '@dxx/contract/calls/catalogue'
import type { CurriculumKind } from '@dxx/contract/shapes'
import { useRef } from 'react'
import { useCall } from '../../api/use-call'
import { usePagedCall } from '../../api/use-paged-call'
import { usePageQuery } from '../../router/page-query'
import { pageUrl } from '../../router/page-url'
import { Button } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { PagedList } from '../../ui/paging/paged-list'
import { scrollParent } from '../../ui/scroll-parent'
import { Skeleton } from '../../ui/skeleton'
import { Tabs } from '../../ui/tabs'
import { useDesktop } from '../../ui/use-media'
import { BookCard, bookGrid, CourseCard, courseGrid, fewBooks, fewBooksGrid } from './cards'
import { CurriculumRow } from './curriculum-row'
import { kindCalls } from './kind-calls'
import { curriculumKinds } from './kinds'
import { ListFilters } from './list-filters'
import { readListQuery } from './list-query'

const all = 'all'

/** List of one kind by category, with sort and filter; the choices are stored in the URL. */
export function CurriculumList({ kind }: { kind: CurriculumKind }) {
  const [query, changeQuery] = usePageQuery()
  const chosen = readListQuery(query)
  const desktop = useDesktop()
  const root = useRef<HTMLDivElement>(null)
  const classify = useCall(kindCalls[kind].classify, {}, { supporting: true })
  const list = usePagedCall(kindCalls[kind].list, { ...chosen, pageSize: desktop ? 24 : 10 })

  function choose(change: Parameters<typeof changeQuery>[0]) {
    changeQuery(change)
    // Scrolls to the top, because the list has changed.
    if (root.current) scrollParent(root.current).scrollTop = 0
  }

  const narrowed = chosen.classify !== undefined || chosen.price !== 'all'
  // A row of few covers would leave half of the window empty; text beside the covers fills it.
  const few = list.list.length > 0 && list.list.length <= fewBooks
  const books = few ? fewBooksGrid : list.list.length > 6 ? `${bookGrid} wide:grid-cols-8` : bookGrid
  const grid =
    kind === 'course' ? `${courseGrid} wide:grid-cols-5 wide:has-[>:nth-child(6):last-child]:grid-cols-6` : books
  const card = (item: CurriculumCard) =>
    kind === 'course' ? <CourseCard item={item} /> : <BookCard item={item} few={few} />
  return (
    <div ref={root} className="px-4 pb-8">
      <div className="sticky top-0 z-10 -mx-4 bg-page px-4 desk:mx-0 desk:px-0">
        {classify.data ? (
          <Tabs
            id="classify"
            label="分类"
            items={[
              { id: all, title: '全部' },
              ...classify.data.filter(({ count }) => count > 0).map(({ id, name }) => ({ id, title: name })),
            ]}
            value={chosen.classify ?? all}
            hrefOf={(id) =>
              `#${pageUrl(curriculumKinds[kind].index, { ...query, classify: id === all ? undefined : id })}`
            }
            onChange={(id) => choose({ classify: id === all ? undefined : id })}
          />
        ) : (
          !classify.error && (
            <div aria-hidden="true" className="flex min-h-11 items-center gap-5">
              {[8, 10, 8, 8, 10].map((width, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholders in a fixed order
                <Skeleton key={place} className={width > 8 ? 'h-4 w-12' : 'h-4 w-9'} />
              ))}
            </div>
          )
        )}
        <ListFilters
          value={chosen}
          onSort={(sort) => choose({ sort: sort === 'default' ? undefined : sort })}
          onPrice={(price) => choose({ price: price === 'all' ? undefined : price })}
        />
      </div>
      <div role="tabpanel" aria-labelledby={`classify-${chosen.classify ?? all}`}>
        <PagedList
          {...list}
          itemKey={({ id }) => id}
          renderItem={(item) => (desktop ? card(item) : <CurriculumRow item={item} />)}
          listClassName={desktop ? grid : 'grid grid-cols-1 gap-2.5 tablet:grid-cols-2'}
          skeleton={desktop ? <GridWaiting grid={grid} isCourse={kind === 'course'} /> : undefined}
          empty={
            <Empty hint={narrowed ? `没有符合条件的${curriculumKinds[kind].title}，换个条件看看` : undefined}>
              {narrowed && (
                <Button kind="line" onClick={() => choose({ classify: undefined, price: undefined })}>
                  看全部{curriculumKinds[kind].title}
                </Button>
              )}
            </Empty>
          }
        />
      </div>
    </div>
  )
}

/** Skeleton with the columns of the list. */
function GridWaiting({ grid, isCourse }: { grid: string; isCourse: boolean }) {
  return (
    <div role="status">
      <span className="sr-only">正在加载</span>
      <div aria-hidden="true" className={grid}>
        {Array.from({ length: 16 }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders in a fixed order
          <div key={place}>
            <Skeleton className={isCourse ? 'aspect-video rounded-card' : 'aspect-3/4 rounded-cover'} />
            <Skeleton className="mt-2 h-4 w-4/5" />
            <Skeleton className="mt-2 h-3 w-2/5" />
          </div>
        ))}
      </div>
    </div>
  )
}
