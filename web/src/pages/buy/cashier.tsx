import { formatYuan } from '@dxx/contract/rules/amount'
import { useAction } from '../../api/use-action'
import { useCall } from '../../api/use-call'
import { openPayResult } from '../../features/checkout/use-pay'
import { NoOrder } from '../../features/orders/no-order'
import { usePageQuery } from '../../router/page-query'
import { pageUrl } from '../../router/page-url'
import { Button, buttonClass } from '../../ui/button'
import { Cell, CellGroup } from '../../ui/cell'
import { Empty } from '../../ui/empty'
import { Skeleton } from '../../ui/skeleton'
import { Tag } from '../../ui/tag'

const outcomes = [
  { outcome: 'fail', title: '付款失败', note: '什么也没有扣，可以再付' },
  { outcome: 'close', title: '关闭这笔付款', note: '之后要重新发起付款' },
  { outcome: 'late', title: '逾期到账', note: '订单先关闭，钱后到：会原路退回' },
  { outcome: 'twice', title: '重复付款', note: '付了两次、各通知两次：退回一笔' },
] as const

/** Built-in test cashier, development only: `?no=` is the payment whose result is chosen. */
export default function CashierPage() {
  const [{ no }] = usePageQuery()
  if (!no) return <NoOrder text="没有说明是哪一笔付款" />
  return <Cashier key={no} no={no} />
}

function Cashier({ no }: { no: string }) {
  const { data, error, refetch } = useCall('GET /v1/test_cashier', { no }, { fresh: true })
  const play = useAction('POST /v1/test_cashier', {
    onDone: ({ orderId }, { outcome }) => openPayResult(orderId, outcome === 'fail' ? 'fail' : undefined),
  })
  if (!data) {
    if (!error)
      return (
        <div className="text-column px-4 pt-2">
          <Skeleton className="h-72 rounded-card" />
        </div>
      )
    return (
      <Empty type="error" text={error.msg} onRetry={error.decided ? undefined : () => void refetch()}>
        {error.decided && (
          <a href="#/pages/order/index" className={buttonClass('line')}>
            我的订单
          </a>
        )}
      </Empty>
    )
  }
  const open = data.state === 'open'
  return (
    <div className="text-column space-y-3 px-4 pt-2 pb-10">
      <div className="space-y-3 rounded-card bg-card p-5 text-center">
        <Tag tone="amber">仅限开发，不花真钱</Tag>
        <p className="text-14 text-ink-2">{data.title}</p>
        <p className="tabular-nums text-28 font-bold text-price">¥{formatYuan(data.cents)}</p>
        {open ? (
          <Button kind="amber" block loading={play.running} onClick={() => void play.run({ no, outcome: 'pay' })}>
            付款
          </Button>
        ) : (
          <>
            <p className="text-14">{data.state === 'paid' ? '这笔付款已经完成' : '这笔付款已经关闭'}</p>
            <a
              href={`#${pageUrl('pages/buy/result', { id: data.orderId })}`}
              className={buttonClass('primary', 'large', true)}
            >
              查看结果
            </a>
          </>
        )}
      </div>
      {open && (
        <CellGroup title="或者试试别的结果">
          {outcomes.map(({ outcome, title, note }) => (
            <Cell key={outcome} title={title} note={note} onClick={() => void play.run({ no, outcome })} />
          ))}
        </CellGroup>
      )}
    </div>
  )
}
