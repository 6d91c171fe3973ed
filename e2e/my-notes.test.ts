import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { newMobile, register } from './accounts'
import { axe } from './axe'
import { api, desktop, phone, visit } from './browser'
import { curriculum } from './catalogue'
import { withDb } from './exam'
import { chaptersOf } from './reader'
import { tooSmall } from './touch'

const long = { timeout: 180_000 }
const patient = { timeout: 45_000 }

/** Registers a user with a highlight, a thought and a note written two days ago. Returns the token. */
async function newReader(): Promise<string> {
  const token = await register(newMobile(), '做笔记的人')
  const client = api(token)
  const book = await curriculum('textbook', '数据结构与算法')
  const chapter = (await chaptersOf('textbook', book.id, token)).find(({ free }) => free)!
  const at = Math.floor(Date.now() / 1000)
  const place = { curriculumId: book.id, chapterId: chapter.id }
  const quote = (exact: string) => ({
    pid: 'p',
    start: 0,
    end: exact.length,
    exact,
    prefix: '算法要',
    suffix: '才有用',
  })
  const highlights = [
    { mark: 'yellow' as const, note: '', locator: quote('在有限步内结束') },
    { mark: 'green' as const, note: '和菜谱很像', locator: quote('一步一步') },
  ]
  for (const one of highlights)
    await client.call('POST /v1/textbooks_brightness', { id: randomUUID(), ...place, ...one, at })
  await client.call('POST /v131/push_note', { ...place, text: '三个性质\n有限、确定、可行' })
  const { id } = await client.call('GET /v1/get_user_info', {})
  await withDb(async (db) => {
    const user = await db.selectFrom('users').select('id').where('uid', '=', id).executeTakeFirstOrThrow()
    // The cards are due in this order.
    const daysAgo = (days: number) => ({ created_at: at - days * 86_400 })
    const marks = db.updateTable('highlights').where('user_id', '=', user.id)
    await marks.where('note', '=', '').set(daysAgo(4)).execute()
    await marks.where('note', '<>', '').set(daysAgo(3)).execute()
    await db.updateTable('posts').set(daysAgo(2)).where('user_id', '=', user.id).execute()
  })
  return token
}

it('a student finds, filters, searches, exports and reviews all notes by touch', long, async () => {
  const visitor = await visit({
    route: 'pages/my/index',
    options: { ...phone, acceptDownloads: true },
    token: await newReader(),
  })
  const { page } = visitor
  await page.getByRole('link', { name: /3\s*笔记/ }).tap()
  await expect.poll(visitor.route).toBe('pages/my/notes')
  await page.getByText('在有限步内结束').waitFor(patient)
  await page.getByText('和菜谱很像').waitFor()
  expect(await axe(page)).toEqual([])
  expect(await tooSmall(page)).toEqual([])

  await page.getByRole('button', { name: '想法 1' }).tap()
  await page.getByText('在有限步内结束').waitFor({ state: 'hidden' })
  await page.getByText('和菜谱很像').waitFor()
  await page.getByRole('button', { name: '想法 1' }).tap()
  await page.getByRole('button', { name: '黄色 1' }).tap()
  await page.getByText('和菜谱很像').waitFor({ state: 'hidden' })
  await page.getByText('在有限步内结束').waitFor()
  await page.getByRole('button', { name: '黄色 1' }).tap()
  await page.getByRole('searchbox').fill('有限')
  await page.getByText('和菜谱很像').waitFor({ state: 'hidden' })
  await page.getByText('三个性质').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出筛选出的' }).tap()
  expect((await download).suggestedFilename()).toMatch(/^我的笔记 .*\.md$/)
  await page.getByRole('searchbox').fill('')

  await page.getByRole('link', { name: '开始复习' }).tap()
  for (const [hidden, answer] of [
    ['在有限步内结束', '记得'],
    ['一步一步', '模糊'],
    ['有限、确定、可行', '忘了'],
  ] as const) {
    // The list of notes stays in the document below this page, so the test finds the answer by its role.
    const shown = page.getByRole('status').getByText(hidden)
    expect(await shown.count()).toBe(0)
    await page.getByRole('button', { name: '看答案' }).tap()
    await shown.waitFor()
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: answer }).tap()
  }
  await page.getByText('复习完了：3 张，记得 1 张').waitFor()
  await page.getByRole('link', { name: '看全部笔记' }).tap()
  await page.getByText('今天都复习过了').waitFor()
  expect(visitor.problems).toEqual([])
})

it('notes are reviewed by keyboard alone, and Ctrl+P prints the list of notes', long, async () => {
  const visitor = await visit({ route: 'pages/my/notes', options: desktop, token: await newReader() })
  const { page } = visitor
  await page.getByText('和菜谱很像').waitFor(patient)
  // The document for paper exists only while printing.
  expect(await page.locator('.print-sheet').count()).toBe(0)
  const printed = await page.evaluate(() => {
    dispatchEvent(new Event('beforeprint'))
    const text = document.querySelector('.print-sheet')?.textContent ?? ''
    dispatchEvent(new Event('afterprint'))
    return text
  })
  expect(printed).toContain('在有限步内结束')
  expect(printed).toContain('三个性质')
  expect(printed).not.toContain('开始复习')

  await visitor.goto('pages/my/notes?review=1')
  await page.getByText('空白处你划了什么？').waitFor()
  await page.keyboard.press('Space')
  await page.getByRole('status').getByText('在有限步内结束').waitFor()
  await page.keyboard.press('3')
  await page.getByText('这是你对哪段话的想法？').waitFor()
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  await page.keyboard.press('Space')
  await page.keyboard.press('1')
  await page.getByText('接下来你记了什么？').waitFor()
  expect(visitor.problems).toEqual([])
})
