import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { startWechatSimulator } from '../server/src/testing/simulators/wechat'
import { newMobile, register, useToken } from './accounts'
import { api, phone, visit } from './browser'
import { curriculum } from './catalogue'

let wechat: Awaited<ReturnType<typeof startWechatSimulator>>
beforeAll(async () => {
  wechat = await startWechatSimulator({ port: inject('wechatPort') })
})
afterAll(() => wechat?.close())

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.49'
const userAgent =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120 Mobile Safari/537.36 MicroMessenger/8.0.49'

/** Opens a route inside WeChat, whose scanner returns `scanned`. Also returns the calls made to WeChat. */
async function visitInWechat(route: string, { scanned = '', agent = userAgent } = {}) {
  const visitor = await visit({ route: 'pages/setting/about', options: { ...phone, userAgent: agent } })
  const { page } = visitor
  const sdkCalls: { name: string; args: Record<string, string> }[] = []
  await page.route('**/open.weixin.qq.com/**', (request) => request.abort())
  await page.exposeFunction('askedOfWechat', (name: string, args: Record<string, string>) =>
    sdkCalls.push({ name, args }),
  )
  await page.addInitScript((resultStr) => {
    const bridge = {
      invoke(name: string, args: unknown, done: (answer: object) => void) {
        ;(window as unknown as { askedOfWechat(name: string, args: unknown): void }).askedOfWechat(name, args)
        if (name === 'preVerifyJSAPI') done({ err_msg: 'preVerifyJSAPI:ok', errMsg: 'config:ok' })
        else if (name === 'scanQRCode') done({ err_msg: 'scan_qrcode:ok', resultStr })
        else if (name === 'geoLocation') done({ err_msg: 'geo_location:ok', latitude: '30.5', longitude: '114.3' })
        else done({ err_msg: `${name}:ok` })
      },
      on() {},
    }
    Object.assign(window, { WeixinJSBridge: bridge })
    document.addEventListener('DOMContentLoaded', () => document.dispatchEvent(new Event('WeixinJSBridgeReady')))
  }, scanned)
  await page.goto('about:blank')
  await visitor.goto(route)
  return { ...visitor, asked: sdkCalls }
}

it('inside WeChat, the home page scans with WeChat’s own scanner', async () => {
  const { id } = await curriculum('course', 'Python 程序设计')
  const { page } = await visitInWechat('', { scanned: `${inject('base')}/#/pages/course/details?id=${id}` })
  await page.getByRole('button', { name: '扫一扫' }).click()
  await page.getByRole('heading', { level: 1, name: /^Python 程序设计/ }).waitFor()
})

/** The newest share card passed to WeChat, for friends or for the timeline. */
const cardIn = (asked: readonly { name: string; args: Record<string, string> }[], name = 'updateAppMessageShareData') =>
  asked.findLast((one) => one.name === name)?.args

