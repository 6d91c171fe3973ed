import { randomInt } from 'node:crypto'
import type { PayChannel, PayWay } from '@dxx/contract/calls/commerce'
import { instantRefundLimits } from '@dxx/contract/rules/order-state'
import { formatDate } from '@dxx/contract/rules/time-from'

/** Returns the date and twelve random digits, which do not reveal how many orders there are. */
export function newNumber(now: number): string {
  return formatDate(now).replaceAll('-', '') + String(randomInt(10 ** 12)).padStart(12, '0')
}

export type PayerDevice = 'wechat' | 'phone' | 'desktop' | 'android-app' | 'ios-app'

/** Returns the payer's device. Apps are identified by the Platform header, browsers by their user agent. */
export function detectPayerDevice(platform: string, userAgent: string): PayerDevice {
  if (platform === 'iOS') return 'ios-app'
  if (platform === 'Android') return 'android-app'
  if (userAgent.includes('MicroMessenger')) return 'wechat'
  return /Android|iPhone|iPad|HarmonyOS|Mobile/.test(userAgent) ? 'phone' : 'desktop'
}

/** Payment method per device and service. Alipay is blocked inside WeChat; Apple's App Store forbids both. */
const ways: Record<PayerDevice, Partial<Record<PayChannel, PayWay>>> = {
  wechat: { wechat: 'jsapi', test: 'cashier' },
  phone: { wechat: 'h5', alipay: 'wap', test: 'cashier' },
  desktop: { wechat: 'native', alipay: 'page', test: 'cashier' },
  'android-app': { wechat: 'app', alipay: 'wap', test: 'cashier' },
  'ios-app': {},
}

export const wayFor = (device: PayerDevice, channel: PayChannel): PayWay | undefined => ways[device][channel]

interface Refundable {
  paidAt: number
  studiedPercent: number
  now: number
}

export function refundIsAtOnce({ paidAt, studiedPercent, now }: Refundable): boolean {
  return now - paidAt <= instantRefundLimits.seconds && studiedPercent < instantRefundLimits.studiedPercent
}

/** Entitlement sources as stored by the access module. */
export const orderSource = (orderId: number) => `order ${orderId}`
export const couponSource = (couponId: number) => `coupon ${couponId}`

/** Title of a refund or an invoice in the work queue; staff read amounts with two decimals. */
export const workTitle = ({ title }: { title: string }, cents: number) => `${title} · ¥${(cents / 100).toFixed(2)}`
