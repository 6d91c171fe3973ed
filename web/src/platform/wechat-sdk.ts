import { timing } from '@dxx/contract/rules/constants'
import type Wx from 'weixin-js-sdk'
import { callApi } from '../api/client'
import { entryUrl, inWechat } from './wechat'

type Sdk = typeof Wx

/** A bridge that never answers must not keep a button waiting for ever. */
const patience = 10_000

let started: Promise<Sdk | null> | undefined

/** WeChat's functions once it has accepted our signature, null where it does not: a failure shows nothing. */
export function wechatSdk(): Promise<Sdk | null> {
  if (!inWechat()) return Promise.resolve(null)
  started ??= start()
    .catch(() => null)
    .then((sdk) => {
      // The next who needs it tries again.
      if (!sdk) started = undefined
      return sdk
    })
  return started
}

async function start(): Promise<Sdk | null> {
  const [{ default: wx }, signature] = await Promise.all([
    import('weixin-js-sdk'),
    callApi('POST /v130/jssdk_signature', { web_url: entryUrl }),
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
