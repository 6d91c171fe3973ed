import { percentage } from '@dxx/contract/rules/format'
import { Rate } from '../../ui/rate'

/** Average rating and the count per star. */
export function RatingSummary({ rating, ratings }: { rating: number; ratings: readonly number[] }) {
  const total = ratings.reduce((sum, count) => sum + count, 0)
  return (
    <div className="flex items-center gap-5 rounded-card bg-card p-4">
      <div className="shrink-0 text-center">
        <p className="tabular-nums text-28 leading-tight font-bold">{rating.toFixed(1)}</p>
        <Rate value={rating} size={13} />
        <p className="mt-0.5 text-12 text-ink-3">{total} 人评分</p>
      </div>
      <ul className="min-w-0 flex-1 space-y-1">
        {[5, 4, 3, 2, 1].map((star) => {
          const count = ratings[star - 1] ?? 0
          return (
            <li key={star} className="flex items-center gap-2 text-12 text-ink-3">
              <span className="w-[2.4em] shrink-0 whitespace-nowrap">{star} 星</span>
              <span aria-hidden="true" className="h-1.5 min-w-0 flex-1 overflow-hidden rounded-full bg-track">
                <span
                  className="block h-full rounded-full bg-amber"
                  style={{ width: `${percentage(count, total)}%` }}
                />
              </span>
              <span className="tabular-nums w-[3em] shrink-0 text-right whitespace-nowrap">
                <span className="sr-only">{count} 人，占</span>
                {percentage(count, total)}%
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
