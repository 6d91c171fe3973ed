import type { commerce } from '@dxx/contract/calls/commerce'
import type { coupons } from '@dxx/contract/calls/coupons'
import type { Handlers } from '../../context'
import { cashierHandlers } from './cashier'
import { couponHandlers } from './coupons'
import { discountHandlers } from './discounts'
import { invoiceHandlers } from './invoices'
import { orderHandlers } from './orders'
import { payHandlers } from './pay'

export const handlers: Handlers<typeof commerce & typeof coupons> = {
  ...orderHandlers,
  ...payHandlers,
  ...invoiceHandlers,
  ...couponHandlers,
  ...discountHandlers,
  ...cashierHandlers,
}
