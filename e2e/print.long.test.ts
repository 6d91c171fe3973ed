import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { newMobile, register } from './accounts'
import { api, desktop, tokenOf, visit } from './browser'
import { curriculum, registerOwner } from './catalogue'
import { printedSheets } from './printed-sheets'
import { chaptersOf, ready } from './reader'
import { registerWithWrongAnswers } from './wrong-answers'

const dark = { ...desktop, colorScheme: 'dark' as const }

/** Text of the printed sheets without spaces, because PDF files do not store them. */
const sheetsOf = async (page: Page) => (await printedSheets(page)).map((text) => text.replaceAll(/\s/g, ''))

const frame = ['题库考试', 'AI助学', '我的收藏', '笔记栏']

function expectNoFrame(sheets: readonly string[]): void {
  for (const text of frame) expect(sheets.join('')).not.toContain(text)
}

it('a chapter is printed from its first to its last sentence on several sheets', async () => {
  const { id } = await curriculum('textbook', '数据结构与算法')
  const token = await registerOwner('打印章节的人', id)
  const chapter = (await chaptersOf('textbook', id, token)).find(({ title }) => title.includes('栈：后进先出'))!
  const visitor = await visit({
    token,
    route: `pages/digital-textbooks/read?id=${id}&chapter=${chapter.id}`,
    options: dark,
  })
  const { page } = visitor
  await ready(page)
  const paragraphs = await page
    .locator('.reader-text > p')
    .evaluateAll((all) =>
      all
        .filter((one) => !one.querySelector('.katex, .reader-margin'))
        .map((one) => one.textContent!.replaceAll(/\s/g, '')),
    )
  const sheets = await sheetsOf(page)
  expect(sheets.length).toBeGreaterThan(2)
  expect(sheets.length).toBeLessThan(20)
  const text = sheets.join('')
  expect(sheets[0]).toContain('栈：后进先出'.normalize('NFKC'))
  for (const paragraph of [paragraphs[0]!, paragraphs.at(-1)!])
    expect(text).toContain(paragraph.normalize('NFKC').slice(0, 12))
  expectNoFrame(sheets)
  expect(visitor.problems).toEqual([])
})

it('a result is printed with score and answers, and the right answers begin on a sheet of their own', async () => {
  const token = await tokenOf('13800000001')
  const { list } = await api(token).call('GET /v1/exam_records', {})
  const results = await Promise.all(list.map(({ id }) => api(token).call('GET /v1/show_exam', { id })))
  const { id, exam } = results.find((result) => result.results !== null)!
  const { page } = await visit({ token, route: `pages/exam/result?id=${id}`, options: dark })
  await page.getByText('按题型').waitFor()
  const sheets = await sheetsOf(page)
  expect(sheets[0]).toContain(exam.title.replaceAll(/\s/g, '').normalize('NFKC'))
  expect(sheets[0]).toContain('得分')
  expect(sheets.findIndex((text) => text.startsWith('答案与解析'))).toBeGreaterThan(0)
  expectNoFrame(sheets)
})

it('错题本 is printed as questions with their answers on later sheets', async () => {
  const token = await registerWithWrongAnswers()
  const { page } = await visit({ token, route: 'pages/bank/wrong', options: dark })
  const count = await page
    .getByRole('article')
    .first()
    .waitFor()
    .then(() => page.getByRole('article').count())
  const sheets = await sheetsOf(page)
  const answers = sheets.findIndex((text) => text.startsWith('答案与解析'))
  expect(answers).toBeGreaterThan(0)
  expect(sheets[0]).toContain(`错题本`)
  for (let number = 1; number <= count; number++) expect(sheets.slice(0, answers).join('')).toContain(`${number}.`)
  expect(sheets.slice(0, answers).join('')).not.toContain('正确答案')
  expectNoFrame(sheets)
})

it('the list of notes is printed with quotes, notes and their places', async () => {
  const token = await register(newMobile(), '打印笔记的人')
  const book = await curriculum('textbook', '数据结构与算法')
  const chapter = (await chaptersOf('textbook', book.id, token)).find(({ free }) => free)!
  const place = { curriculumId: book.id, chapterId: chapter.id }
  for (const text of ['第一条笔记', '第二条笔记']) await api(token).call('POST /v131/push_note', { ...place, text })
  const { page } = await visit({ token, route: 'pages/my/notes', options: dark })
  await page.getByText('第二条笔记').waitFor()
  const sheets = await sheetsOf(page)
  expect(sheets).toHaveLength(1)
  for (const text of ['我的笔记', '第一条笔记', '第二条笔记', '数据结构与算法']) expect(sheets[0]).toContain(text)
  expect(sheets[0]).not.toContain('开始复习')
  expectNoFrame(sheets)
})

it('Ctrl+P on a list of notes prints those that are not loaded, too', async () => {
  const token = await register(newMobile(), '笔记很多的人')
  const book = await curriculum('textbook', '数据结构与算法')
  const chapter = (await chaptersOf('textbook', book.id, token)).find(({ free }) => free)!
  const place = { curriculumId: book.id, chapterId: chapter.id }
  for (let number = 1; number <= 24; number++)
    await api(token).call('POST /v131/push_note', { ...place, text: `第${number}条笔记\n有好几行\n列表很长` })
  const { page } = await visit({ token, route: 'pages/my/notes', options: dark })
  const shown = page.getByText(/第\d+条笔记/)
  await shown.first().waitFor()
  expect(await shown.count()).toBe(20)
  // The driver prints by itself: the page's own request for the print dialog only has to arrive.
  await page.evaluate(() => {
    window.print = () => document.body.toggleAttribute('data-print-asked', true)
  })
  await page.keyboard.press('Control+p')
  await page.locator('body[data-print-asked]').waitFor({ state: 'attached' })
  const text = (await sheetsOf(page)).join('')
  for (let number = 1; number <= 24; number++) expect(text).toContain(`第${number}条笔记`)
})
