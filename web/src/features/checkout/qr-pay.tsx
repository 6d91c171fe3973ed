import { formatYuan } from '@dxx/contract/rules/amount'
import { QrCode } from '../account/qr-code'
import { useOrderWatch } from './order-watch'
import { PaymentCountdown } from './time-left'
import { openPayResult } from './use-pay'

interface QrPayProps {
  orderId: string
  codeUrl: string
  cents: number
  /** Expiry of the order; undefined while loading. */
  expiresAt: number | undefined
  now: number
}

/** Payment by QR code on desktop: the user scans it with WeChat on a phone, and this page polls for the result. */
export function QrPay({ orderId, codeUrl, cents, expiresAt, now }: QrPayProps) {
  useOrderWatch(orderId, true, () => openPayResult(orderId))
  return (
    <div className="flex flex-col items-center gap-3 py-2 text-center">
      <p className="tabular-nums text-28 font-bold text-price">¥{formatYuan(cents)}</p>
      <div className="size-52 overflow-hidden rounded-card bg-white p-2">
        <QrCode text={codeUrl} label="微信付款二维码" className="size-full" />
      </div>
      <p role="status" className="text-14 text-ink-2">
        请用手机微信扫一扫付款
      </p>
      <p className="text-13 text-ink-3">
        {expiresAt !== undefined && (
          <>
            <PaymentCountdown until={expiresAt} now={now} />，
          </>
        )}
        付款后本页会自动更新
      </p>
    </div>
  )
}
