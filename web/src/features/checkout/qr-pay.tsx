import { yuan } from '@dxx/contract/rules/amount'
import { QrCode } from '../account/qr-code'
import { useOrderWatch } from './order-watch'
import { TimeLeft } from './time-left'
import { toResult } from './use-pay'

interface QrPayProps {
  orderId: string
  codeUrl: string
  cents: number
  /** Of the order; not known for a moment. */
  expiresAt: number | undefined
  now: number
}

/** For desktops: a phone scans it with WeChat; this page notices by itself when that is done. */
export function QrPay({ orderId, codeUrl, cents, expiresAt, now }: QrPayProps) {
  useOrderWatch(orderId, true, () => toResult(orderId))
  return (
    <div className="flex flex-col items-center gap-3 py-2 text-center">
      <p className="tabular-nums text-28 font-bold text-price">¥{yuan(cents)}</p>
      <div className="size-52 overflow-hidden rounded-card bg-white p-2">
        <QrCode text={codeUrl} label="微信付款二维码" className="size-full" />
      </div>
      <p role="status" className="text-14 text-ink-2">
        请用手机微信扫一扫付款
      </p>
      <p className="text-13 text-ink-3">
        {expiresAt !== undefined && (
          <>
            <TimeLeft until={expiresAt} now={now} />，
          </>
        )}
        付款后本页会自动更新
      </p>
    </div>
  )
}
