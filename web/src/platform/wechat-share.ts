import { wechatSdk } from './wechat-sdk'

interface Card {
  title: string
  text: string
  url: string
  image: string
}

/** Tells WeChat what its own menu shall share, to friends and to the timeline. */
export async function shareInWechat(card: () => Card | null): Promise<void> {
  const wx = await wechatSdk()
  // Made once WeChat is ready: the page may have been left meanwhile.
  const made = wx && card()
  if (!made) return
  const { title, text, url, image } = made
  const data = { title, desc: text, link: url, imgUrl: image, success: () => {} }
  wx.updateAppMessageShareData(data)
  wx.updateTimelineShareData(data)
}
