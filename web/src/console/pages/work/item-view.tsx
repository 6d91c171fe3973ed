import type { WorkDetail, WorkItem } from '@dxx/contract/calls/staff/work'
import { workKinds } from '@dxx/contract/staff'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useState } from 'react'
import { Link } from 'wouter'
import { cx } from '../../../ui/cx'
import { Skeleton } from '../../../ui/skeleton'
import type { StaffData } from '../../api/client'
import { staffQueryClient, useStaffCall } from '../../api/hooks'
import { hasAnyPermission, useSignedInStaff } from '../../frame/me'
import { PersonAvatar } from '../../kit/face'
import { Failure } from '../../kit/states'
import { StateTag } from '../../kit/tag'
import { timeText } from '../../kit/time'
import { AppealItem } from './appeal-item'
import { AssignMenu } from './assign-menu'
import { FeedbackItem } from './feedback-item'
import { InvoiceItem } from './invoice-item'
import { ItemHistory } from './item-history'
import { ItemNotes } from './item-notes'
import type { ItemProps } from './item-props'
import { JoinItem } from './join-item'
import { QuestionItem } from './question-item'
import { RefundItem } from './refund-item'
import { ReportItem } from './report-item'
import { schoolOf } from './school-of'
import { StudentItem } from './student-item'
import { SupportItem } from './support-item'

interface ItemViewProps {
  id: string
  /** Called after the work item was decided; opens the next work item. */
  onDecided(): void
  /** Called after another change of the work item, which makes the list out of date. */
  onChanged(): void
}

/** One work item: facts, decisions, notes and history. */
export function ItemView({ id, onDecided, onChanged }: ItemViewProps) {
  const { data, error, refetch } = useStaffCall('GET /staff/v1/work_item', { id })
  const reload = () => {
    void staffQueryClient.invalidateQueries({ queryKey: ['GET /staff/v1/work_item'] })
    onChanged()
  }
  if (!data) {
    return error ? (
      <Failure error={error} noun="这件待办" onRetry={() => void refetch()} />
    ) : (
      <div className="flex-1 space-y-3 p-5">
        <Skeleton className="h-12" />
        <Skeleton className="h-40" />
        <Skeleton className="h-24" />
      </div>
    )
  }
  return <Case {...data} onDecided={onDecided} onReload={reload} />
}

type ViewProps = StaffData<'GET /staff/v1/work_item'> & { onDecided(): void; onReload(): void }

function Case({ item, detail, notes, history, onDecided, onReload }: ViewProps) {
  const [collision, setCollision] = useState('')
  const isOverdue = item.closedAt === null && item.dueAt * 1000 < Date.now()
  const props = {
    item,
    onDecided,
    onCollision: (msg: string) => {
      setCollision(msg)
      onReload()
    },
  }
  return (
    <article
      aria-label={item.title}
      // A drawer focuses it instead of the field for notes, so that the keys of the work item work at once.
      data-autofocus
      tabIndex={-1}
      className="flex min-h-0 min-w-0 flex-1 flex-col outline-none max-wide:-mx-5 max-wide:min-h-full"
    >
      <header className="flex items-center gap-3 border-b border-line px-5 py-3.5">
        {item.person && (
          <PersonAvatar id={item.person.id} name={item.person.nickname} src={item.person.avatar} size={38} />
        )}
        <div className="min-w-0 flex-1">
          <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1 text-17 font-semibold">
            <Person item={item} />
            <StateTag>{item.kindName}</StateTag>
            {item.isMine ? (
              <StateTag tone="green">我在处理</StateTag>
            ) : (
              item.assignee && <StateTag tone="amber">{item.assignee.nickname}在处理</StateTag>
            )}
          </h2>
          <p className="truncate text-12 text-ink-3">
            {[
              item.title,
              schoolOf(item),
              `${timeText(item.openedAt)} 提交`,
              item.person?.mobile && `手机 ${item.person.mobile}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <div className="shrink-0 text-right text-12 text-ink-3 max-desk:hidden">
          处理时限
          <b className={cx('block text-14 font-semibold', isOverdue ? 'text-danger' : 'text-amber')}>
            {timeText(item.dueAt)}
          </b>
        </div>
        {item.closedAt === null && <AssignMenu item={item} onChanged={onReload} />}
      </header>
      {(collision || item.closedAt !== null) && (
        <p role="alert" className="flex items-center gap-2 bg-amber-soft px-5 py-2 text-amber">
          <TriangleAlert size={15} />
          {collision || '这件已经处理好了'}
          {item.closedAt !== null && `（${timeText(item.closedAt)}）`}
          {collision && '。你写的内容还在。'}
        </p>
      )}
      <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto px-5 py-4 *:shrink-0 max-wide:overflow-visible">
        {detail ? (
          <ItemDetail detail={detail} {...props} />
        ) : (
          <p className="text-ink-3">{`这件${workKinds[item.kind].name}的内容已经不在了。`}</p>
        )}
        <div className="grid gap-5 border-t border-line pt-4 2xl:grid-cols-2">
          <ItemHistory history={history} openedAt={item.openedAt} />
          <ItemNotes id={item.id} notes={notes} onSaved={onReload} />
        </div>
      </div>
    </article>
  )
}

/** Name of the user of the work item, with a link to the details of the user. */
function Person({ item: { person } }: { item: WorkItem }) {
  const me = useSignedInStaff()
  if (!person) return '账号已注销'
  if (!hasAnyPermission(me, ['user.read'])) return person.nickname
  return (
    <Link href={`/users/${person.id}`} title="看这位用户" className="rounded-tag hover:text-primary hover:underline">
      {person.nickname}
    </Link>
  )
}

type PartProps = Omit<ItemProps<'student'>, 'detail'> & { detail: WorkDetail }

function ItemDetail({ detail, ...rest }: PartProps) {
  switch (detail.kind) {
    case 'student':
      return <StudentItem detail={detail} {...rest} />
    case 'refund':
      return <RefundItem detail={detail} {...rest} />
    case 'invoice':
      return <InvoiceItem detail={detail} {...rest} />
    case 'support':
      return <SupportItem detail={detail} {...rest} />
    case 'feedback':
      return <FeedbackItem detail={detail} {...rest} />
    case 'report':
      return <ReportItem detail={detail} {...rest} />
    case 'appeal':
      return <AppealItem detail={detail} {...rest} />
    case 'join':
      return <JoinItem detail={detail} {...rest} />
    case 'question':
      return <QuestionItem detail={detail} {...rest} />
  }
}
