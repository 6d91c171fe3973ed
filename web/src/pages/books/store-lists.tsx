import type { CurriculumCard, UpcomingTitle } from '@dxx/contract/calls/catalogue'
import { formatNumber } from '@dxx/contract/rules/format'
import { BookCard, bookGrid } from '../../features/catalogue/cards'
import { CoverOf } from '../../features/catalogue/cover-of'
import { curriculumKinds, detailsHref } from '../../features/catalogue/kinds'
import { cx } from '../../ui/cx'
import { SectionHead } from '../../ui/section-head'
import { Tag } from '../../ui/tag'

/** Minimum number of items for a ranking. */
const leastRanked = 3
const mostRanked = 6

/** Most read items with their rank, in two columns from 641 px on. */
export function Ranking({ list }: { list: readonly CurriculumCard[] }) {
  if (list.length < leastRanked) return null
  return (
    <section aria-label="排行榜">
      <SectionHead title="排行榜" more="按学习人数" />
      <ol className="rounded-card bg-card px-3 py-1 tablet:grid tablet:grid-flow-col tablet:grid-cols-2 tablet:grid-rows-3 tablet:gap-x-4 desk:gap-x-6">
        {list.slice(0, mostRanked).map((item, index) => (
          <li key={item.id}>
            <a
              href={detailsHref(item)}
              className="flex min-h-18 items-center gap-3 rounded-item -outline-offset-2 active:bg-fill"
            >
              <span
                className={cx(
                  'tabular-nums w-6 shrink-0 text-center text-17 font-bold',
                  index < 3 ? 'text-price' : 'text-ink-3',
                )}
              >
                {index + 1}
              </span>
              <CoverOf item={item} small className="aspect-3/4! w-11 shrink-0 rounded-item" />
              <span className="min-w-0 flex-1">
                <span className="line-clamp-2 text-14 font-semibold">{item.title}</span>
                <span className="line-clamp-1 text-12 text-ink-3">
                  {[item.by, curriculumKinds[item.kind].title].filter(Boolean).join(' · ')}
                </span>
              </span>
              <span className="shrink-0 text-12 text-ink-3">
                {formatNumber(item.learners)}
                {curriculumKinds[item.kind].crowd}
              </span>
            </a>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Items that cost nothing today. */
export function FreeToday({ list }: { list: readonly CurriculumCard[] }) {
  if (list.length === 0) return null
  return (
    <section aria-label="今日免费">
      <SectionHead title="今日免费" />
      <ul className={bookGrid}>
        {list.map((item) => (
          <li key={item.id}>
            <BookCard item={item} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Announced titles. No links: they can neither be opened nor bought yet. */
export function Upcoming({ list }: { list: readonly UpcomingTitle[] }) {
  if (list.length === 0) return null
  return (
    <section aria-label="即将上架">
      <SectionHead title="即将上架" more="敬请期待" />
      <ul className={bookGrid}>
        {list.map((item) => (
          <li key={item.id}>
            <CoverOf item={item} className="w-full rounded-cover opacity-80" />
            <p className="mt-2 line-clamp-2 text-13 font-semibold">{item.title}</p>
            <Tag>即将上架</Tag>
          </li>
        ))}
      </ul>
    </section>
  )
}
