import type { CodeScene } from '@dxx/contract/calls/accounts'

export interface CodeMessage {
  mobile: string
  code: string
  scene: CodeScene
}

export interface Sms {
  /** Throws SmsError if the provider did not accept the message. */
  send(message: CodeMessage): Promise<void>
  /** Returns the last messages, newest first; only services that send nothing have this function. */
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

/** Reason `limited`: the provider refuses more messages to this number for now. `number`: the number cannot receive any. */
export class SmsError extends Error {
  constructor(
    readonly reason: 'limited' | 'number' | 'failed',
    detail: string,
  ) {
    super(detail)
  }
}

/** Removes the verification code from an error message before it is logged: some packages quote the whole request. */
export const hideSmsCode = (detail: string, code: string) => detail.replaceAll(code, '[hidden]')
