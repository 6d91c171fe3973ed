/** Cents as text: ¥59.00. */
export const formatPrice = (cents: number): string => `¥${(cents / 100).toFixed(2)}`

const channels: Record<string, string> = { wechat: '微信支付', alipay: '支付宝', test: '测试收银台' }

/** Chinese name of a payment service. */
export const channelName = (channel: string): string => channels[channel] ?? channel

/** Parses a typed amount such as 12.5 to cents; undefined for any other text. */
export function centsOf(text: string): number | undefined {
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(text.trim())) return undefined
  return Math.round(Number(text) * 100)
}
