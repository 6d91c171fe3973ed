import type { DataOf } from '@dxx/contract/call'
import type { StudentCalls } from '@dxx/contract/calls'
import { timing } from '@dxx/contract/rules/constants'
import type Wx from 'weixin-js-sdk'
import { entryUrl, isInWechat } from './wechat'

type Sdk = typeof Wx
type Signature = DataOf<StudentCalls['POST /v130/jssdk_signature']>
type AskSignature = (url: string) => Promise<Signature>

let connect: (ask: AskSignature) => void
const connected = new Promise<AskSignature>((resolve) => {
  connect = resolve
})

/** Sets the function that requests a signature from the server. Called by the shell: platform/ does not import api/. */
export const connectSignature = (ask: AskSignature): void => connect(ask)

/** Milliseconds to wait for WeChat's bridge, which may never respond. */
const patience = 10_000

let started: Promise<Sdk | null> | undefined

/** Returns WeChat's JS-SDK once WeChat has accepted our signature, or null on any failure. */
export function wechatSdk(): Promise<Sdk | null> {
  if (!isInWechat()) return Promise.resolve(null)
  started ??= start()
    .catch(() => null)
    .then((sdk) => {
      // A failed start is not cached, so that the next call retries.
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
