import { formatNumber } from '@dxx/contract/rules/format'
import { formatDate } from '@dxx/contract/rules/time-from'
import { useCall } from '../../api/use-call'
import { usePagedCall } from '../../api/use-paged-call'
import { detailsHref } from '../../features/catalogue/kinds'
import { CommentItem } from '../../features/comments/comment-item'
import { NoteItem } from '../../features/community/note-item'
import { usePageTitle } from '../../router/page-context'
import { usePageQuery } from '../../router/page-query'
import { pageUrl } from '../../router/page-url'
import { Avatar } from '../../ui/avatar'
import { buttonClass } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { PagedList } from '../../ui/paging/paged-list'
import { Skeleton } from '../../ui/skeleton'
import { SkeletonCards } from '../../ui/skeleton-shapes'
import { TabPanel, Tabs } from '../../ui/tabs'
import { Tag } from '../../ui/tag'

/** Profile page of the user `?id=`; without an id, of the current user. */
export default function UserHomePage() {
  const [{ id, tab: asked }, changeQuery] = usePageQuery()
  const { data, error, refetch } = useCall('GET /v1/user_home', { id })
  usePageTitle(data && (data.mine ? '我的主页' : data.nickname))
  if (error && !data) {
    return <Empty type="error" text={error.msg} onRetry={error.decided ? undefined : () => void refetch()} />
  }
  if (!data) return <Waiting />
  const tab = asked === 'comments' ? 'comments' : 'notes'
  return (
    <div className="px-4 pb-8 tablet:pt-2">
      <div className="rounded-card bg-card p-4 desk:p-6">
        <div className="flex items-center gap-4">
          <Avatar name={data.nickname} src={data.avatar} size={62} />
          <div className="min-w-0 flex-1">
            <p className="truncate text-19 font-bold">
              <bdi>{data.nickname}</bdi>
            </p>
            <p className="mt-1 flex flex-wrap items-center gap-2 text-12 text-ink-3">
              {data.school && <Tag>{data.school}</Tag>}
              {formatDate(data.joinedAt)} 加入
            </p>
          </div>
          {data.mine && (
            <a href="#/pages/my/edit-info" className={buttonClass('line', 'small')}>
              编辑资料
            </a>
          )}
        </div>
        {data.bio && <p className="mt-3 text-14 user-text text-ink-2">{data.bio}</p>}
        <dl className="mt-4 grid grid-cols-3 text-center">
          <Count name="公开笔记" value={data.notes} />
          <Count name="评价" value={data.comments} />
          <Count name="获赞" value={data.likes} />
        </dl>
      </div>
      <div className="mt-2">
        <Tabs
          id="home"
          label="内容"
          items={[
            { id: 'notes', title: '笔记' },
            { id: 'comments', title: '评价' },
          ]}
          value={tab}
          hrefOf={(next) => `#${pageUrl('pages/my/home', { id, tab: next === 'notes' ? undefined : next })}`}
          onChange={(next) => changeQuery({ tab: next === 'notes' ? undefined : next })}
        />
      </div>
      <TabPanel tabs="home" value={tab}>
        {tab === 'notes' ? <Notes id={id} mine={data.mine} /> : <Comments id={id} mine={data.mine} />}
      </TabPanel>
    </div>
  )
}

function Count({ name, value }: { name: string; value: number }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-12 text-ink-3">{name}</dt>
      <dd className="tabular-nums text-19 font-bold">{formatNumber(value)}</dd>
    </div>
  )
}

function Notes({ id, mine }: { id: string | undefined; mine: boolean | undefined }) {
  const notes = usePagedCall('GET /v1/user_home_notes', { id })
  return (
    <>
      {/* Text on which notes are listed: a visitor sees only notes of chapters that the visitor can read. */}
      {mine !== undefined && (
        <p className="pt-2 pb-2.5 text-12 text-ink-3">
          {mine ? '这里只有公开的笔记，只给自己看的在书和课程里' : '这里是你能阅读的章节里的公开笔记'}
        </p>
      )}
      <PagedList
        {...notes}
        itemKey={(note) => note.id}
        renderItem={(note) => <NoteItem note={note} />}
        empty={<Empty hint={mine ? '还没有公开的笔记。写笔记时选「公开」，同学就能看到' : '没有你能看到的公开笔记'} />}
      />
    </>
  )
}

function Comments({ id, mine }: { id: string | undefined; mine: boolean | undefined }) {
  const comments = usePagedCall('GET /v1/user_home_comments', { id })
  return (
    <PagedList
      {...comments}
      itemKey={(comment) => comment.id}
      renderItem={(comment) => {
        const { curriculum } = comment
        return (
          <CommentItem
            comment={comment}
            editHref={`#${pageUrl('pages/evaluate/index', { id: curriculum.id, kind: curriculum.kind })}`}
          >
            <a href={detailsHref(curriculum)} className="mt-2 block truncate rounded-item bg-fill px-3 py-3 text-13">
              {curriculum.title}
            </a>
          </CommentItem>
        )
      }}
      empty={<Empty hint={mine ? '还没有写过评价' : 'TA 还没有写过评价'} />}
    />
  )
}

/** Replaced as a whole, because the height of the introduction is not known. */
function Waiting() {
  return (
    <div className="px-4 pb-8 tablet:pt-2">
      <div aria-hidden="true" className="rounded-card bg-card p-4 desk:p-6">
        <div className="flex items-center gap-4">
          <Skeleton className="size-15.5 rounded-full" />
          <div className="space-y-2">
            <Skeleton className="h-5 w-24" />
            <Skeleton className="h-4 w-40" />
          </div>
        </div>
        <Skeleton className="mt-3 h-5 w-3/5" />
        <Skeleton className="mt-5 h-11" />
      </div>
      <Skeleton className="mt-2 mb-2.5 h-11 w-32" />
      <SkeletonCards />
    </div>
  )
}
