import type { PayAction } from '@dxx/contract/calls/commerce'
import { nativeShell } from './app'

/** What the payer did, as reported by the device. Only the server knows whether the payment arrived. */
export type PayReport = 'ok' | 'cancel' | 'fail'

interface Bridge {
  invoke(name: string, input: object, done: (answer: { err_msg?: string }) => void): void
}

const bridge = () => (globalThis as { WeixinJSBridge?: Bridge }).WeixinJSBridge

/** Milliseconds to wait for WeChat's bridge, which WeChat adds after the page is loaded. */
const patience = 8000

function bridgeReady(): Promise<Bridge | undefined> {
  const found = bridge()
  if (found) return Promise.resolve(found)
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(bridge()), patience)
    document.addEventListener(
      'WeixinJSBridgeReady',
      () => {
        clearTimeout(timer)
        resolve(bridge())
      },
      { once: true },
    )
  })
}

/** Pays inside WeChat, with its payment window over the page. */
export async function payInWechat({ way, ...input }: Extract<PayAction, { way: 'jsapi' }>): Promise<PayReport> {
  const ready = await bridgeReady()
  if (!ready) return 'fail'
  return new Promise((resolve) =>
    ready.invoke('getBrandWCPayRequest', input, ({ err_msg = '' }) => {
      resolve(err_msg.endsWith(':ok') ? 'ok' : err_msg.endsWith(':cancel') ? 'cancel' : 'fail')
    }),
  )
}

/** Whether the app has the payment plugin, which needs the operator's WeChat account. */
export const paysInApp = (): boolean => nativeShell()?.Plugins?.WechatPay !== undefined

/** Pays in the app with its WechatPay plugin, which opens WeChat and returns the result. */
export async function payInApp({ way, ...input }: Extract<PayAction, { way: 'app' }>): Promise<PayReport> {
  try {
    const answer = await nativeShell()?.Plugins?.WechatPay?.pay(input)
    return answer?.result === 'ok' || answer?.result === 'cancel' ? answer.result : 'fail'
  } catch {
    return 'fail'
  }
}
