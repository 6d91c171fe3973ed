import { wechatSdk } from './wechat-sdk'

interface Card {
  title: string
  summary: string
  url: string
  image: string
}

/** Sets the share card of WeChat's menu for friends and timeline, unless `isWanted` is false when the SDK is ready. */
export async function shareInWechat({ title, summary, url, image }: Card, isWanted: () => boolean): Promise<void> {
  const wx = await wechatSdk()
  if (!wx) throw new Error('WeChat has not accepted the signature')
  if (!isWanted()) return
  const data = { title, desc: summary, link: url, imgUrl: image, success: () => {} }
  wx.updateAppMessageShareData(data)
  wx.updateTimelineShareData(data)
}

/** Posts the share card to the surrounding mini-program, which has its own share menu. */
export async function postToMiniProgram({ title, summary, url, image }: Card): Promise<void> {
  const { default: wx } = await import('weixin-js-sdk')
  wx.miniProgram.postMessage({ data: { title, summary, image, route: url.split('#/')[1] ?? '' } })
}
