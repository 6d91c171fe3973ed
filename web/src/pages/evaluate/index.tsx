import type { CurriculumKind } from '@dxx/contract/shapes'
import { useCall } from '../../api/use-call'
import { CurriculumRow } from '../../features/catalogue/curriculum-row'
import { kindCalls } from '../../features/catalogue/kind-calls'
import { CommentForm } from '../../features/comments/comment-form'
import { MyComments } from '../../features/comments/my-comments'
import { usePageQuery } from '../../router/page-query'
import { Empty } from '../../ui/empty'
import { Skeleton } from '../../ui/skeleton'
import { SkeletonRows } from '../../ui/skeleton-shapes'

/** `?id=&kind=`: rates one curriculum. Without an id: items to be rated, and the user's comments. */
export default function EvaluatePage() {
  const [{ id, kind = 'course' }] = usePageQuery()
  const known = Object.keys(kindCalls).includes(kind) ? (kind as CurriculumKind) : 'course'
  return (
    <div className="px-4 pb-8 tablet:pt-2">
      {id ? (
        <div className="text-column">
          <EvaluateOne key={id} id={id} kind={known} />
        </div>
      ) : (
        <MyComments />
      )}
    </div>
  )
}

function EvaluateOne({ id, kind }: { id: string; kind: CurriculumKind }) {
  const { data: info, error, refetch } = useCall(kindCalls[kind].info, { id })
  const ownCommentId = info?.myCommentId ?? undefined
  const comment = useCall(
    'GET /v130/comment_info',
    { id: ownCommentId ?? '' },
    { enabled: ownCommentId !== undefined, fresh: true },
  )
  const problem = error ?? (ownCommentId ? comment.error : null)
  if (problem && !(info && comment.data)) {
    const retry = () => void (info ? comment.refetch() : refetch())
    return <Empty type="error" text={problem.msg} onRetry={problem.decided ? undefined : retry} />
  }
  if (!info || (ownCommentId && !comment.data)) {
    return (
      <div className="space-y-3">
        <SkeletonRows count={1} />
        <Skeleton className="h-18 rounded-card" />
        <Skeleton className="h-72 rounded-card" />
      </div>
    )
  }
  return (
    <div className="space-y-3">
      <CurriculumRow item={info} mixed />
      {info.owned ? (
        <CommentForm info={info} comment={comment.data ?? null} />
      ) : (
        <Empty text="拥有这项内容后才能评价，先去看看介绍吧" />
      )}
    </div>
  )
}
