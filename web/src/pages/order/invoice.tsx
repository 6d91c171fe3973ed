import { formatYuan } from '@dxx/contract/rules/amount'
import { invalidateCalls, useCall } from '../../api/use-call'
import { InvoiceForm } from '../../features/orders/invoice-form'
import { NoOrder } from '../../features/orders/no-order'
import { invoiceText } from '../../features/orders/order-facts'
import { navigateBack } from '../../router/navigation'
import { usePageQuery } from '../../router/page-query'
import { pageUrl } from '../../router/page-url'
import { toast } from '../../state/flash'
import { buttonClass } from '../../ui/button'
import { Cell, CellGroup } from '../../ui/cell'
import { Empty } from '../../ui/empty'
import { Skeleton } from '../../ui/skeleton'

/** Invoice request for the order `?id=`; it can be changed until the invoice is issued. */
export default function InvoicePage() {
  const [{ id = '' }] = usePageQuery()
  const { data, error, refetch } = useCall('GET /v130/order_info', { id }, { fresh: true })
  if (!data) {
    if (!error)
      return (
        <div className="text-column px-4 pt-2">
          <Skeleton className="h-80 rounded-card" />
        </div>
      )
    if (error.decided) return <NoOrder text={id ? error.msg : '没有说明是哪笔订单，去订单里找找吧'} />
    return <Empty type="error" text={error.msg} onRetry={() => void refetch()} />
  }
  const { invoice } = data
  if (!data.mayInvoice || invoice?.state === 'issued') {
    const text = invoice ? `发票${invoiceText[invoice.state]}；需要修改请联系客服` : '只有已完成的付费订单可以开发票'
    return (
      <Empty text={text}>
        {invoice?.file && (
          <a href={invoice.file} download className={buttonClass()}>
            下载发票
          </a>
        )}
        <a href={`#${pageUrl('pages/order/details', { id })}`} className={buttonClass('line')}>
          查看订单
        </a>
      </Empty>
    )
  }

  function done() {
    toast('已提交，开具后发到邮箱')
    void invalidateCalls('GET /v130/order_info')
    void navigateBack()
  }

  return (
    <div className="text-column space-y-3 px-4 pt-2 pb-10">
      <CellGroup>
        <Cell title={data.curriculum.title} note={`订单号 ${data.no}`} value={`¥${formatYuan(data.payCents)}`} />
      </CellGroup>
      <InvoiceForm orderId={id} invoice={invoice?.state === 'requested' ? invoice : null} onDone={done} />
      <p className="px-1 text-12 text-ink-3">开具电子发票，发出后在消息里通知你；退款后发票作废。</p>
    </div>
  )
}
