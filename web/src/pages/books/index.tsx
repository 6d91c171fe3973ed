import type { CurriculumCard, StoreSection, Subject } from '@dxx/contract/calls/catalogue'
import { formatNumber } from '@dxx/contract/rules/format'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Search from 'lucide-react/icons/search'
import Star from 'lucide-react/icons/star'
import { useState } from 'react'
import { type CallData, useCall } from '../../api/use-call'
import { BookCard, bookGrid, fewBooks, fewBooksGrid, PriceOf } from '../../features/catalogue/cards'
import { CoverOf } from '../../features/catalogue/cover-of'
import { ReaderRow } from '../../features/catalogue/curriculum-row'
import { curriculumKinds, detailsHref } from '../../features/catalogue/kinds'
import { readListQuery } from '../../features/catalogue/list-query'
import { titleColon } from '../../features/catalogue/title-colon'
import { usePageQuery } from '../../router/page-query'
import { pageUrl } from '../../router/page-url'
import { BelowFold } from '../../ui/below-fold'
import { Button } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { PullRefresh } from '../../ui/paging/pull-refresh'
import { SectionHead } from '../../ui/section-head'
import { Skeleton } from '../../ui/skeleton'
import { TabPanel, Tabs } from '../../ui/tabs'
import { Tag } from '../../ui/tag'
import { useDesktop, useTopBar } from '../../ui/use-media'
import { FreeToday, Ranking, Upcoming } from './store-lists'

const best = 'best'

export default function StorePage() {
  const topBar = useTopBar()
  const [query, changeQuery] = usePageQuery()
  const subject = readListQuery(query).classify ?? best
  const queryOf = (id: string) => ({ classify: id === best ? undefined : id })
  const ebooks = useCall('GET /v1/ebook_classify', {}, { supporting: true })
  const textbooks = useCall('GET /v1/textbooks_classify', {}, { supporting: true })
  const store = useCall('GET /v1/ebook_index', { classify: subject === best ? undefined : subject })
  const subjects = joined(textbooks.data, ebooks.data)

  async function refresh(): Promise<boolean> {
    const came = await Promise.all([ebooks.refetch(), textbooks.refetch(), store.refetch()])
    return came.every(Boolean)
  }

  return (
    <>
      <h1 className="sr-only">书城</h1>
      <div className="sticky top-0 z-10 bg-page">
        {!topBar && (
          <div className="pt-safe px-4">
            <div className="flex min-h-13 items-center">
              <a
                href="#/pages/search/index"
                className="tap flex min-h-9 min-w-0 flex-1 items-center gap-2 rounded-full bg-card px-3.5 text-14 text-ink-3"
              >
                <Search aria-hidden="true" size={18} />
                搜书名、作者、章节
              </a>
            </div>
          </div>
        )}
        <div className="px-4 tablet:pt-3">
          <Tabs
            id="store"
            label="学科"
            items={[{ id: best, title: '推荐' }, ...subjects.map(({ id, name }) => ({ id, title: name }))]}
            value={subject}
            onChange={(id) => changeQuery(queryOf(id))}
            hrefOf={(id) => `#${pageUrl('pages/books/index', queryOf(id))}`}
          />
        </div>
      </div>
      <PullRefresh onRefresh={refresh}>
        <div className="px-4 pt-2 pb-6 desk:pb-12">
          <TabPanel tabs="store" value={subject}>
            {store.data ? (
              isStocked(store.data) ? (
                <Stock store={store.data} />
              ) : (
                <Empty hint={subject === best ? '图书正在上架，过一会儿再来看看' : '这个学科还没有书，看看别的吧'}>
                  {subject !== best && (
                    <Button kind="line" onClick={() => changeQuery(queryOf(best))}>
                      看推荐
                    </Button>
                  )}
                </Empty>
              )
            ) : store.error ? (
              <Empty type="error" text={store.error.msg} onRetry={() => void store.refetch()} />
            ) : (
              <Waiting />
            )}
          </TabPanel>
        </div>
      </PullRefresh>
    </>
  )
}

type Store = CallData<'GET /v1/ebook_index'>

const isStocked = ({ featured, shelves, upcoming }: Store) =>
  featured !== null || shelves.length > 0 || upcoming.length > 0

