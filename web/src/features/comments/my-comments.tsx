import { usePagedCall } from '../../api/use-paged-call'
import { pageUrl } from '../../router/page-url'
import { buttonClass } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { PagedList } from '../../ui/paging/paged-list'
import { SectionHead } from '../../ui/section-head'
import { SkeletonCards } from '../../ui/skeleton-shapes'
import { CurriculumRow } from '../catalogue/curriculum-row'
import { detailsHref } from '../catalogue/kinds'
import { CommentItem } from './comment-item'

const evaluateHref = (id: string, kind: string) => `#${pageUrl('pages/evaluate/index', { id, kind })}`

const twoColumns = 'grid grid-cols-1 items-start gap-2.5 tablet:grid-cols-2 tablet:gap-3'

/** Items to be rated, and the user's own comments. */
export function MyComments() {
  const comments = usePagedCall('GET /v130/user_comment', {})
  const waiting = comments.answer?.waiting ?? []
  return (
    <>
      {waiting.length > 0 && (
        <section aria-label="待评价">
          <SectionHead title="待评价" more={`${waiting.length} 项`} />
          <ul className={twoColumns}>
            {waiting.map((item) => (
              <li key={item.id} className="relative">
                <CurriculumRow item={item} mixed>
                  <span className="block min-h-8" />
                </CurriculumRow>
                <a
                  href={evaluateHref(item.id, item.kind)}
                  className={`${buttonClass('line', 'small')} absolute! right-3.5 bottom-3`}
                >
                  去评价<span className="sr-only">《{item.title}》</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <SectionHead title="我写的评价" />
      <PagedList
        {...comments}
        itemKey={({ id }) => id}
        renderItem={(comment) => (
          <CommentItem comment={comment} editHref={evaluateHref(comment.curriculum.id, comment.curriculum.kind)}>
            <a
              href={detailsHref(comment.curriculum)}
              className="mt-2 block truncate rounded-item bg-fill px-3 py-3 text-13"
            >
              {comment.curriculum.title}
            </a>
          </CommentItem>
        )}
        listClassName={twoColumns}
        empty={<Empty hint="还没有写过评价" />}
        skeleton={<SkeletonCards avatar className={twoColumns} />}
      />
    </>
  )
}
