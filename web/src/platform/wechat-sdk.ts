import type { DataOf } from '@dxx/contract/call'
import type { AllCalls } from '@dxx/contract/calls'
import { timing } from '@dxx/contract/rules/constants'
import type Wx from 'weixin-js-sdk'
import { entryUrl, inWechat } from './wechat'

type Sdk = typeof Wx
type Signature = DataOf<AllCalls['POST /v130/jssdk_signature']>
type AskSignature = (url: string) => Promise<Signature>

let connect: (ask: AskSignature) => void
const connected = new Promise<AskSignature>((resolve) => {
  connect = resolve
})

/** Connected by the shell, since the signature comes from the server. */
export const connectSignature = (ask: AskSignature): void => connect(ask)

/** Time-out in milliseconds for a bridge that never responds. */
const patience = 10_000

let started: Promise<Sdk | null> | undefined

/** WeChat's JS-SDK once our signature is accepted, otherwise null; failures are silent. */
export function wechatSdk(): Promise<Sdk | null> {
  if (!inWechat()) return Promise.resolve(null)
  started ??= start()
    .catch(() => null)
    .then((sdk) => {
      // The next call retries.
      if (!sdk) started = undefined
      return sdk
    })
  return started
}

async function start(): Promise<Sdk | null> {
  const [{ default: wx }, signature] = await Promise.all([
    import('weixin-js-sdk'),
    connected.then((askSignature) => askSignature(entryUrl)),
  ])
  let accepted: boolean | undefined
  wx.config({ ...signature, debug: false, jsApiList, openTagList: [] })
  wx.ready(() => {
    accepted ??= true
  })
  wx.error(() => {
    accepted = false
  })
  const until = Date.now() + patience
  while (accepted === undefined && Date.now() < until)
    await new Promise((resolve) => setTimeout(resolve, timing.signaturePoll))
  return accepted ? wx : null
}

const jsApiList: (
  | 'scanQRCode'
  | 'updateAppMessageShareData'
  | 'updateTimelineShareData'
  | 'getLocation'
  | 'openLocation'
)[] = ['scanQRCode', 'updateAppMessageShareData', 'updateTimelineShareData', 'getLocation', 'openLocation']
