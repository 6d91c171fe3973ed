import { describe, expect, it } from 'vitest'
import { axe } from './axe'
import { api, desktop, phone } from './browser'
import { chaptersOf, inSight, painted, ready } from './reader'
import { book, ebook, open, prepareReader, read, stackChapter, textbook, token } from './reader-steps'

prepareReader()

describe('reading position', () => {
  it('a bookmark and a search result open their positions', async () => {
    const rows = await chaptersOf('ebook', ebook)
    const { page } = await open(book(ebook, rows[0]!.id))
    await ready(page)
    await page.getByRole('button', { name: '书签' }).tap()
    await expect.poll(() => page.getByRole('button', { name: '书签' }).getAttribute('aria-pressed')).toBe('true')
    await page.getByRole('button', { name: '在书里搜索' }).tap()
    await page.getByRole('searchbox').fill('没有记性')
    await page.locator('dialog[open]').getByText('第四课 硬币没有记性').first().click()
    await expect.poll(() => inSight(page, '没有记性')).toBe(true)
    await expect.poll(() => painted(page, 'here')).toEqual(['没有记性'])
    await page.getByRole('button', { name: '目录' }).tap()
    await page.getByRole('tab', { name: '书签' }).tap()
    await page.locator('dialog[open] ul a').first().tap()
    await expect.poll(() => page.locator('.reader-title').innerText()).toContain(rows[0]!.title)
  })
})

it('opened chapters stay readable and searchable offline', async () => {
  const rows = await chaptersOf('textbook', textbook)
  const { page, context } = await open(read(textbook, rows[0]!.id))
  await ready(page)
  await page.getByRole('button', { name: '目录' }).tap()
  await page.locator('dialog[open]').getByRole('link', { name: rows[1]!.title }).tap()
  await expect.poll(() => page.locator('.reader-title').innerText()).toContain(rows[1]!.title)
  await context.setOffline(true)
  await page.getByRole('button', { name: '目录' }).tap()
  await page.locator('dialog[open]').getByRole('link', { name: rows[0]!.title }).tap()
  await expect.poll(() => page.locator('.reader-title').innerText()).toContain(rows[0]!.title)
  await ready(page)
  const some = (await page.locator('.reader-text p').first().innerText()).slice(0, 4)
  await page.getByRole('button', { name: '在书里搜索' }).tap()
  await page.getByRole('searchbox').fill(some)
  await page.getByText(/没有网络，先找本章/).waitFor()
  await page.locator('dialog[open] li a').first().tap()
  await expect.poll(() => painted(page, 'here')).toEqual([some])
})

describe.each([
  ['phone', phone],
  ['desktop', desktop],
])('reading page on a %s', (_, options) => {
  it('study tabs pass axe, search opens the passage, and a discussion draft survives a reload', async () => {
    const visitor = await open(`pages/digital-textbooks/study?id=${textbook}`, options)
    const { page, problems } = visitor
    for (const tab of ['目录', '测验', '资源', '笔记']) {
      await page.getByRole('tab', { name: tab }).click()
      await page.getByRole('tab', { name: tab, selected: true }).waitFor()
      expect(await axe(page), tab).toEqual([])
    }
    await visitor.goto(`pages/digital-textbooks/search?id=${textbook}`)
    const shown = page.locator('section:not([inert])')
    await shown.getByRole('searchbox').fill('后进先出')
    await shown.locator('main li a').first().click()
    await ready(page)
    await expect.poll(() => inSight(page, '后进先出')).toBe(true)
    await visitor.goto(`pages/digital-textbooks/publish?id=${textbook}&chapter=${await stackChapter()}&quote=栈`)
    const draftText = `为什么不能从栈底取？${Date.now()}`
    await page.locator('section:not([inert])').getByRole('textbox', { name: '讨论' }).fill(draftText)
    await page.reload()
    await expect
      .poll(() => page.locator('section:not([inert])').getByRole('textbox', { name: '讨论' }).inputValue())
      .toBe(draftText)
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: '发表' }).click()
    await page.getByText('已发表').first().waitFor()
    const { list } = await api(token).call('GET /v131/get_discuss', {
      curriculumId: textbook,
      chapterId: await stackChapter(),
    })
    expect(list.map(({ text }) => text)).toContain(draftText)
    expect(problems).toEqual([])
  })
})
