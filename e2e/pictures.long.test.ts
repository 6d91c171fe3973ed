import { afterAll, beforeAll, expect, it } from 'vitest'
import { api, type Visitor, visit } from './browser'
import { startWithFixedClock } from './fixed-clock'
import { differs, sameLetters } from './pictures'

let site: Awaited<ReturnType<typeof startWithFixedClock>>
let visitor: Visitor
let comparable = false
beforeAll(async () => {
  site = await startWithFixedClock()
  visitor = await visit({ as: '13800000001', site, until: 'file' })
  comparable = await sameLetters(visitor.page)
})
afterAll(() => site?.close())

const listed = {
  course: 'GET /v1/course_list',
  ebook: 'GET /v1/ebook_list',
  textbook: 'GET /v1/textbooks_list',
  bank: 'GET /v1/bank_list',
} as const

/** Returns a route with the id of a curriculum of the sample content. */
const about = (route: string, kind: keyof typeof listed, title: string) => async () => {
  const { list } = await api('', site).call(listed[kind], { pageSize: 100 })
  return `${route}?id=${list.find((card) => card.title.includes(title))!.id}`
}

/** The pages students see most: name, route, and a text shown once the content is loaded. */
const pages: [name: string, route: string | (() => Promise<string>), shown: string | RegExp][] = [
  ['home', 'pages/index/index', '数据结构'],
  ['store', 'pages/books/index', '数据结构'],
  ['study', 'pages/study/index', '今日学习'],
  ['my', 'pages/my/index', '我的订单'],
  ['courses', 'pages/index/course', '线性代数'],
  ['textbooks', 'pages/index/textbooks', '离散数学'],
  ['search', 'pages/search/index?keyword=链表', '数据结构'],
  ['course', about('pages/course/details', 'course', '线性代数'), '目录'],
  ['textbook', about('pages/digital-textbooks/details', 'textbook', '数据结构'), '目录'],
  ['reading', about('pages/digital-textbooks/read', 'textbook', '数据结构'), /./],
  ['bank', 'pages/bank/index', '题库'],
  ['exams', 'pages/exam/index', '考试'],
  ['wrong', 'pages/bank/wrong', '错题'],
  ['orders', 'pages/order/index', '已完成'],
  ['messages', 'pages/message/index', '消息'],
  ['ai', 'pages/ai/index', 'AI'],
]

it.for(pages)('%s matches its stored screenshot', async ([name, route, shown], { skip }) => {
  skip(!comparable, 'the letters of this machine are others than those of the pictures')
  const { page, goto, problems } = visitor
  await page.goto('about:blank')
  await goto(typeof route === 'string' ? route : await route())
  await page.getByText(shown).first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  expect(await differs(name, await page.screenshot({ animations: 'disabled' }))).toBeLessThan(1)
  expect(problems).toEqual([])
})
