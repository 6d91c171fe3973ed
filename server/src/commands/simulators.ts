import { aliyunKey, startAliyunSmsSimulator } from '../testing/simulators/aliyun-sms'
import { startTencentSmsSimulator, tencentKey } from '../testing/simulators/tencent-sms'
import { simulatedApps, startWechatSimulator } from '../testing/simulators/wechat'

/** npm run simulators: stand-ins for outside services, on loopback, until Ctrl-C. */
export async function main(): Promise<void> {
  const [wechat, aliyun, tencent] = await Promise.all([
    startWechatSimulator({ port: 4801 }),
    startAliyunSmsSimulator({ port: 4802 }),
    startTencentSmsSimulator({ port: 4803 }),
  ]).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? new Error('端口 4801–4803 已被占用：模拟服务可能已经在运行。') : error
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

启动应用前设置需要的变量即可。按 Ctrl-C 停止。`)
  await new Promise<never>(() => {})
}
