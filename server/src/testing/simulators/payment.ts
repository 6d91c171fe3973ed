import type { SimulatorResponse } from './http'
import type { PaymentKeys } from './keys'

export interface PaymentOptions {
  port?: number
  keys?: PaymentKeys
  /** The test's clock, for time stamps of notifications; the payment libraries use the machine's time. */
  now?: () => number
  retryByTime?: boolean
}

export const machineNow = () => Math.floor(Date.now() / 1000)

/** Returns the page on which a payer confirms a payment. */
export const confirmPage = (service: string, yuan: string | number): SimulatorResponse => ({
  body: `<!doctype html><meta charset="utf-8"><title>${service}（模拟）</title><h1>¥${yuan}</h1>
<form method="post"><button>确认付款</button></form>`,
})
