import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { hostileTexts } from '../server/src/testing/hostile-texts'
import { useToken } from './accounts'
import { api, visit } from './browser'
import { curriculum, registerOwner } from './catalogue'

const nickname = '😀👩‍👩‍👧‍👦سلام<b>'
/** A bio of maximum length with markup, a bidi override character and a word without a break. */
const bio = `<img src=x onerror=alert(1)>\u202e${'长'.repeat(50)}${'w'.repeat(60)}`

/** Creates a user who wrote hostile texts in every text field of an owned course. */
async function writer() {
  const { id: curriculumId } = await curriculum('course', '经济学的十个直觉')
  const token = await registerOwner('写字的人', curriculumId)
  const client = api(token)
  const { id } = await client.call('POST /v1/user_edit', { nickname, bio, location: bio.slice(0, 60) })
  const chapters = await client.call('GET /v1/course_chapter', { id: curriculumId })
  const place = { curriculumId, chapterId: chapters.find(({ kind }) => kind !== 'part')!.id }
  const textByField = {
    comment: hostileTexts(500)[0]!,
    reply: hostileTexts(500).at(-1)!,
    discuss: hostileTexts(1000)[0]!,
    notes: hostileTexts(5000),
  }
  const comment = await client.call('POST /v130/add_comment', { curriculumId, stars: 5, text: textByField.comment })
  await client.call('POST /v131/push_reply', { target: 'comment', id: comment.id, text: textByField.reply })
  await client.call('POST /v131/push_discuss', { ...place, text: textByField.discuss, quote: bio })
  for (const text of textByField.notes)
    await client.call('POST /v131/push_note', { ...place, text, quote: bio, public: true })
  return { id, token, place, said: textByField }
}

it('hostile user texts are shown as plain text on every page and do not overflow the page', async () => {
  const { id, token, place, said } = await writer()
  const visitor = await visit({ route: 'pages/setting/about' })
  const { page } = visitor
  const alerts: string[] = []
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message())
    void dialog.dismiss()
  })
  await useToken(page, token)
  const { curriculumId, chapterId } = place
  const pages: [route: string, texts: string[]][] = [
    [`pages/course/details?id=${curriculumId}&tab=comments`, [said.comment]],
    [`pages/course/study?id=${curriculumId}&chapter=${chapterId}&tab=discuss`, [said.discuss, bio]],
    [`pages/my/home?id=${id}`, [...said.notes, bio]],
    ['pages/my/home?tab=comments', [said.comment]],
    ['pages/evaluate/index', [said.comment]],
    ['pages/my/index', []],
    ['pages/my/edit-info', []],
    ['pages/setting/index', []],
  ]
  for (const [route, texts] of pages) {
    await page.goto('about:blank')
    await visitor.goto(route)
    for (const text of texts) await expect.poll(() => written(page)).toContain(text.trim())
    if (route !== 'pages/my/edit-info') await page.getByText(nickname).filter({ visible: true }).first().waitFor()
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await overflow(page), `${route} at ${width}`).toBeLessThanOrEqual(1)
    }
  }

  await visitor.goto(`pages/course/details?id=${curriculumId}&tab=comments`)
  await page.getByRole('article').filter({ hasText: nickname }).getByRole('button', { name: '1 条回复' }).click()
  await expect.poll(() => written(page)).toContain(said.reply.trim())
  await page.getByRole('dialog').getByRole('button', { name: '回复', exact: true }).click()
  await page.getByLabel(`回复 ${nickname}`).waitFor()
  expect(alerts).toEqual([])
  expect(visitor.problems).toEqual([])
})

/** User texts as rendered on the page. */
const written = (page: Page) => page.locator('.user-text').filter({ visible: true }).allTextContents()

const overflow = (page: Page) =>
  page.evaluate(() => {
    const main = [...document.querySelectorAll('main')].find((one) => one.offsetParent !== null)!
    return Math.max(document.documentElement.scrollWidth - innerWidth, main.scrollWidth - main.clientWidth)
  })
