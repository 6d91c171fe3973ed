import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../../../server/src/config'
import { startAlipaySimulator } from '../../../server/src/testing/simulators/alipay'
import { aliyunKey, startAliyunSmsSimulator } from '../../../server/src/testing/simulators/aliyun-sms'
import { newPaymentKeys, type PaymentKeys } from '../../../server/src/testing/simulators/keys'
import { aiKey, aiModel, startOpenAiSimulator } from '../../../server/src/testing/simulators/openai'
import { startTencentSmsSimulator, tencentKey } from '../../../server/src/testing/simulators/tencent-sms'
import { simulatedApps, startWechatSimulator } from '../../../server/src/testing/simulators/wechat'
import { startWechatPaySimulator } from '../../../server/src/testing/simulators/wechatpay'
import { startCampusSimulators } from '../campus-simulators'

/** npm run simulators [student number] [name]: runs simulators of external services on loopback until Ctrl-C. */
export async function main([student = '20240103', name = '方小满']: string[] = []): Promise<void> {
  const wechatKeys = keptKeys('wechatpay')
  const alipayKeys = keptKeys('alipay')
  const tool = process.env.DXX_PUBLIC_URL ?? 'http://127.0.0.1:3000'
  const [wechat, aliyun, tencent, wechatPay, alipay, openAi, campus] = await Promise.all([
    startWechatSimulator({ port: 4801 }),
    startAliyunSmsSimulator({ port: 4802 }),
    startTencentSmsSimulator({ port: 4803 }),
    startWechatPaySimulator({ port: 4804, keys: wechatKeys.keys, retryByTime: true }),
    startAlipaySimulator({ port: 4805, keys: alipayKeys.keys, retryByTime: true }),
    startOpenAiSimulator({ port: 4806 }),
    startCampusSimulators({ student, name, tool }),
  ]).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? new Error('端口 4801–4810 已被占用：模拟服务可能已经在运行。') : error
  })
  console.log(`微信（公众号网页授权、网站扫码、JS-SDK）：${wechat.url}
  DXX_WECHAT_API_URL=${wechat.url}
  DXX_WECHAT_OPEN_URL=${wechat.url}
  DXX_WECHAT_MP_APPID=${simulatedApps.mp.appId}
  DXX_WECHAT_MP_SECRET=${simulatedApps.mp.secret}
  DXX_WECHAT_WEB_APPID=${simulatedApps.web.appId}
  DXX_WECHAT_WEB_SECRET=${simulatedApps.web.secret}

阿里云短信：${aliyun.url}
  DXX_SMS=aliyun
  DXX_SMS_ENDPOINT=${aliyun.url}
  DXX_SMS_KEY_ID=${aliyunKey.keyId}
  DXX_SMS_KEY_SECRET=${aliyunKey.keySecret}
  DXX_SMS_SIGN=多享学
  DXX_SMS_TEMPLATE=SMS_000000

腾讯云短信：${tencent.url}
  DXX_SMS=tencent
  DXX_SMS_ENDPOINT=${tencent.url}
  DXX_SMS_KEY_ID=${tencentKey.keyId}
  DXX_SMS_KEY_SECRET=${tencentKey.keySecret}
  DXX_SMS_SIGN=多享学
  DXX_SMS_TEMPLATE=000000
  DXX_SMS_APP_ID=1400000000

微信支付（要和上面的微信一起用）：${wechatPay.url}
  DXX_WECHATPAY_URL=${wechatPay.url}
  DXX_WECHATPAY_MCHID=${wechatPay.settings.mchId}
  DXX_WECHATPAY_SERIAL=${wechatPay.settings.serial}
  DXX_WECHATPAY_PRIVATE_KEY=${wechatKeys.shopFile}
  DXX_WECHATPAY_PLATFORM_SERIAL=${wechatPay.settings.platformSerial}
  DXX_WECHATPAY_PLATFORM_KEY=${wechatKeys.serviceFile}
  DXX_WECHATPAY_API_V3_KEY=${wechatPay.settings.apiV3Key}
  DXX_WECHATPAY_APP_APPID=${wechatPay.settings.appAppId}

支付宝：${alipay.url}
  DXX_ALIPAY_ENDPOINT=${alipay.url}
  DXX_ALIPAY_APPID=${alipay.settings.appId}
  DXX_ALIPAY_SELLER_ID=${alipay.settings.sellerId}
  DXX_ALIPAY_PRIVATE_KEY=${alipayKeys.shopFile}
  DXX_ALIPAY_PUBLIC_KEY=${alipayKeys.serviceFile}

大模型（OpenAI 兼容）：${openAi.url}
  DXX_AI_URL=${openAi.url}
  DXX_AI_KEY=${aiKey}
  DXX_AI_MODEL=${aiModel}

${campus}

用模拟的支付时，还要设置应用自己的地址，付款结果会发到那里：
  DXX_PUBLIC_URL=http://127.0.0.1:3000

启动应用前设置需要的变量即可。按 Ctrl-C 停止。`)
  await new Promise<never>(() => {})
}

/** Returns keys that are created once and stored, so that a running app still trusts restarted simulators. */
function keptKeys(name: string) {
  const folder = join(readConfig().dataDir, 'simulators')
  const files = {
    shopFile: join(folder, `${name}-shop.pem`),
    serviceFile: join(folder, `${name}-service-public.pem`),
    allFile: join(folder, `${name}.json`),
  }
  mkdirSync(folder, { recursive: true })
  let keys: PaymentKeys
  try {
    keys = JSON.parse(readFileSync(files.allFile, 'utf8'))
  } catch {
    keys = newPaymentKeys()
    writeFileSync(files.allFile, JSON.stringify(keys), { mode: 0o600 })
  }
  writeFileSync(files.shopFile, keys.shop.privateKey, { mode: 0o600 })
  writeFileSync(files.serviceFile, keys.service.publicKey)
  return { keys, ...files }
}
