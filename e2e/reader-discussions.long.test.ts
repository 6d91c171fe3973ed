import { expect, it } from 'vitest'
import { axe } from './axe'
import { api, phone, visit } from './browser'
import { curriculum, registerOwner } from './catalogue'
import { chaptersOf, ready } from './reader'
import { tooSmall } from './touch'

const patient = { timeout: 45_000 }

it('the number of discussions stands beside its paragraph, opens them by tap, and counts a new post', {
  timeout: 120_000,
}, async () => {
  const { id: curriculumId } = await curriculum('textbook', '数据结构与算法')
  const token = await registerOwner('边读边聊的人', curriculumId)
  const chapters = await chaptersOf('textbook', curriculumId, token)
  const chapterId = chapters.find(({ title }) => title.includes('大 O 记号'))!.id
  const { html } = await api(token).call('GET /v1/textbooks_view_chapter', { id: chapterId })
  const pid = /<p[^>]* data-p="([^"]+)"/.exec(html!)![1]!
  const post = (text: string) =>
    api(token).call('POST /v131/push_discuss', { curriculumId, chapterId, pid, quote: '', text, images: [] })
  await post('增长率和快慢是一回事吗')
  await post('常数为什么可以丢掉')
  const { discussions } = await api(token).call('GET /v1/textbooks_view_chapter', { id: chapterId })
  const before = discussions[pid]!

  const visitor = await visit({ options: phone, token })
  const { page } = visitor
  await visitor.goto(`pages/digital-textbooks/read?id=${curriculumId}&chapter=${chapterId}`)
  await ready(page)
  const paragraph = page.locator(`.reader-text [data-p="${pid}"]`)
  const count = paragraph.getByRole('button', { name: `${before} 条讨论` })
  await count.scrollIntoViewIfNeeded()
  // In the margin at the last line: it covers no character of the text.
  const covered = await paragraph.evaluate((block) => {
    const { left, right, top, bottom } = block.querySelector('.reader-count')!.getBoundingClientRect()
    const range = document.createRange()
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
    const boxes: DOMRect[] = []
    while (walker.nextNode()) {
      if (walker.currentNode.parentElement!.closest('[data-mount]')) continue
      range.selectNodeContents(walker.currentNode)
      boxes.push(...range.getClientRects())
    }
    const last = Math.max(...boxes.map((box) => box.bottom))
    return {
      text: boxes.some((box) => box.left < right && box.right > left && box.top < bottom && box.bottom > top),
      outside: right > innerWidth || left < 0,
      atLastLine: Math.abs(last - bottom) < 24,
    }
  })
  expect(covered).toEqual({ text: false, outside: false, atLastLine: true })
  expect(await tooSmall(page)).toEqual([])

  await count.tap()
  const sheet = page.getByRole('dialog')
  await sheet.getByText('常数为什么可以丢掉').waitFor(patient)
  await sheet.getByRole('textbox', { name: '参与讨论' }).fill('写两段程序数一数就知道了')
  await sheet.getByRole('button', { name: '发表', exact: true }).tap()
  await sheet.getByText('写两段程序数一数就知道了').waitFor(patient)
  expect(await axe(page)).toEqual([])
  await page.goBack()
  await sheet.waitFor({ state: 'hidden' })
  await paragraph.getByRole('button', { name: `${before + 1} 条讨论` }).waitFor(patient)
  await page.reload()
  await paragraph.getByRole('button', { name: `${before + 1} 条讨论` }).waitFor(patient)
  expect(visitor.problems).toEqual([])
})