it('every page sets its own share card for friends and for the timeline', async () => {
  const { id } = await curriculum('textbook', '数据结构与算法')
  const { page, asked, goto } = await visitInWechat('')
  const card = () => cardIn(asked)
  await expect.poll(card).toMatchObject({ title: '多享学', desc: expect.stringContaining('多享学') })
  expect(card()?.link).toMatch(/#\/pages\/index\/index\?r=share$/)

  await goto(`pages/digital-textbooks/details?id=${id}&qrcode=Q1&r=other`)
  await expect.poll(card).toMatchObject({ title: '数据结构与算法', desc: expect.stringMatching(/.{8}/) })
  expect(card()?.link).toMatch(new RegExp(`#/pages/digital-textbooks/details\\?id=${id}&r=share$`))
  expect(cardIn(asked, 'updateTimelineShareData')).toMatchObject({ title: '数据结构与算法', link: card()?.link })
  // The picture must be a square of at least 300 px, of a type that WeChat displays.
  const picture = await page.evaluate(async (address) => {
    const response = await fetch(address)
    const { width, height } = await createImageBitmap(await response.blob())
    return { type: response.headers.get('content-type'), width, height }
  }, card()!.imgUrl!)
  expect(picture).toEqual({ type: 'image/jpeg', width: 500, height: 500 })

  await page.getByRole('button', { name: '分享' }).tap()
  await page.getByText('点右上角').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('点右上角').waitFor({ state: 'hidden' })

  await page.goBack()
  await expect.poll(card).toMatchObject({ title: '多享学' })
  await goto('pages/help/index')
  await expect.poll(card).toMatchObject({ title: '帮助与客服 · 多享学', imgUrl: expect.stringMatching(/512\.png$/) })
})

it('the page shows no error if the server cannot sign for the WeChat SDK', async () => {
  const { page, problems } = await visitInWechat('pages/setting/about')
  await page.route('**/v130/jssdk_signature', (route) =>
    route.fulfill({ json: { code: 0, msg: '微信服务暂时不可用，请稍后重试', data: { error: 'wechat-failed' } } }),
  )
  const signatureResponse = page.waitForResponse(/jssdk_signature/)
  await page.reload()
  await signatureResponse
  await page.getByRole('link', { name: '下载 App' }).waitFor()
  // Longer than a toast takes to appear.
  await page.waitForTimeout(1000)
  expect(await page.getByText('微信服务暂时不可用').count()).toBe(0)
  expect(problems).toEqual([])
})

it('inside the mini-program the page posts its share card to the shell', async () => {
  const { id } = await curriculum('course', 'Python 程序设计')
  const { asked } = await visitInWechat(`pages/course/details?id=${id}&r=x`, {
    agent: `${userAgent} miniProgram/wx1`,
  })
  const posted = () => cardIn(asked, 'invokeMiniProgramAPI')
  await expect.poll(posted).toMatchObject({
    name: 'postMessage',
    arg: { title: 'Python 程序设计', route: `pages/course/details?id=${id}&r=share` },
  })
})

it('on an iPhone, WeChat locates the user and opens maps; the URL of the first page is signed', async () => {
  const { page, goto, asked } = await visitInWechat('pages/setting/about', { agent: iphone })
  await useToken(page, await register(newMobile(), '微信里的人'))
  const entry = `${inject('base')}/?from=timeline`
  await page.goto(`${entry}#/pages/setting/about`)
  const signed = page.waitForRequest(/jssdk_signature/)
  await page.evaluate(() => location.assign('#/choose-location'))
  await page.getByRole('button', { name: '定位' }).click()
  await page.getByRole('button', { name: '继续', exact: true }).click()
  expect((await signed).postDataJSON()).toMatchObject({ web_url: entry })
  await page.getByText('你大概在湖北省').waitFor()
  expect(page.url()).toBe(`${entry}#/choose-location`)
  await goto('open-location?name=%E6%B1%9F%E5%9F%8E&address=%E8%B7%AF&latitude=30.5&longitude=114.3')
  await page.getByRole('link', { name: '去这里' }).click()
  const map = () => asked.find(({ name }) => name === 'openLocation')?.args
  await expect.poll(map).toMatchObject({ latitude: 30.5, longitude: 114.3, name: '江城', address: '路' })
  expect(page.url()).toContain('#/open-location')
})

it('a video has the attributes that make WeChat’s browsers play it inline', async () => {
  const { id } = await curriculum('course', 'Python 程序设计')
  const rows = await api().call('GET /v1/course_chapter', { id })
  const lesson = rows.find(({ free, kind }) => free && kind === 'video')!
  const { page, goto } = await visitInWechat('pages/setting/about')
  await useToken(page, await register(newMobile(), '微信里看课的人'))
  await goto(`pages/course/study?id=${id}&chapter=${lesson.id}`)
  const video = page.locator('video')
  await video.waitFor()
  const attributes = ['playsinline', 'webkit-playsinline', 'x5-playsinline', 'x5-video-player-type', 'poster']
  const values = await video.evaluate((one, names) => names.map((name) => one.getAttribute(name)), attributes)
  expect(values).toEqual(['', 'true', 'true', 'h5-page', expect.stringContaining('/media/p/')])
})
