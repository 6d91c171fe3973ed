import type { PayChannel } from '@dxx/contract/calls/commerce'
import type { Clock } from '../../base/clock'
import type { Db } from '../../db/connection'
import { alipayChannel } from './alipay'
import { cashierChannel } from './cashier'
import type { PaymentChannel, PaymentChannels } from './payment'
import type { PaymentSettings } from './settings'
import { wechatChannel } from './wechat'

export interface PaymentOptions {
  settings: PaymentSettings
  /** The site's URL, to which the services send notifications. */
  publicUrl: string
  /** App id of the official account, with which users inside WeChat pay. */
  mpAppId: string
  /** Key with which notifications of the test cashier are signed. */
  secret: string
}

/** Returns the configured payment services. Each is created at its first use, because packages take time to load. */
export function createPayments(options: PaymentOptions, db: Db, clock: Clock): PaymentChannels {
  const { settings, publicUrl, mpAppId, secret } = options
  const { wechat, alipay, cashier } = settings
  const channels: PaymentChannels = {}
  if (wechat) define(channels, 'wechat', () => wechatChannel(wechat, { publicUrl, mpAppId }, clock))
  if (alipay) define(channels, 'alipay', () => alipayChannel(alipay, publicUrl, clock))
  if (cashier) define(channels, 'test', () => cashierChannel(secret, db))
  return channels
}

function define(channels: PaymentChannels, name: PayChannel, create: () => PaymentChannel): void {
  let channel: PaymentChannel | undefined
  Object.defineProperty(channels, name, {
    enumerable: true,
    get: () => {
      channel ??= create()
      return channel
    },
  })
}
