import { wechatSdk } from './wechat-sdk'

export interface Position {
  latitude: number
  longitude: number
}

/** Returns the position of this device: from WeChat if the page runs inside it, otherwise from the browser. */
export async function currentPosition(): Promise<Position | 'refused' | 'unknown'> {
  const wx = await wechatSdk()
  return new Promise((resolve) => {
    if (wx) {
      wx.getLocation({
        type: 'wgs84',
        success: ({ latitude, longitude }) => resolve({ latitude: Number(latitude), longitude: Number(longitude) }),
        cancel: () => resolve('refused'),
        fail: () => resolve('unknown'),
      })
    } else if ('geolocation' in navigator) {
      navigator.geolocation.getCurrentPosition(
        ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
        ({ code, PERMISSION_DENIED }) => resolve(code === PERMISSION_DENIED ? 'refused' : 'unknown'),
        { timeout: 10_000, maximumAge: 600_000 },
      )
    } else resolve('unknown')
  })
}

/** Shows a place on WeChat's map. Returns false if WeChat's map is not available. */
export async function showInWechat(place: Position & { name: string; address: string }): Promise<boolean> {
  const wx = await wechatSdk()
  return new Promise((resolve) => {
    if (!wx) return resolve(false)
    wx.openLocation({ ...place, scale: 15, infoUrl: '', success: () => resolve(true), fail: () => resolve(false) })
  })
}
