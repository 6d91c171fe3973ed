import type { AssignmentItem } from '@dxx/contract/calls/assignments'
import ChevronRight from 'lucide-react/icons/chevron-right'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useState } from 'react'
import { useCall } from '../../api/use-call'
import { HandInForm } from '../../features/assignments/hand-in-form'
import { assignmentStates, itemKinds, lateText, leftText } from '../../features/assignments/labels'
import { usePage, usePageTitle } from '../../router/page-context'
import { pageUrl } from '../../router/page-url'
import { Button, buttonClass } from '../../ui/button'
import { Card } from '../../ui/card'
import { cx } from '../../ui/cx'
import { Empty } from '../../ui/empty'
import { Progress } from '../../ui/progress'
import { Skeleton } from '../../ui/skeleton'

/** One assignment: its items, their progress, and handing in. */
export default function AssignmentPage() {
  const { query } = usePage()
  const { id = '' } = query
  // Requested whenever shown, because reading changes the progress; without network the cached response stays.
  const { data, error, refetch } = useCall('GET /v1/assignment', { id }, { staleTime: 0, enabled: id !== '' })
  usePageTitle(data?.title)
  if (!id)
    return (
      <Empty text="没有说明是哪一份作业，去作业里找找吧">
        <a href={`#${pageUrl('pages/study/assignments')}`} className={`${buttonClass('line')} min-w-36`}>
          全部作业
        </a>
      </Empty>
    )
  if (!data) {
    if (error) return <Empty type="error" text={error.msg} onRetry={() => refetch()} />
    return (
      <div className="side-by-side px-4 pt-2">
        <Skeleton className="h-28 rounded-card" />
        <Skeleton className="h-48 rounded-card" />
      </div>
    )
  }
  const { name, look } = assignmentStates[data.state]
  return (
    <div className="side-by-side px-4 pt-2 pb-10">
      <Card className="tablet:sticky tablet:top-2">
        <div className="flex items-start justify-between gap-3">
          {/* In wide windows the page's title stands above in full, and is not repeated. */}
          <h2 className="text-19 font-bold">
            <span className="tablet:hidden">{data.title}</span>
            <span className="hidden tablet:inline">要求</span>
          </h2>
          <span className={cx('shrink-0 rounded-tag px-2 py-0.5 text-12 font-normal', look)}>{name}</span>
        </div>
        <p className="mt-1 text-14 text-ink-2">{leftText(data)}</p>
        {data.extension !== null && (
          <p className="text-14 break-words text-amber">老师给你延长了截止时间：{data.extension}</p>
        )}
        <p className="text-13 text-ink-3">
          {data.classes.join('、')} · {data.teacher}布置 · {lateText(data)}
        </p>
        {data.note && <p className="mt-3 text-15 break-words whitespace-pre-wrap">{data.note}</p>}
        <div className="mt-3 flex items-center gap-3">
          <Progress value={data.percent} label="作业进度" />
          <span className="shrink-0 text-14 font-semibold tabular-nums">{data.percent}%</span>
        </div>
      </Card>
      <ol className="space-y-2.5">
        {data.items.map((item) => (
          <li key={item.id}>
            {item.kind === 'handin' ? (
              <HandInItem item={item} isClosed={data.state === 'closed'} />
            ) : (
              <LinkItem item={item} />
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}

/** `percent` is rounded down, so that the number of questions is the next whole one. */
function progressText({ kind, percent, done, amount, minPercent }: AssignmentItem): string {
  if (done) return '已完成'
  if (kind === 'practice') return `${Math.ceil((percent * amount) / 100)} / ${amount} 题`
  if ((kind === 'test' || kind === 'code') && minPercent > 0) return `要得到 ${minPercent}% 的分`
  return percent > 0 ? `${percent}%` : '还没开始'
}

function Head({ item }: { item: AssignmentItem }) {
  return (
    <span className="min-w-0 flex-1">
      <span className="line-clamp-3 font-semibold">{item.title}</span>
      <span className="mt-0.5 block text-12 text-ink-3">
        {itemKinds[item.kind]}
        {item.curriculum && ` · ${item.curriculum.title}`} · {progressText(item)}
      </span>
    </span>
  )
}

function LinkItem({ item }: { item: AssignmentItem }) {
  return (
    <a href={`#/${item.link}`} className="flex min-h-16 items-center gap-3 rounded-card bg-card p-4 active:bg-fill">
      <Head item={item} />
      {item.done ? (
        <CircleCheck aria-label="已完成" size={22} className="shrink-0 text-success" />
      ) : (
        <ChevronRight aria-hidden="true" size={20} className="shrink-0 text-ink-3" />
      )}
    </a>
  )
}

function HandInItem({ item, isClosed }: { item: AssignmentItem; isClosed: boolean }) {
  const { handIn } = item
  const [again, setAgain] = useState(false)
  return (
    <Card>
      <div className="flex items-center gap-3">
        <Head item={item} />
        {item.done && <CircleCheck aria-label="已提交" size={22} className="shrink-0 text-success" />}
      </div>
      {handIn && !again && (
        <div className="mt-3 space-y-2 text-14">
          <p className="text-ink-2">
            {handIn.score === null ? '已提交，等老师批改' : `得分 ${handIn.score} / ${item.points}`}
            {handIn.late && '（迟交）'}
          </p>
          {handIn.comment && (
            <p className="rounded-cover bg-fill p-3 break-words whitespace-pre-wrap">{handIn.comment}</p>
          )}
          {handIn.text && <p className="line-clamp-6 break-words whitespace-pre-wrap text-ink-2">{handIn.text}</p>}
          {handIn.files.map((file) => (
            <a
              key={file.id}
              href={file.url}
              target="_blank"
              rel="noreferrer"
              className="block truncate py-2 text-primary"
            >
              {file.name}
            </a>
          ))}
          {!isClosed && (
            <Button kind="line" onClick={() => setAgain(true)}>
              修改后重新提交
            </Button>
          )}
        </div>
      )}
      {(!handIn || again) &&
        (isClosed ? (
          <p className="mt-3 text-14 text-ink-2">已经截止，不能再交了；有特殊情况请联系老师。</p>
        ) : (
          <div className="mt-3">
            <HandInForm item={item} onDone={() => setAgain(false)} />
          </div>
        ))}
    </Card>
  )
}
