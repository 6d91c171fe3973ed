import Paperclip from 'lucide-react/icons/paperclip'
import { useState } from 'react'
import { ApiError } from '../../../api/error'
import { toast } from '../../../state/flash'
import { uploadFile } from '../../api/upload'
import { ConsoleButton, consoleButtonClass } from '../../kit/button'
import { useShortcut } from '../../kit/shortcuts'
import { timeText } from '../../kit/time'
import { useDecision } from './decision'
import { Decisions, Facts, OrderNumber } from './facts'
import type { ItemProps } from './item-props'
import { formatPrice } from './money'

/** Request for an invoice: the data to write on it, and the upload of the issued file for the buyer. */
export function InvoiceItem({ item, detail, ...ends }: ItemProps<'invoice'>) {
  const [file, setFile] = useState<{ id: string; name: string } | null>(null)
  const [sending, setSending] = useState(false)
  const issue = useDecision('POST /staff/v1/invoice_issue', ends, '已开具')
  const isOpen = item.closedAt === null
  const done = () => !sending && void issue.run({ id: item.id, version: item.version, file: file?.id ?? null })
  useShortcut('a', '发票已开具', done, { enabled: isOpen })

  async function choose(chosen: File | undefined) {
    if (!chosen) return
    setSending(true)
    try {
      const { id, name } = await uploadFile(chosen)
      setFile({ id, name })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!error.shown) toast(error.msg)
    } finally {
      setSending(false)
    }
  }
  return (
    <>
      <Facts
        rows={[
          ['抬头', `${detail.invoiceTitle}（${detail.invoiceKind === 'company' ? '单位' : '个人'}）`],
          ['税号', detail.taxNo || '–'],
          ['金额', <b key="cents">{formatPrice(detail.cents)}</b>],
          ['邮箱', detail.email || '–'],
          ['订单', detail.order.title],
          ['订单号', <OrderNumber key="no" no={detail.order.no} />],
          ['付款', detail.order.paidAt === null ? '–' : timeText(detail.order.paidAt)],
          ['申请时间', timeText(detail.requestedAt)],
        ]}
      />
      {isOpen && (
        <Decisions>
          <ConsoleButton kind="primary" size="large" hotkey="A" loading={issue.running} onClick={done}>
            {file ? '已开具，发给对方' : '已开具，不附文件'}
          </ConsoleButton>
          <label className={consoleButtonClass('soft', 'large')}>
            <Paperclip size={16} />
            {sending ? '正在上传…' : (file?.name ?? '附发票文件')}
            <input
              type="file"
              accept=".pdf,.ofd,.jpg,.jpeg,.png"
              disabled={sending}
              className="sr-only"
              onChange={(event) => {
                void choose(event.target.files?.[0])
                event.target.value = ''
              }}
            />
          </label>
        </Decisions>
      )}
    </>
  )
}
