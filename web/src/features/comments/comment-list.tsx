import type { CurriculumInfo } from '@dxx/contract/calls/catalogue'
import { appLimits } from '@dxx/contract/rules/constants'
import PenLine from 'lucide-react/icons/pen-line'
import { useState } from 'react'
import { usePagedCall } from '../../api/use-paged-call'
import { pageUrl } from '../../router/page-url'
import { buttonClass } from '../../ui/button'
import { cx } from '../../ui/cx'
import { Empty } from '../../ui/empty'
import { PagedList } from '../../ui/paging/paged-list'
import { SkeletonCards } from '../../ui/skeleton-shapes'
import { CommentItem } from './comment-item'
import { RatingSummary } from './rating-summary'

const starsDown = Array.from({ length: appLimits.stars }, (_, index) => appLimits.stars - index)

/** Comments on a curriculum, all or by stars. */
export function CommentList({ info }: { info: CurriculumInfo }) {
  const [stars, setStars] = useState<number | undefined>()
  const comments = usePagedCall('GET /v130/comment_list', { curriculumId: info.id, stars })
  const write = `#${pageUrl('pages/evaluate/index', { id: info.id, kind: info.kind })}`
  return (
    <div>
      {info.ratingCount > 0 && <RatingSummary rating={info.rating} ratings={info.ratings} />}
      {info.owned && (
        <a href={write} className={cx(buttonClass('line', 'large', true), 'mt-3')}>
          <PenLine aria-hidden="true" size={16} />
          {info.myCommentId ? '修改我的评价' : '写评价'}
        </a>
      )}
      {info.ratingCount > 0 && (
        <fieldset
          aria-label="按星级筛选"
          className="no-scrollbar min-w-0 -mx-4 mt-1.5 flex gap-2 overflow-x-auto px-4 py-1.5"
        >
          <Chip on={stars === undefined} onClick={() => setStars(undefined)}>
            全部 {info.ratingCount}
          </Chip>
          {starsDown.map((star) => {
            const count = info.ratings[star - 1] ?? 0
            return (
              count > 0 && (
                <Chip key={star} on={stars === star} onClick={() => setStars(star)}>
                  {star} 星 {count}
                </Chip>
              )
            )
          })}
        </fieldset>
      )}
      <div>
        <PagedList
          {...comments}
          itemKey={({ id }) => id}
          renderItem={(comment) => <CommentItem comment={comment} editHref={write} />}
          empty={<Empty hint={info.owned ? '还没有评价，来写第一条吧' : '还没有评价'} />}
          skeleton={<SkeletonCards avatar />}
        />
      </div>
    </div>
  )
}

function Chip({ on, onClick, children }: { on: boolean; onClick(): void; children: React.ReactNode }) {
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={onClick}
      className={cx(
        'tap min-h-8 shrink-0 rounded-full px-3.5 text-13 whitespace-nowrap',
        on ? 'bg-primary-soft font-semibold text-primary' : 'bg-card text-ink-2',
      )}
    >
      {children}
    </button>
  )
}
