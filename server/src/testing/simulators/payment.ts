import type { Answer } from './http'
import type { PaymentKeys } from './keys'

export interface PaymentOptions {
  port?: number
  keys?: PaymentKeys
  /** Business time, for the time stamps of notifications. The library uses the machine's time. */
  now?: () => number
  retryByTime?: boolean
}

export const machineNow = () => Math.floor(Date.now() / 1000)

/** Page on which a payer confirms. */
export const confirmPage = (service: string, yuan: string | number): Answer => ({
  body: `<!doctype html><meta charset="utf-8"><title>${service}（模拟）</title><h1>¥${yuan}</h1>
<form method="post"><button>确认付款</button></form>`,
})
