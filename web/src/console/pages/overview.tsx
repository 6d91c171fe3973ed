import type { DayNumbers } from '@dxx/contract/calls/staff/numbers'
import { useStaffCall } from '../api/hooks'
import { hasAnyPermission, useSignedInStaff } from '../frame/me'
import { ageText, useServerTime } from '../kit/age'
import { PageHead } from '../kit/page-head'
import { Failure, TableSkeleton } from '../kit/states'
import { NumberCard } from './overview/number-card'
import { amountText, countText, minutesText } from './overview/texts'

/** Milliseconds between two requests for the numbers. */
const interval = 30_000

interface Shown {
  title: string
  unit: string
  /** Value of a day in the unit of the chart. */
  value(day: DayNumbers): number
  text(value: number): string
  /** How 30 days become one number: their sum, the average per day, or the highest day. */
  total: 'sum' | 'average' | 'most'
  /** Link to the list of the counted items. */
  link?: { href: string; title: string; permission: 'user.read' | 'order.refund' | 'exam.results' }
}

const shown: Shown[] = [
  { title: '活跃用户', unit: '人', value: (day) => day.activeUsers, text: countText, total: 'average' },
  {
    title: '新用户',
    unit: '人',
    value: (day) => day.newUsers,
    text: countText,
    total: 'sum',
    link: { href: '/users', title: '用户', permission: 'user.read' },
  },
  {
    title: '学习时长',
    unit: '分钟',
    value: (day) => Math.floor(day.studySeconds / 60),
    text: minutesText,
    total: 'sum',
  },
  { title: '订单', unit: '笔', value: (day) => day.orders, text: countText, total: 'sum' },
  { title: '收入', unit: '元', value: (day) => day.revenueCents / 100, text: amountText, total: 'sum' },
  {
    title: '退款',
    unit: '元',
    value: (day) => day.refundCents / 100,
    text: amountText,
    total: 'sum',
    link: { href: '/work?kind=refund', title: '退款待办', permission: 'order.refund' },
  },
]

/** 概览: numbers of today and of the last 30 days, counted by a background job. */
export function OverviewPage() {
  const me = useSignedInStaff()
  const { data, error, refetch, dataUpdatedAt } = useStaffCall(
    'GET /staff/v1/numbers',
    {},
    { refetchInterval: interval },
  )
  const now = useServerTime(data?.at, dataUpdatedAt)
  const counted = data?.countedAt ? `数字更新于 ${ageText(data.countedAt, now)}` : '数字还没有汇总过'
  return (
    <>
      <PageHead
        title="概览"
        facts={data ? `今天和最近 30 天，按北京时间 · ${counted}` : '今天和最近 30 天，按北京时间'}
      />
      {!data && error ? (
        <Failure error={error} noun="运营数字" onRetry={() => void refetch()} />
      ) : !data ? (
        <TableSkeleton height={88} count={4} />
      ) : (
        <div className="grid gap-3.5 desk:grid-cols-2 wide:grid-cols-3">
          {shown.map(({ link, ...one }) => (
            <NumberCard
              key={one.title}
              {...one}
              days={data.days}
              link={link && hasAnyPermission(me, [link.permission]) ? link : undefined}
            />
          ))}
          <NumberCard
            title="正在进行的考试"
            unit="场"
            days={data.days}
            value={(day) => day.exams}
            text={countText}
            total="most"
            now={data.examsRunning}
          />
        </div>
      )}
    </>
  )
}
