import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { startAlipaySimulator } from '../server/src/testing/simulators/alipay'
import { startWechatSimulator } from '../server/src/testing/simulators/wechat'
import { startWechatPaySimulator } from '../server/src/testing/simulators/wechatpay'
import { axe } from './axe'
import { desktop, phone } from './browser'
import { buyer, expectPaid, saleItem, toCheckout } from './shop'

let wechat: Awaited<ReturnType<typeof startWechatSimulator>>
let wechatPay: Awaited<ReturnType<typeof startWechatPaySimulator>>
let alipay: Awaited<ReturnType<typeof startAlipaySimulator>>
beforeAll(async () => {
  const { wechatPort, wechatKeys, alipayPort, alipayKeys } = inject('payment')
  wechat = await startWechatSimulator({ port: inject('wechatPort') })
  wechatPay = await startWechatPaySimulator({ port: wechatPort, keys: wechatKeys })
  alipay = await startAlipaySimulator({ port: alipayPort, keys: alipayKeys })
})
afterAll(() => Promise.all([wechat?.close(), wechatPay?.close(), alipay?.close()]))

const android = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130 Mobile Safari/537.36'
const onPhone = { ...phone, userAgent: android }
const inWechat = { ...phone, userAgent: `${android} MicroMessenger/8.0.50` }

/** The newest payment at WeChat Pay. */
const newest = () => [...wechatPay.trades.values()].at(-1)!

it('WeChat Pay on a desktop shows a QR code and detects the payment made by phone', async () => {
  const visitor = await buyer(desktop)
  const { page, token } = visitor
  await toCheckout(visitor, '微信支付')
  await page.getByRole('button', { name: '提交订单' }).click()
  await page.getByRole('img', { name: '微信付款二维码' }).waitFor()
  await page
    .getByText(/请在 .* 内付款/)
    .first()
    .waitFor()
  expect(await axe(page)).toEqual([])
  expect(newest()).toMatchObject({ way: 'native', state: 'NOTPAY' })
  await wechatPay.pay(newest().no)
  await expectPaid(visitor, token)
  expect(visitor.problems).toEqual([])
})

it('a reopened QR code continues the same payment; polling detects a payment without notification', async () => {
  const visitor = await buyer(desktop)
  const { page, token } = visitor
  await toCheckout(visitor, '微信支付')
  await page.getByRole('button', { name: '提交订单' }).click()
  await page.getByRole('img', { name: '微信付款二维码' }).waitFor()
  const { no } = newest()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '继续付款' }).click()
  await page.getByRole('img', { name: '微信付款二维码' }).waitFor()
  expect(newest().no).toBe(no)
  await wechatPay.pay(no, { notified: false })
  await page.getByRole('heading', { name: '购买成功' }).waitFor({ timeout: 30_000 })
  await expectPaid(visitor, token)
})

it('WeChat Pay on a phone leads to WeChat’s payment page and back to the result', async () => {
  const visitor = await buyer(onPhone)
  const { page, token } = visitor
  await toCheckout(visitor, '微信支付')
  await page.getByRole('button', { name: '提交订单' }).click()
  await page.getByRole('button', { name: '确认付款' }).click()
  await expectPaid(visitor, token)
})

it.each([
  ['phone', onPhone],
  ['desktop', desktop],
])('Alipay on a %s: going back without paying shows the unpaid order, which can then be paid', async (_, options) => {
  const visitor = await buyer(options)
  const { page, token } = visitor
  await toCheckout(visitor, '支付宝')
  await page.getByRole('button', { name: '提交订单' }).click()
  await page.getByRole('button', { name: '确认付款' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: '等待付款' }).waitFor()
  await page.getByRole('button', { name: '继续付款' }).click()
  await page.getByRole('radio', { name: '支付宝' }).check()
  await page.getByRole('button', { name: '继续付款' }).click()
  await page.getByRole('button', { name: '确认付款' }).click()
  await expectPaid(visitor, token)
})

/** Opens the checkout inside WeChat, whose payment dialog reports what `pay` returns for the prepaid trade. */
async function payerInWechat(pay: (no: string) => Promise<string>) {
  wechat.visitor({ openid: `o-payer-${Math.random()}`, nickname: '付款的人' })
  const visitor = await buyer(inWechat)
  const { page, context } = visitor
  await page.route('**/open.weixin.qq.com/**', (route) => route.abort())
  await context.exposeFunction('atWechat', async (name: string, input: { package?: string }) => {
    if (name !== 'getBrandWCPayRequest') return 'ok'
    const trade = [...wechatPay.trades.values()].find(({ prepayId }) => input.package === `prepay_id=${prepayId}`)
    return pay(trade!.no)
  })
  await context.addInitScript(() => {
    const { atWechat } = window as unknown as { atWechat(name: string, input: object): Promise<string> }
    const invoke = async (name: string, input: object, done: (answer: object) => void) => {
      const word = name === 'getBrandWCPayRequest' ? 'get_brand_wcpay_request' : name
      done({ err_msg: `${word}:${await atWechat(name, input)}`, errMsg: 'config:ok' })
    }
    Object.assign(window, { WeixinJSBridge: { invoke, on() {} } })
  })
  await page.reload()
  await toCheckout(visitor, '微信支付')
  return visitor
}

