import { wechatSdk } from './wechat-sdk'

/** Opens WeChat's scanner. Returns the scanned text, or null if the user closed it. Throws if there is no scanner. */
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
