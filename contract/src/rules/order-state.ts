/** What an order can be. The numbers are the ones that calls carry. */
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

/** Who changes an order: `payment` is a verified payment or refund, `time` the end of the 30 minutes. */
export type OrderActor = 'owner' | 'payment' | 'time' | 'operator'

/** Every change there is. What is not here cannot happen. */
export const orderChanges: readonly { from: OrderStatus; to: OrderStatus; by: readonly OrderActor[] }[] = [
  { from: 0, to: 1, by: ['payment'] },
  // The owner cancels, or opens the item with a coupon instead.
  { from: 0, to: 2, by: ['owner'] },
  // Or it was paid when its owner already had the item: the money goes back.
  { from: 0, to: 3, by: ['time', 'payment'] },
  { from: 1, to: 4, by: ['owner', 'operator'] },
  // The operator declines the refund.
  { from: 4, to: 1, by: ['operator'] },
  { from: 4, to: 5, by: ['payment'] },
]

export function mayChange(from: OrderStatus, to: OrderStatus, by: OrderActor): boolean {
  return orderChanges.some((change) => change.from === from && change.to === to && change.by.includes(by))
}

/** Unpaid for so long, an order closes. */
export const orderLifeSeconds = 30 * 60
/** Within these, a refund is given at once; otherwise an operator decides. */
export const refundAtOnce = { seconds: 7 * 86_400, studiedPercent: 20 } as const
/** What waits for money to move cannot be put away. */
export const mayDelete = (status: OrderStatus) => status !== orderStatus.unpaid && status !== orderStatus.refunding
