import type { Clock } from '../../base/clock'
import { aliyunSms } from './aliyun'
import { consoleSms } from './console'
import type { Sms, SmsSettings } from './sms'
import { tencentSms } from './tencent'

/** `print` shows the codes that the service `console` prints instead of sending them. */
export function createSms(settings: SmsSettings, clock: Clock, print: (line: string) => void): Sms {
  if (settings.kind === 'aliyun') return aliyunSms(settings)
  if (settings.kind === 'tencent') return tencentSms(settings)
  return consoleSms(clock, print)
}
