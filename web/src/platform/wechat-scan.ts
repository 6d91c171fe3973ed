import { wechatSdk } from './wechat-sdk'

/** WeChat's own scanner: what it has read, null where it was closed. Fails where WeChat offers none. */
export async function scanInWechat(): Promise<string | null> {
  const wx = await wechatSdk()
  if (!wx) throw new Error('WeChat offers no scanner')
  return new Promise((resolve, reject) => {
    wx.scanQRCode({
      needResult: 1,
      scanType: ['qrCode'],
      success: ({ resultStr }) => resolve(resultStr),
      cancel: () => resolve(null),
      fail: reject,
    })
  })
}
