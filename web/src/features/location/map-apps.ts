import { detectDevice } from '../../platform/device'
import type { Point } from './provinces'

interface NamedPoint extends Point {
  name: string
  address: string
}

/** Links to map apps for a place, those of this device first; each opens the app, or its website as fallback. */
export function mapApps({ name, address, latitude, longitude }: NamedPoint): { title: string; href: string }[] {
  const query = (values: Record<string, string>) => new URLSearchParams(values).toString()
  const title = name || address || '目的地'
  const amap = {
    position: `${longitude},${latitude}`,
    name: title,
    coordinate: 'wgs84',
    callnative: '1',
    src: 'duoxiangxue',
  }
  const baidu = {
    location: `${latitude},${longitude}`,
    title,
    content: address || title,
    output: 'html',
    coord_type: 'wgs84',
    src: 'webapp.duoxiangxue',
  }
  const tencent = { marker: `coord:${latitude},${longitude};title:${title};addr:${address}`, referer: 'duoxiangxue' }
  const apps = [
    { title: '高德地图', href: `https://uri.amap.com/marker?${query(amap)}` },
    { title: '百度地图', href: `https://api.map.baidu.com/marker?${query(baidu)}` },
    { title: '腾讯地图', href: `https://apis.map.qq.com/uri/v1/marker?${query(tencent)}` },
  ]
  const device = detectDevice(navigator)
  const systemApps = { ios: 'https://maps.apple.com/?', android: 'geo:' } as const
  if (device === 'ios')
    apps.unshift({ title: '苹果地图', href: `${systemApps.ios}${query({ ll: `${latitude},${longitude}`, q: title })}` })
  if (device === 'android') {
    const at = `${latitude},${longitude}`
    apps.unshift({
      title: '手机上的地图',
      href: `${systemApps.android}${at}?q=${encodeURIComponent(`${at}(${title})`)}`,
    })
  }
  return apps
}
