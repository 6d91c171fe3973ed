import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { startWechatSimulator } from '../server/src/testing/simulators/wechat'
import { phone, visit } from './browser'
import { curriculum } from './catalogue'

let wechat: Awaited<ReturnType<typeof startWechatSimulator>>
beforeAll(async () => {
  wechat = await startWechatSimulator({ port: inject('wechatPort') })
})
afterAll(() => wechat?.close())

const userAgent =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120 Mobile Safari/537.36 MicroMessenger/8.0.49'

/** Opens a route inside WeChat, whose scanner reads `scanned`; answers also what the page asked WeChat for. */
async function visitInWechat(route: string, scanned = '') {
  const visitor = await visit({ route: 'pages/setting/about', options: { ...phone, userAgent } })
  const { page } = visitor
  const asked: { name: string; args: Record<string, string> }[] = []
  await page.route('**/open.weixin.qq.com/**', (request) => request.abort())
  await page.exposeFunction('askedOfWechat', (name: string, args: Record<string, string>) => asked.push({ name, args }))
  await page.addInitScript((resultStr) => {
    const bridge = {
      invoke(name: string, args: unknown, done: (answer: object) => void) {
        ;(window as unknown as { askedOfWechat(name: string, args: unknown): void }).askedOfWechat(name, args)
        if (name === 'preVerifyJSAPI') done({ err_msg: 'preVerifyJSAPI:ok', errMsg: 'config:ok' })
        else if (name === 'scanQRCode') done({ err_msg: 'scan_qrcode:ok', resultStr })
        else done({ err_msg: `${name}:ok` })
      },
      on() {},
    }
    Object.assign(window, { WeixinJSBridge: bridge })
    document.addEventListener('DOMContentLoaded', () => document.dispatchEvent(new Event('WeixinJSBridgeReady')))
  }, scanned)
  await page.goto('about:blank')
  await visitor.goto(route)
  return { ...visitor, asked }
}

it('home scans by WeChat’s own scanner', async () => {
  const { id } = await curriculum('course', 'Python 程序设计')
  const { page, context } = await visitInWechat('', `${inject('base')}/#/pages/course/details?id=${id}`)
  await page.getByRole('button', { name: '扫一扫' }).click()
  await page.getByRole('heading', { level: 1, name: /^Python 程序设计/ }).waitFor()
  await context.close()
})

it('WeChat is told what to share, and the page points at its menu', async () => {
  const { id } = await curriculum('textbook', '数据结构与算法')
  const { page, context, asked } = await visitInWechat(`pages/digital-textbooks/details?id=${id}`)
  const card = () => asked.find(({ name }) => name === 'updateAppMessageShareData')?.args
  await expect.poll(card).toMatchObject({ title: '数据结构与算法' })
  expect(card()?.link).toMatch(new RegExp(`#/pages/digital-textbooks/details\\?id=${id}&r=share$`))
  await expect.poll(() => asked.map(({ name }) => name)).toContain('updateTimelineShareData')
  await page.getByRole('button', { name: '分享' }).click()
  await page.getByText('点右上角').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('点右上角').waitFor({ state: 'hidden' })
  await context.close()
})
