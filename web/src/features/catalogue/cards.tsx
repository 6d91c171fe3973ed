import type { CurriculumCard } from '@dxx/contract/calls/catalogue'
import { cx } from '../../ui/cx'
import { Price } from '../../ui/price'
import { Tag } from '../../ui/tag'
import { CoverOf } from './cover-of'
import { detailsHref } from './kinds'
import { byLine } from './labels'

interface CardProps {
  item: CurriculumCard
  eager?: boolean
}

/** Two columns on phones, four on desktop; three courses fill the width from 641 px on. */
export const courseGrid =
  'grid grid-cols-2 gap-3 desk:grid-cols-4 desk:gap-5 tablet:has-[>:nth-child(3):last-child]:grid-cols-3'
/** Three columns on phones, six in wider windows. */
export const bookGrid = 'grid grid-cols-3 gap-x-3 gap-y-3.5 tablet:grid-cols-6 desk:gap-5'
/** For few books: at most four columns on desktop with text beside each cover, since a row of six would look unfinished. */
export const fewBooksGrid =
  'grid grid-cols-3 gap-x-3 gap-y-3.5 tablet:grid-cols-4 desk:grid-cols-[repeat(auto-fit,minmax(240px,1fr))] desk:gap-5'
export const fewBooks = 4

/** The price, or a tag for an owned item. */
export function PriceOf({ item, size }: { item: CurriculumCard; size?: 'small' | 'normal' }) {
  return item.owned ? <Tag tone="green">已拥有</Tag> : <Price amount={item.amount} size={size} />
}

/** Course card for grids. */
export function CourseCard({ item, eager }: CardProps) {
  return (
    <a href={detailsHref(item)} className="block h-full overflow-hidden rounded-card bg-card active:bg-fill">
      <CoverOf item={item} shape="wide" eager={eager} className="w-full rounded-none" />
      {/* A drawn cover already shows the title, so the text below is for screen readers only; a picture does not. */}
      <span className="block px-3 py-2.5 desk:px-4 desk:py-3">
        <span className={item.cover ? 'line-clamp-1 text-14 font-semibold' : 'sr-only'}>{item.title}</span>
        <span className="block desk:flex desk:flex-wrap desk:items-baseline desk:justify-between desk:gap-x-2">
          <span className="line-clamp-1 text-13 text-ink-2">{byLine(item)}</span>
          <span className="block min-h-6.5 shrink-0">
            <PriceOf item={item} />
          </span>
        </span>
      </span>
    </a>
  )
}

/** Book card for grids. */
export function BookCard({ item, eager, few = false }: CardProps & { few?: boolean }) {
  return (
    <a
      href={detailsHref(item)}
      className={cx(
        'block h-full rounded-cover',
        few && 'desk:flex desk:gap-4 desk:rounded-card desk:bg-card desk:p-4 desk:active:bg-fill',
      )}
    >
      <CoverOf
        item={item}
        eager={eager}
        className={cx('w-full rounded-cover', few && 'desk:w-24 desk:shrink-0 desk:self-start')}
      />
      <span className={cx('block min-w-0', few && 'desk:flex desk:flex-1 desk:flex-col')}>
        <span
          className={cx('mt-2 line-clamp-1 text-13 font-semibold desk:line-clamp-3', few && 'desk:mt-0 desk:text-15')}
        >
          {item.title}
        </span>
        {few && (
          <span className="mt-1 hidden text-12 text-ink-3 desk:line-clamp-2">{item.subtitle || byLine(item)}</span>
        )}
        <span className={cx('block min-h-5.5', few && 'desk:mt-auto')}>
          <PriceOf item={item} size="small" />
        </span>
      </span>
    </a>
  )
}
