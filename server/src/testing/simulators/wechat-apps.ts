import { randomBytes } from 'node:crypto'
import { sampleWechat } from '../../seed/accounts'
import type { SimulatorResponse } from './http'

/** Secrets by app id. */
export const apps: Record<string, string> = {
  [sampleWechat.appId]: 'simulator-secret-mp',
  'wx-simulator-web': 'simulator-secret-web',
}
/** Values of `DXX_WECHAT_…` with which a server uses this simulator. */
export const simulatedApps = {
  mp: { appId: sampleWechat.appId, secret: apps[sampleWechat.appId]! },
  web: { appId: 'wx-simulator-web', secret: apps['wx-simulator-web']! },
}

export const random = () => randomBytes(16).toString('hex')
export const errorAnswer = (errcode: number, errmsg: string): SimulatorResponse => ({ body: { errcode, errmsg } })

export function checkApp(appId: string, secret: string): SimulatorResponse | null {
  if (!(appId in apps)) return errorAnswer(40013, 'invalid appid')
  if (apps[appId] !== secret) return errorAnswer(40125, 'invalid appsecret')
  return null
}
