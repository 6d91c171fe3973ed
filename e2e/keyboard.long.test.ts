import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { api } from './browser'
import { curriculum } from './catalogue'
import { fieldsOf, installViewport, tryKeyboard } from './on-screen-keyboard'
import { type PageCase, pageCases, tokens } from './page-cases'
import { openIn, type SharedWindow, windowOf } from './page-windows'
import { chaptersOf, ready, select, someWords } from './reader'
import { ordersOf } from './shop'

const soon = { timeout: 30_000 }

/** Opens the window of a kind of user with the emulated keyboard. */
async function keyboardWindow(who: PageCase['who']): Promise<SharedWindow> {
  const window = await windowOf(who)
  if (!prepared.has(window)) await window.page.addInitScript(installViewport)
  prepared.add(window)
  return window
}
const prepared = new Set<SharedWindow>()

/** Number of fields tried on the routes. */
let tried = 0

it.for(pageCases)(
  'no field or button of $path hides behind the keyboard, for a $who',
  {
    timeout: 180_000,
  },
  async (opening) => {
    const window = await keyboardWindow(opening.who)
    await openIn(window, opening)
    tried += await tryKeyboard(window.page)
  },
)

it('the routes have fields that the keyboard could hide', () => {
  expect(tried).toBeGreaterThan(40)
})

interface Form extends Omit<PageCase, 'who'> {
  name: string
  who?: PageCase['who']
  open(page: Page): Promise<void>
}

const course = async () => (await curriculum('course', 'Python 程序设计')).id
const textbook = async () => (await curriculum('textbook', '数据结构与算法')).id
const reading = async () => {
  const id = await textbook()
  return `id=${id}&chapter=${(await chaptersOf('textbook', id)).find(({ kind }) => kind === 'text')!.id}`
}
const practice = async () => {
  const bank = (await curriculum('bank', '计算机专业基础训练')).id
  const input = { bank, mode: 'type', type: 'judge' } as const
  return `practice=${(await api(await tokens.student()).call('POST /v1/bank_practice_start', input)).id}`
}
const paid = async () => `id=${(await ordersOf(await tokens.student())).find(({ status }) => status === 1)!.id}`

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).filter({ visible: true }).first().tap(soon)
const tab = (name: string | RegExp) => (page: Page) =>
  page.getByRole('tab', { name }).filter({ visible: true }).first().tap(soon)
const chosen = (action: string) => async (page: Page) => {
  await ready(page)
  await select(page, await someWords(page))
  // Not opened by a tap: scrolling to the student's last position moves the text and its menu out of the window.
  await page
    .getByRole('toolbar', { name: '选中文字的操作' })
    .getByRole('button', { name: action })
    .evaluate((button: HTMLElement) => button.click())
  // Waits for the dialog; until it is open, the fields of the chapter would be counted.
  await page.locator('dialog[open]').last().waitFor()
}

const readPage = { path: 'pages/digital-textbooks/read', sign: /./, query: reading }
const lessonPage = { path: 'pages/course/study', sign: '目录', query: async () => `id=${await course()}` }
const practicePage = { path: 'pages/exam/answer', sign: '第 1 题', query: practice }

/** Forms that a tap opens on a page: in sheets, panels and tabs. */
const forms: Form[] = [
  {
    name: '密码登录',
    who: 'guest',
    path: 'pages/login/index',
    sign: '欢迎来到多享学',
    query: async () => '',
    open: tab('密码登录'),
  },
  {
    name: '选择学校',
    who: 'rejected',
    path: 'pages/my/auth',
    sign: '照片看不清学号',
    query: async () => '',
    open: press(/^学校(?!地址)/),
  },
  { name: '写想法', ...readPage, open: chosen('写想法') },
  { name: '问 AI', ...readPage, open: chosen('问 AI') },
  { name: '在书里搜索', ...readPage, open: press('在书里搜索') },
  { name: '章节讨论', ...readPage, open: press(/^讨论/) },
  { name: '课时笔记', ...lessonPage, open: tab(/^笔记/) },
  { name: '课时讨论', ...lessonPage, open: tab(/^(讨论|提问)/) },
  { name: '题目笔记', ...practicePage, open: press('笔记') },
  { name: '题目纠错', ...practicePage, open: press('纠错') },
  { name: '错因', path: 'pages/bank/wrong', sign: '错题', query: async () => '', open: press(/原因/) },
  {
    name: '每日目标',
    path: 'pages/bank/practice',
    sign: '随机 20 题',
    query: async () => `id=${(await curriculum('bank', '计算机专业基础训练')).id}`,
    open: press('调整'),
  },
  { name: '申请退款', path: 'pages/order/details', sign: '订单信息', query: paid, open: press('申请退款') },
  {
    name: '回复评价',
    path: 'pages/course/details',
    sign: '人评分',
    query: async () => `id=${await course()}&tab=comments`,
    open: press(/回复/),
  },
  {
    name: '举报评价',
    path: 'pages/course/details',
    sign: '人评分',
    query: async () => `id=${await course()}&tab=comments`,
    open: press('举报'),
  },
  { name: '对话记录', path: 'pages/ai/index', sign: '有什么不明白的', query: async () => '', open: press('对话记录') },
  {
    name: '程序的输入',
    path: 'pages/digital-textbooks/runcode',
    sign: '运行',
    query: async () => '',
    open: press('程序的输入'),
  },
]

it.for(forms)('no field or button of the form $name hides behind the keyboard', { timeout: 180_000 }, async (form) => {
  const window = await keyboardWindow(form.who ?? 'student')
  // Loads the app anew: pages of earlier tests stay mounted, and contain texts and fields of the same names.
  window.opened = 0
  await openIn(window, form)
  await form.open(window.page)
  await (await fieldsOf(window.page)).first().waitFor(soon)
  // Space would close the dialog, Enter leave the page.
  expect(await window.page.locator('dialog [aria-label="关闭"]:focus, dialog a:focus').count()).toBe(0)
  expect(await tryKeyboard(window.page)).toBeGreaterThan(0)
})
