import { createRequire } from 'node:module'
import { hideSmsCode, type Sms, SmsError, type TencentSettings } from './sms'

const limited = /^LimitExceeded\./
const badNumber = /PhoneNumberInBlacklist|IncorrectPhoneNumber/

/** Loads the provider's package with the first message, because it is large and most servers never need it. */
export function tencentSms(settings: TencentSettings): Sms {
  const { endpoint, keyId, keySecret, sign, template, appId, region } = settings
  const require = createRequire(import.meta.url)

  function connect() {
    const { sms } = require('tencentcloud-sdk-nodejs-sms') as typeof import('tencentcloud-sdk-nodejs-sms')
    const { host, protocol } = new URL(endpoint)
    return new sms.v20210111.Client({
      credential: { secretId: keyId, secretKey: keySecret },
      region,
      profile: { httpProfile: { endpoint: host, protocol: `${protocol}//`, reqTimeout: 10 } },
    })
  }
  let client: ReturnType<typeof connect> | undefined

  return {
    async send({ mobile, code }) {
      client ??= connect()
      const request = {
        PhoneNumberSet: [`+86${mobile}`],
        SmsSdkAppId: appId,
        SignName: sign,
        TemplateId: template,
        TemplateParamSet: [code],
      }
      const { SendStatusSet: [status] = [] } = await client.SendSms(request).catch((error) => {
        throw new SmsError(reasonOf(String(error.code)), hideSmsCode(`Tencent ${error.code}: ${error.message}`, code))
      })
      const name = status?.Code ?? 'no answer'
      if (name !== 'Ok') throw new SmsError(reasonOf(name), hideSmsCode(`Tencent ${name}: ${status?.Message}`, code))
    },
  }
}

const reasonOf = (name: string) => (limited.test(name) ? 'limited' : badNumber.test(name) ? 'number' : 'failed')
