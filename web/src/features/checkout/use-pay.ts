import type { PayAction, PayChannel } from '@dxx/contract/calls/commerce'
import { formatYuan } from '@dxx/contract/rules/amount'
import { useRef, useState } from 'react'
import { requireMobile } from '../../api/session'
import { useAction } from '../../api/use-action'
import { type PayReport, payInApp, payInWechat } from '../../platform/pay'
import { redirectTo } from '../../router/navigation'
import { pageUrl } from '../../router/page-url'
import { toast } from '../../state/flash'
import { showModal } from '../../state/store'
import { useWechat } from '../account/use-wechat'

export interface QrPayment {
  orderId: string
  codeUrl: string
}

interface PayOptions {
  curriculumId: string
  /** Chosen coupon; null: none. */
  discountId: string | null
  /** Price shown on the page; a different price requires confirmation. */
  shownCents: number | undefined
  /** Called when the page shows outdated data. */
  onOutdated(): void
  /** Called when a phone has to scan a code. */
  onQr(payment: QrPayment): void
  /** Called when WeChat returns to this page with the payer's code, so that the payment can continue. */
  onAuthorised(code: string): void
}

/** Refusals that mean that the page shows outdated data. */
const outdated = new Set(['already-owned', 'item-free', 'curriculum-not-found', 'discount-refused'])

/** Creates or reuses the pending order and starts its payment. Of concurrent clicks only one starts a payment. */
export function usePay({ curriculumId, discountId, shownCents, onOutdated, onQr, onAuthorised }: PayOptions) {
  const [paying, setPaying] = useState(false)
  const busy = useRef(false)
  const create = useAction('POST /v1/order_create', {
    onError: ({ name, msg, shown }) => {
      if (name && outdated.has(name)) onOutdated()
      if (!shown) toast(msg)
    },
  })
  const wechat = useWechat('pay', onAuthorised)
  const start = useAction('POST /v1/order_pay', {
    onError: ({ name, msg, shown }, { id }) => {
      if (name === 'openid-required') wechat.start(pageUrl('pages/buy/confirm', { id: curriculumId }))
      else if (name === 'order-not-payable') openPayResult(id)
      else if (!shown) toast(msg)
    },
  })

  async function pay(channel: PayChannel, wechatCode?: string) {
    if (busy.current || requireMobile()) return
    busy.current = true
    setPaying(true)
    try {
      const order = await create.run({ curriculumId, discountId })
      if (!order || !(await agreed(order.payCents))) return
      const action = await start.run({ id: order.id, channel, ...(wechatCode && { wechat_code: wechatCode }) })
      if (action) await carryOut(action, order.id)
    } finally {
      busy.current = false
      setPaying(false)
    }
  }

  async function agreed(payCents: number): Promise<boolean> {
    if (payCents === shownCents) return true
    const content = `价格有变化，这笔订单应付 ¥${formatYuan(payCents)}，继续付款吗？`
    const answer = await showModal({ content, confirmText: '继续付款' })
    onOutdated()
    return answer === 'confirm'
  }

  async function carryOut(action: PayAction, orderId: string): Promise<void> {
    switch (action.way) {
      case 'native':
        return onQr({ orderId, codeUrl: action.codeUrl })
      case 'cashier':
        return void redirectTo(pageUrl('pages/buy/cashier', { no: action.no }))
      case 'jsapi':
      case 'app': {
        const played = await (action.way === 'jsapi' ? payInWechat(action) : payInApp(action))
        return openPayResult(orderId, played)
      }
      default:
        // Replaces the history entry, so that the browser's back button leads to the order status and not to a form
        // that pays again.
        openPayResult(orderId)
        location.assign(action.url)
    }
  }

  return { pay, paying: paying || wechat.running }
}

/** Replaces the payment page by the result page. `reported`: result according to the device, only displayed. */
export function openPayResult(orderId: string, said?: PayReport): void {
  redirectTo(pageUrl('pages/buy/result', { id: orderId, said }))
}
