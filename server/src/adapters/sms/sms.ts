import type { CodeScene } from '@dxx/contract/calls/accounts'
import type { Clock } from '../../clock'
import type { Config } from '../../config'
import { aliyunSms } from './aliyun'
import { consoleSms } from './console'
import { tencentSms } from './tencent'

export interface CodeMessage {
  mobile: string
  code: string
  scene: CodeScene
}

export interface Sms {
  /** Throws SmsError where the message was not taken. */
  send(message: CodeMessage): Promise<void>
  /** The last ones, newest first; only where nothing is really sent. */
  sent?(): (CodeMessage & { sentAt: number })[]
}

interface Provider {
  endpoint: string
  keyId: string
  keySecret: string
  sign: string
  template: string
}
export type AliyunSettings = Provider
export type TencentSettings = Provider & { appId: string; region: string }
export type SmsSettings =
  | { kind: 'console' }
  | ({ kind: 'aliyun' } & AliyunSettings)
  | ({ kind: 'tencent' } & TencentSettings)

/** `limited`: the provider sends no more to this number for now. `number`: it cannot receive. */
export class SmsError extends Error {
  constructor(
    readonly reason: 'limited' | 'number' | 'failed',
    detail: string,
  ) {
    super(detail)
  }
}

/** What was said about a failure, which is logged: some packages quote all that they sent. */
export const withoutCode = (detail: string, code: string) => detail.replaceAll(code, '[hidden]')

export function createSms({ sms, env }: Config, clock: Clock): Sms {
  if (sms.kind === 'aliyun') return aliyunSms(sms)
  if (sms.kind === 'tencent') return tencentSms(sms)
  return consoleSms(clock, env === 'development' ? (line) => process.stdout.write(`${line}\n`) : () => {})
}
