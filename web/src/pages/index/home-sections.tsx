import type { CurriculumKind } from '@dxx/contract/shapes'
import type { CallData, CallResult } from '../../api/use-call'
import { BookCard, bookGrid, CourseCard, courseGrid, fewBooks, fewBooksGrid } from '../../features/catalogue/cards'
import { CurriculumRow, ReaderRow } from '../../features/catalogue/curriculum-row'
import { curriculumKinds } from '../../features/catalogue/kinds'
import { useShowBook } from '../../features/catalogue/use-show-book'
import { BelowFold } from '../../ui/below-fold'
import { Empty } from '../../ui/empty'
import { SectionHead } from '../../ui/section-head'
import { Skeleton, SkeletonGrid } from '../../ui/skeleton'

type Index = CallData<'GET /v1/course_index'>

/** Layout per kind. `cut` is the number of items per row on phones, which hide an incomplete last row. */
const layouts = {
  course: { grid: courseGrid, cut: 2, most: 4, Item: CourseCard },
  textbook: { grid: bookGrid, cut: 3, most: 6, Item: BookCard },
  ebook: { grid: 'two-columns', cut: 1, most: 4, Item: ReaderRow },
  bank: { grid: 'two-columns', cut: 1, most: 4, Item: CurriculumRow },
} as const satisfies Record<CurriculumKind, unknown>

export function HomeSections({ query: { data, error, refetch } }: { query: CallResult<Index> }) {
  const showBook = useShowBook()
  if (!data)
    return error ? <Empty type="error" text={error.msg} onRetry={() => void refetch()} /> : <SectionsSkeleton />
  const shelves = data.shelves.filter(
    ({ kind, list }) => list.length > 0 && (showBook || kind === 'course' || kind === 'bank'),
  )
  if (shelves.length === 0) return <Empty hint="学习内容正在准备，过一会儿再来看看" />
  return shelves.map(({ kind, title, note, list }, place) => {
    // One or two books would fill only a part of a row of covers.
    const { grid, cut, most, Item } = layouts[kind === 'textbook' && list.length < 3 ? 'bank' : kind]
    const shown = list.slice(0, most)
    const few = Item === BookCard && shown.length <= fewBooks
    const full = shown.length - (shown.length % cut) || shown.length
    const section = (
      <section key={title} aria-label={title} className="desk:mt-7">
        <SectionHead title={title} more={note || '全部'} href={`#/${curriculumKinds[kind].index}`} />
        <ul className={few ? fewBooksGrid : grid}>
          {shown.map((item, index) => (
            <li key={item.id} className={index >= full ? 'hidden tablet:block' : undefined}>
              {few ? <BookCard item={item} few /> : <Item item={item} />}
            </li>
          ))}
        </ul>
      </section>
    )
    // The first section is on the first screen if nothing personal is above it.
    return place === 0 && !data.because ? section : <BelowFold key={title}>{section}</BelowFold>
  })
}

export function SectionsSkeleton() {
  return (
    <div>
      <Skeleton className="mt-6 mb-4 h-5 w-20 desk:mt-8" />
      <SkeletonGrid />
      <Skeleton className="mt-6 mb-4 h-5 w-20 desk:mt-8" />
      <div className={bookGrid}>
        {[0, 1, 2, 3, 4, 5].map((place) => (
          <div key={place} className={place > 2 ? 'hidden tablet:block' : undefined}>
            <Skeleton className="aspect-3/4 rounded-cover" />
            <Skeleton className="mt-2 h-4 w-4/5" />
            <Skeleton className="mt-2 h-3 w-2/5" />
          </div>
        ))}
      </div>
    </div>
  )
}
