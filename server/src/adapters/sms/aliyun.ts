import { createRequire } from 'node:module'
import { type AliyunSettings, hideSmsCode, type Sms, SmsError } from './sms'

const limited = new Set(['isv.BUSINESS_LIMIT_CONTROL', 'isv.DAY_LIMIT_CONTROL'])
const badNumber = new Set(['isv.MOBILE_NUMBER_ILLEGAL', 'isv.BLACK_KEY_CONTROL_LIMIT'])

/** Loads the provider's package with the first message, because it is large and most servers never need it. */
export function aliyunSms({ endpoint, keyId, keySecret, sign, template }: AliyunSettings): Sms {
  const require = createRequire(import.meta.url)

  function connect() {
    const { default: Client, SendSmsRequest } =
      require('@alicloud/dysmsapi20170525') as typeof import('@alicloud/dysmsapi20170525')
    const { $OpenApiUtil } = require('@alicloud/openapi-core') as typeof import('@alicloud/openapi-core')
    const { host, protocol } = new URL(endpoint)
    const config = new $OpenApiUtil.Config({
      accessKeyId: keyId,
      accessKeySecret: keySecret,
      endpoint: host,
      protocol: protocol.replace(':', ''),
      connectTimeout: 5000,
      readTimeout: 10_000,
    })
    return { client: new Client(config), SendSmsRequest }
  }
  let connected: ReturnType<typeof connect> | undefined

  return {
    async send({ mobile, code }) {
      connected ??= connect()
      const { client, SendSmsRequest } = connected
      const request = new SendSmsRequest({
        phoneNumbers: mobile,
        signName: sign,
        templateCode: template,
        templateParam: JSON.stringify({ code }),
      })
      const { body } = await client.sendSms(request).catch((error) => {
        throw new SmsError('failed', hideSmsCode(`Aliyun ${error.code}: ${error.message}`, code))
      })
      const status = body?.code ?? 'no answer'
      if (status === 'OK') return
      const reason = limited.has(status) ? 'limited' : badNumber.has(status) ? 'number' : 'failed'
      throw new SmsError(reason, hideSmsCode(`Aliyun ${status}: ${body?.message}`, code))
    },
  }
}