it('inside WeChat, payment uses WeChat’s own dialog, and a cancelled payment can be paid later', async () => {
  let answer = 'cancel'
  const visitor = await payerInWechat(async (no) => {
    if (answer === 'ok') await wechatPay.pay(no)
    return answer
  })
  const { page, token } = visitor
  expect(await page.getByRole('radio', { name: '支付宝' }).count()).toBe(0)
  await page.getByRole('button', { name: '提交订单' }).click()
  await page.getByRole('heading', { name: '还没有付款' }).waitFor()
  expect(page.url()).not.toContain('code=')
  expect(newest()).toMatchObject({ way: 'jsapi', state: 'NOTPAY' })
  answer = 'ok'
  await page.getByRole('button', { name: '继续付款' }).click()
  await page.getByRole('radio', { name: '微信支付' }).check()
  await page.getByRole('button', { name: '继续付款' }).click()
  await expectPaid(visitor, token)
})

it('after WeChat reports a payment, the page shows 正在确认 until the server has confirmed it, and offers no second payment', async () => {
  let paid = ''
  const visitor = await payerInWechat(async (no) => {
    paid = no
    return 'ok'
  })
  const { page, token } = visitor
  await page.getByRole('button', { name: '提交订单' }).click()
  await page.getByRole('heading', { name: '正在确认' }).waitFor()
  expect(await page.getByRole('button', { name: '继续付款' }).count()).toBe(0)
  await wechatPay.pay(paid)
  await expectPaid(visitor, token)
})

it('a network that is lost when WeChat reports the payment leaves 正在确认, and the result comes with the network', async () => {
  let paid = ''
  const visitor = await payerInWechat(async (no) => {
    paid = no
    await visitor.context.setOffline(true)
    return 'ok'
  })
  const { page, context, token } = visitor
  await page.getByRole('button', { name: '提交订单' }).click()
  await page.getByRole('heading', { name: '正在确认' }).waitFor()
  await page.getByText('恢复后会自动确认，请先不要重复付款').waitFor()
  expect(await page.getByRole('button', { name: '继续付款' }).count()).toBe(0)
  await wechatPay.pay(paid)
  await context.setOffline(false)
  await expectPaid(visitor, token)
})

it('the Android app pays through WeChat; the iOS app disables buying and refers to the website', async () => {
  const app = async (platform: string) => {
    const visitor = await buyer(onPhone)
    await visitor.context.exposeFunction('payInApp', async ({ prepayId }: { prepayId: string }) => {
      const trade = [...wechatPay.trades.values()].find((known) => known.prepayId === prepayId)
      await wechatPay.pay(trade!.no)
      return { result: 'ok' }
    })
    await visitor.context.addInitScript((name) => {
      const pay = (input: object) => (window as unknown as { payInApp(input: object): Promise<object> }).payInApp(input)
      Object.assign(window, { Capacitor: { getPlatform: () => name, Plugins: { WechatPay: { pay } } } })
    }, platform)
    await visitor.page.reload()
    return visitor
  }
  const android = await app('android')
  await toCheckout(android, '微信支付')
  await android.page.getByRole('button', { name: '提交订单' }).click()
  await expectPaid(android, android.token)

  const ios = await app('ios')
  const { id } = await saleItem('course')
  await ios.goto(`pages/course/details?id=${id}`)
  expect(await ios.page.getByRole('button', { name: '请在网页端购买' }).isDisabled()).toBe(true)
  await ios.goto(`pages/buy/confirm?id=${id}`)
  await ios.page.getByRole('region', { name: '付款方式' }).getByText('请在网页端购买').waitFor()
  expect(await ios.page.getByRole('button', { name: '提交订单' }).isDisabled()).toBe(true)
})

it('an unavailable payment service shows an error, and the same order can be paid afterwards', async () => {
  const visitor = await buyer(desktop)
  const { page } = visitor
  await toCheckout(visitor, '微信支付')
  wechatPay.fail(true)
  await page.getByRole('button', { name: '提交订单' }).click()
  await page.getByText('支付平台没有回应，请稍后重试或换一种方式').first().waitFor()
  wechatPay.fail(false)
  await page.getByRole('button', { name: /提交订单|继续付款/ }).click()
  await page.getByRole('img', { name: '微信付款二维码' }).waitFor()
})
