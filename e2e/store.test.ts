import { expect, it } from 'vitest'
import { axe } from './axe'
import { api, sampledWidths, tokenOf, visit } from './browser'
import { tooSmall } from './touch'

it.each(sampledWidths)(
  'the store has a ranking, free items and announced titles without links (%s)',
  async (_, options) => {
    const { page, goto, problems } = await visit({ options })
    await goto('pages/books/index')
    const ranking = page.getByRole('region', { name: '排行榜' })
    await ranking.getByRole('link').first().waitFor()
    expect(await ranking.getByRole('listitem').count()).toBe(6)
    await page
      .getByRole('region', { name: '今日免费' })
      .getByRole('link', { name: /离散数学/ })
      .waitFor()
    const upcoming = page.getByRole('region', { name: '即将上架' })
    expect(await upcoming.getByRole('listitem').count()).toBe(6)
    expect(await upcoming.getByRole('link').count()).toBe(0)
    expect(await axe(page)).toEqual([])
    expect(problems).toEqual([])
  },
)

it('every subject of the store has something to read and something announced', async () => {
  const { page, goto, problems } = await visit()
  await goto('pages/books/index')
  const tabs = page.getByRole('tablist', { name: '学科' }).getByRole('tab')
  await page.getByRole('tab', { name: '工学' }).waitFor()
  expect(await tabs.allInnerTexts()).toEqual(['推荐', '计算机', '数学', '外语', '经管', '考研', '工学'])
  for (const name of ['工学', '经管', '考研', '外语', '数学', '计算机']) {
    await page.getByRole('tab', { name }).tap()
    const panel = page.getByRole('tabpanel', { name })
    await panel.getByText('本周主打').waitFor()
    const announced = panel.getByRole('region', { name: '即将上架' }).getByRole('listitem')
    await expect.poll(() => announced.count(), { message: name }).toBe(2)
  }
  expect(await tooSmall(page)).toEqual([])
  expect(problems).toEqual([])
})

it('home shows the plan of today, a reason and nothing that the learner owns', async () => {
  const as = '13800000001'
  const { page, problems } = await visit({ as })
  const home = await api(await tokenOf(as)).call('GET /v1/course_index', {})
  const plan = page.getByRole('region', { name: '今日计划' })
  await plan.getByRole('link', { name: /复习错题.*题待复习/ }).waitFor()
  await plan.getByRole('link', { name: new RegExp(`${home.exam!.title}.*(开始|结束)`) }).waitFor()
  await plan.getByRole('link', { name: new RegExp(`${home.assignment!.title}.*截止`) }).waitFor()
  const reason = page.getByRole('region', { name: home.because!.title })
  expect(await reason.getByRole('listitem').count()).toBe(home.because!.list.length)
  expect(home.because!.list.some(({ owned }) => owned)).toBe(false)
  for (const { title, list } of home.shelves) {
    const owned = list.filter((item) => item.owned).length
    expect([0, list.length], title).toContain(owned)
  }
  expect(await axe(page)).toEqual([])
  await plan.getByRole('link', { name: /复习错题/ }).tap()
  await expect.poll(() => new URL(page.url()).hash).toContain('pages/bank/wrong')
  expect(problems).toEqual([])
})

it('small covers in lists show the title', async () => {
  const { page, goto } = await visit()
  await goto('pages/index/books')
  const row = page.getByRole('link', { name: /桥为什么不会塌/ }).filter({ visible: true })
  await row.waitFor()
  const text = await row.locator('svg text').allTextContents()
  expect(text.join('')).toBe('桥为什么不会塌')
  const size = await row
    .locator('svg text')
    .first()
    .evaluate((element: SVGTextElement) => element.getScreenCTM()!.a * Number(element.getAttribute('font-size')))
  expect(size).toBeGreaterThan(9)
})
