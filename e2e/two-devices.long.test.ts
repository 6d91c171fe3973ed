import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { desktop, phone, type Visitor, visit } from './browser'
import { curriculum, registerOwner } from './catalogue'
import { chaptersOf, painted, ready, select, someWords } from './reader'

const soon = { timeout: 30_000 }
const text = (page: Page) => page.locator('.reader-text [data-p]').filter({ visible: true }).first()

async function device(token: string, options: typeof desktop | typeof phone): Promise<Visitor> {
  const visitor = await visit({ options, token })
  return visitor
}

/** Resolves when the server has stored a position in this chapter; ignores late heartbeats of other chapters. */
const stored = (page: Page, chapter: string) =>
  page.waitForResponse((response) => {
    if (!response.url().includes('/v1/ebook_speed')) return false
    const heartbeat = response.request().postDataJSON()
    return heartbeat.chapterId === chapter && heartbeat.locator !== null
  }, soon)

/** Reads a chapter until the server has received the progress. */
async function readOn({ page, goto }: Visitor, book: string, chapter: string): Promise<void> {
  await page.goto('about:blank')
  const done = stored(page, chapter)
  await goto(`pages/books/read?id=${book}&chapter=${chapter}`)
  await text(page).waitFor(soon)
  await page.mouse.move(600, 400)
  await page.keyboard.press('PageDown')
  await done
}

it('an open book syncs highlights of another device every minute and offers to jump to its position', {
  timeout: 180_000,
}, async () => {
  const { id } = await curriculum('ebook', '怎样自学一门课')
  const token = await registerOwner('两边读书的人', id)
  const [, one, two] = await chaptersOf('ebook', id)
  const here = await device(token, phone)
  // Starts the clock of this device a minute ago, so that its own position stays older than the other device's.
  await here.page.clock.install({ time: Date.now() - 60_000 })
  await here.goto(`pages/books/read?id=${id}&chapter=${one!.id}`)
  await text(here.page).waitFor(soon)
  await here.page.clock.runFor(5000)
  await here.page.touchscreen.tap(360, 500)
  await here.page.clock.runFor(5000)

  const there = await device(token, desktop)
  await there.goto(`pages/books/read?id=${id}&chapter=${one!.id}`)
  await ready(there.page)
  const quote = await someWords(there.page)
  await select(there.page, quote)
  const synced = there.page.waitForResponse((response) => response.url().includes('highlights_sync'), soon)
  await there.page.getByRole('button', { name: '绿色' }).click()
  await synced
  expect(await painted(here.page, 'green')).toEqual([])
  await readOn(there, id, two!.id)

  // A minute passes on the idle device.
  await here.page.clock.runFor(60_000)
  await expect.poll(() => painted(here.page, 'green'), soon).toEqual([quote])
  await here.page.getByText(`另一台设备读到了「${two!.title}」`).waitFor(soon)
  expect(here.route()).toContain(`chapter=${one!.id}`)
  await here.page.getByRole('button', { name: '去那里' }).tap()
  await expect.poll(here.route, soon).toContain(`chapter=${two!.id}`)
  await here.page.getByText('另一台设备读到了').waitFor({ state: 'detached', ...soon })
})

it('继续阅读 opens the position of another device, offline the last known one, and a late response moves no open chapter', {
  timeout: 180_000,
}, async () => {
  const { id } = await curriculum('ebook', '怎样自学一门课')
  const token = await registerOwner('换着读书的人', id)
  const [, one, two, three] = await chaptersOf('ebook', id)
  const here = await device(token, phone)
  const resume = here.page.getByRole('link', { name: /^(继续|开始)阅读$/ }).last()
  const details = async () => {
    await here.goto(`pages/books/details?id=${id}`)
    await resume.waitFor(soon)
  }
  const done = stored(here.page, one!.id)
  await here.goto(`pages/books/read?id=${id}&chapter=${one!.id}`)
  await text(here.page).waitFor(soon)
  await here.page.touchscreen.tap(360, 500)
  await done
  await details()

  // The details page stays open with its data while the other device reads on.
  const there = await device(token, desktop)
  await readOn(there, id, two!.id)
  await resume.tap()
  await expect.poll(here.route, soon).toContain(`chapter=${two!.id}`)
  await text(here.page).waitFor(soon)
  expect(await here.page.getByText('另一台设备读到了').count()).toBe(0)

  await details()
  // Waits, because a second tap on the same link would be ignored as a double tap.
  await here.page.waitForTimeout(600)
  await here.context.setOffline(true)
  await resume.tap()
  await expect.poll(here.route, soon).toContain(`chapter=${two!.id}`)
  await text(here.page).waitFor(soon)
  await here.page.touchscreen.tap(360, 500)
  await here.context.setOffline(false)

  // If the response is late, the book opens at the last known position and stays there after a page was turned.
  await details()
  await readOn(there, id, three!.id)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await here.page.route(/ebook_info|highlights_sync/, async (route) => {
    await released
    await route.continue()
  })
  await resume.tap()
  await expect.poll(here.route, soon).toContain(`chapter=${two!.id}`)
  await text(here.page).waitFor(soon)
  await here.page.touchscreen.tap(360, 500)
  const answered = here.page.waitForResponse(/ebook_info/, soon)
  release()
  await answered
  await here.page.waitForLoadState('networkidle')
  expect(here.route()).toContain(`chapter=${two!.id}`)
})

it('继续试读 opens the position of another device', { timeout: 120_000 }, async () => {
  const { id } = await curriculum('textbook', '数据库与 SQL')
  const token = await registerOwner('试读的人')
  const [one, two] = (await chaptersOf('textbook', id, token)).filter(({ locked }) => !locked)
  const readTrial = async ({ page, goto }: Visitor, chapter: string) => {
    const done = page.waitForResponse((response) => {
      if (!response.url().includes('/v1/textbooks_speed')) return false
      const heartbeat = response.request().postDataJSON()
      return heartbeat.chapterId === chapter && heartbeat.locator !== null
    }, soon)
    await goto(`pages/digital-textbooks/read?id=${id}&chapter=${chapter}`)
    await text(page).waitFor(soon)
    await done
  }
  const here = await device(token, phone)
  await readTrial(here, one!.id)
  await here.goto(`pages/digital-textbooks/details?id=${id}`)
  const resume = here.page.getByRole('link', { name: '继续试读' }).last()
  await resume.waitFor(soon)
  // The details page stays open with its data while the other device reads on.
  await readTrial(await device(token, desktop), two!.id)
  await resume.tap()
  await expect.poll(here.route, soon).toContain(`chapter=${two!.id}`)
})
