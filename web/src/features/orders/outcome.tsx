import type { OrderInfo } from '@dxx/contract/calls/commerce'
import { formatYuan } from '@dxx/contract/rules/amount'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import Clock from 'lucide-react/icons/clock'
import Undo from 'lucide-react/icons/undo-2'
import type { ReactNode } from 'react'

/**
 * Payment result that the device reports while the server has none; `late`: reported as paid, but unconfirmed for long.
 */
export type ReportedResult = 'ok' | 'late' | 'cancel' | 'fail' | undefined

const looks = {
  waiting: { icon: Clock, className: 'text-amber' },
  good: { icon: CircleCheck, className: 'text-success' },
  bad: { icon: CircleAlert, className: 'text-danger' },
  over: { icon: CircleX, className: 'text-ink-3' },
  back: { icon: Undo, className: 'text-primary' },
}

interface Outcome {
  look: keyof typeof looks
  title: string
  text: string
}

/** Title and text for an order's state. */
export function outcomeOf({ status, refund, curriculum, timeline }: OrderInfo, reported: ReportedResult): Outcome {
  const why = timeline[timeline.length - 1]?.note
  switch (status) {
    case 0:
      if (reported === 'ok')
        return { look: 'waiting', title: '正在确认', text: '付款已提交，正在等支付平台确认，通常几秒就好。' }
      if (reported === 'late')
        return {
          look: 'waiting',
          title: '还没有收到结果',
          text: '已扣款会自动到账，请先不要重复付款；没有扣款可以继续付款。',
        }
      if (reported === 'cancel')
        return { look: 'waiting', title: '还没有付款', text: '你取消了付款，订单还在，可以继续付款。' }
      if (reported === 'fail')
        return { look: 'bad', title: '付款没有成功', text: '没有扣款的话，请重试或换一种方式；已扣款会自动到账。' }
      return { look: 'waiting', title: '等待付款', text: '已经付款的话，结果马上就会显示在这里。' }
    case 1:
      return { look: 'good', title: '购买成功', text: `《${curriculum.title}》已开通，去学习吧。` }
    case 2:
      return { look: 'over', title: '订单已取消', text: why ? `${why}。` : '需要的话可以重新购买。' }
    case 3:
      return { look: 'over', title: '订单已关闭', text: why ? `${why}。` : '需要的话可以重新购买。' }
    case 4:
      return refund?.state === 'asked'
        ? { look: 'back', title: '退款审核中', text: '工作人员会尽快处理，结果在消息里通知你。' }
        : { look: 'back', title: '退款中', text: '退款已受理，款项会原路退回。' }
    case 5:
      return { look: 'back', title: '已退款', text: `¥${formatYuan(refund?.cents ?? 0)} 已原路退回。` }
  }
}

export function OutcomeIcon({ look, size = 56 }: { look: Outcome['look']; size?: number }) {
  const { icon: Icon, className } = looks[look]
  return <Icon aria-hidden="true" size={size} strokeWidth={1.6} className={className} />
}

/** Notices of payments that were returned because they arrived late or twice. */
export function ReturnedPayments({ returned }: Pick<OrderInfo, 'returned'>): ReactNode {
  return returned.map(({ cents, at, done }) => (
    <p key={at + cents} className="rounded-item bg-amber-soft px-3 py-2 text-left text-13 text-amber">
      {done
        ? `一笔不需要的付款 ¥${formatYuan(cents)} 已原路退回。`
        : `收到一笔不需要的付款 ¥${formatYuan(cents)}（到账太晚或重复付款），正在原路退回。`}
    </p>
  ))
}

/** Notices of partial refunds: the order stays completed and the content stays accessible. */
export function PartRefunds({ partRefunds }: Pick<OrderInfo, 'partRefunds'>): ReactNode {
  return partRefunds.map(({ cents, at, done }) => (
    <p key={at + cents} className="rounded-item bg-amber-soft px-3 py-2 text-left text-13 text-amber">
      {done
        ? `部分退款 ¥${formatYuan(cents)} 已原路退回，内容可以继续学习。`
        : `部分退款 ¥${formatYuan(cents)} 正在原路退回。`}
    </p>
  ))
}
