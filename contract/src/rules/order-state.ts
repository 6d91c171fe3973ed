/** Order states, with the numbers used in calls. */
export const orderStatus = { unpaid: 0, done: 1, cancelled: 2, closed: 3, refunding: 4, refunded: 5 } as const
export type OrderStatus = (typeof orderStatus)[keyof typeof orderStatus]

export const orderStatusText: Record<OrderStatus, string> = {
  0: '待付款',
  1: '已完成',
  2: '已取消',
  3: '已关闭',
  4: '退款中',
  5: '已退款',
}

/** Actor of a state change: `payment` is a verified payment or refund, `time` the 30-minute time-out. */
export type OrderActor = 'owner' | 'payment' | 'time' | 'operator'

/** All permitted state changes. */
export const orderChanges: readonly { from: OrderStatus; to: OrderStatus; by: readonly OrderActor[] }[] = [
  { from: 0, to: 1, by: ['payment'] },
  // The buyer cancels the order, or redeems a coupon for the item instead of paying.
  { from: 0, to: 2, by: ['owner'] },
  // The order timed out, or was paid although the buyer already owned the item; that payment is refunded.
  { from: 0, to: 3, by: ['time', 'payment'] },
  { from: 1, to: 4, by: ['owner', 'operator'] },
  // Staff decline the refund.
  { from: 4, to: 1, by: ['operator'] },
  { from: 4, to: 5, by: ['payment'] },
]

export function canChangeOrder(from: OrderStatus, to: OrderStatus, by: OrderActor): boolean {
  return orderChanges.some((change) => change.from === from && change.to === to && change.by.includes(by))
}

/** Seconds after which an unpaid order closes. */
export const orderLifeSeconds = 30 * 60
/** Limits for an automatic refund: time since the payment, and percent studied. Staff decide other refunds. */
export const instantRefundLimits = { seconds: 7 * 86_400, studiedPercent: 20 } as const
/** Orders with a pending payment or refund cannot be deleted. */
export const canDeleteOrder = (status: OrderStatus) => status !== orderStatus.unpaid && status !== orderStatus.refunding
