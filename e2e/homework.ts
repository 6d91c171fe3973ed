import { expect } from 'vitest'
import { api, type Visitor } from './browser'
import { curriculum } from './catalogue'
import { chaptersOf, ready } from './reader'

const patient = { timeout: 45_000 }
const slow = { timeout: 60_000, interval: 1000 }

/** Assigns two free chapters to a class. */
export async function assignReading(staff: ReturnType<typeof api>, classId: string, prefix: string) {
  const textbook = (await curriculum('textbook', '数据结构与算法')).id
  const chapters = (await chaptersOf('textbook', textbook))
    .filter((row) => !row.locked && row.kind === 'text')
    .slice(0, 2)
  const now = Math.floor(Date.now() / 1000)
  const title = `${prefix} ${now % 1e6}`
  const { id } = await staff.call('POST /staff/v1/assignment_save', {
    classes: [classId],
    title,
    startsAt: now - 60,
    dueAt: now + 86_400,
    items: chapters.map((row) => ({ kind: 'chapter' as const, target: row.id })),
  })
  return { id, title, textbook, chapters }
}

type Reading = Awaited<ReturnType<typeof assignReading>>

/** On the page of the assignment: reads the first chapter, and the second one without network. */
export async function readHalfOffline({ page, context }: Visitor, token: string, { id, title, chapters }: Reading) {
  const readAssignment = () => api(token).call('GET /v1/assignment', { id })
  const scrollToEnd = () => page.locator('.reader-scroller').evaluate((box) => box.scrollTo(0, box.scrollHeight))
  await page.getByText(/^还剩 2 项，\S+ \S+ 截止$/).waitFor(patient)
  await page.getByRole('link', { name: chapters[0]!.title }).click()
  await ready(page)
  await expect
    .poll(async () => {
      await scrollToEnd()
      return (await readAssignment()).left
    }, slow)
    .toBe(1)
  await page.goBack()
  await page.getByText(/^还剩 1 项，\S+ \S+ 截止$/).waitFor(patient)
  await page.getByRole('link', { name: chapters[1]!.title }).click()
  await ready(page)
  await context.setOffline(true)
  const wentOffline = Math.floor(Date.now() / 1000)
  const unsent = () => page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('dxx-beats:')))
  await expect
    .poll(async () => {
      await scrollToEnd()
      return unsent()
    }, slow)
    .toBe(true)
  // Leaving the page sends the last heartbeat, with the position at the end of the text.
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: title }).waitFor(patient)
  // Without network, the page shows what the server said last.
  await page.getByText(/^还剩 1 项，\S+ \S+ 截止$/).waitFor(patient)
  expect((await readAssignment()).left).toBe(1)
  const cameBack = Math.floor(Date.now() / 1000)
  await context.setOffline(false)
  await expect.poll(async () => (await readAssignment()).state, slow).toBe('done')
  const { doneAt } = (await readAssignment()).items[1]!
  expect(doneAt).toBeGreaterThanOrEqual(wentOffline - 5)
  expect(doneAt).toBeLessThanOrEqual(cameBack + 5)
  // The page that was open all the time shows it, and so does a new one.
  await page.getByText('全部完成').waitFor(patient)
  await page.reload()
  await page.getByText('全部完成').waitFor(patient)
}