/** Sections of the store: featured item, shelves, ranking, free items and announced titles. */
function Stock({ store: { featured, shelves, ranking, free, upcoming } }: { store: Store }) {
  return (
    <>
      {featured && <Featured item={featured} />}
      {shelves.slice(0, 1).map((section) => (
        <SectionCards key={section.title} section={section} />
      ))}
      <BelowFold>
        <Ranking list={ranking} />
      </BelowFold>
      {shelves.slice(1).map((section) => (
        <BelowFold key={section.title}>
          <SectionCards section={section} />
        </BelowFold>
      ))}
      <BelowFold>
        <FreeToday list={free} />
        <Upcoming list={upcoming} />
      </BelowFold>
    </>
  )
}

/** Merges the subjects of both kinds of books without duplicates. */
function joined(...lists: (readonly Subject[] | undefined)[]): Subject[] {
  const all = new Map(lists.flatMap((list) => list ?? []).map((subject) => [subject.id, subject]))
  return [...all.values()]
}

function Featured({ item }: { item: CurriculumCard }) {
  return (
    <a
      href={detailsHref(item)}
      className="flex items-center gap-3.5 rounded-card bg-linear-120 from-amber-soft to-card p-3.5 desk:gap-6 desk:p-6"
    >
      <CoverOf item={item} eager className="w-21.5 shrink-0 rounded-cover desk:w-30" />
      <span className="min-w-0 flex-1">
        <Tag tone="amber">本周主打</Tag>
        <span className="mt-1.5 line-clamp-2 text-15 font-bold desk:text-19">
          {item.title}
          {item.subtitle && `${titleColon(item.title)}${item.subtitle}`}
        </span>
        <span className="mt-0.5 line-clamp-2 text-13 text-ink-2">{item.summary}</span>
        <span className="mt-2 flex flex-wrap items-baseline justify-between gap-x-2">
          <PriceOf item={item} />
          <span className="inline-flex items-center gap-1 text-12 text-ink-3">
            {item.ratingCount > 0 && (
              <>
                <Star aria-hidden="true" size={12} className="fill-amber stroke-amber" />
                <span className="sr-only">评分</span>
                {item.rating.toFixed(1)} ·
              </>
            )}
            {formatNumber(item.learners)}人在读
          </span>
        </span>
      </span>
    </a>
  )
}

/** Number of items that 大家都在读 shows at once. */
const readersShown = { phone: 3, desktop: 4 }

function SectionCards({ section: { title, note, list } }: { section: StoreSection }) {
  const desktop = useDesktop()
  const [from, setFrom] = useState(0)
  const kind = list[0]?.kind
  if (!kind) return null
  if (kind === 'textbook') {
    const few = list.length <= fewBooks
    return (
      <section aria-label={title}>
        <SectionHead title={title} more={note || '全部'} href={`#/${curriculumKinds.textbook.index}`} />
        <ul className={few ? fewBooksGrid : bookGrid}>
          {list.map((item, index) => (
            // Hides an incomplete last row on phones, which show three items per row.
            <li
              key={item.id}
              className={
                list.length > 3 && index >= list.length - (list.length % 3) ? 'hidden tablet:block' : undefined
              }
            >
              <BookCard item={item} few={few} />
            </li>
          ))}
        </ul>
      </section>
    )
  }
  const count = desktop ? readersShown.desktop : readersShown.phone
  const shown = Array.from({ length: Math.min(count, list.length) }, (_, place) => list[(from + place) % list.length]!)
  return (
    <section aria-label={title}>
      {list.length > count ? (
        <SectionHead
          title={title}
          more={
            <>
              <RefreshCw aria-hidden="true" size={13} className="mr-1" />
              换一换
            </>
          }
          onMore={() => setFrom((from + count) % list.length)}
        />
      ) : (
        <SectionHead title={title} more="全部" href={`#/${curriculumKinds[kind].index}`} />
      )}
      <ul aria-live="polite" className="grid grid-cols-1 gap-2.5 tablet:grid-cols-2 desk:gap-5">
        {shown.map((item) => (
          <li key={item.id}>
            <ReaderRow item={item} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Waiting() {
  return (
    <div aria-hidden="true">
      <Skeleton className="h-36 rounded-card desk:h-52" />
      <Skeleton className="mt-6 mb-4 h-5 w-20" />
      <div className={bookGrid}>
        {[0, 1, 2].map((place) => (
          <div key={place}>
            <Skeleton className="aspect-3/4 rounded-cover" />
            <Skeleton className="mt-2 h-4 w-4/5" />
            <Skeleton className="mt-2 h-3 w-2/5" />
          </div>
        ))}
      </div>
      <Skeleton className="mt-6 mb-4 h-5 w-24" />
      <Skeleton className="h-28 rounded-card" />
    </div>
  )
}
