import { expect, it } from 'vitest'
import { useToken } from './accounts'
import { api, visit } from './browser'
import { curriculum, ownerOf } from './catalogue'

/** Does something wherever it is taken for more than words. */
const payload = `<img src=x onerror="globalThis.hit=1"><script>globalThis.hit=1</script>"'><a href="javascript:globalThis.hit=1">x</a>`

it('what people write is shown as words, and would do nothing even if it were not', async () => {
  const { id } = await curriculum('course', '英语学术阅读')
  const token = await ownerOf('写代码的人', id)
  const client = api(token)
  const chapters = await client.call('GET /v1/course_chapter', { id })
  const chapter = chapters.find(({ kind }) => kind === 'video')!.id
  await client.call('POST /v1/user_edit', { bio: payload, nickname: '<b onclick=hit=1>' })
  await client.call('POST /v130/add_comment', { curriculumId: id, stars: 4, text: payload })
  await client.call('POST /v131/push_note', { curriculumId: id, chapterId: chapter, text: payload })
  await client.call('POST /v131/push_discuss', { curriculumId: id, chapterId: chapter, text: payload })
  await client.call('POST /v1/cs_send', { text: payload })
  await client.call('POST /v1/opinion', { kind: 'idea', text: payload, contact: payload.slice(0, 50) })

  const visitor = await visit()
  const { page } = visitor
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await useToken(page, token)
  const places = [
    `pages/course/details?id=${id}&tab=comments`,
    'pages/my/home',
    `pages/course/study?id=${id}&chapter=${chapter}&tab=notes`,
    `pages/course/study?id=${id}&chapter=${chapter}&tab=discuss`,
    'pages/help/cs',
    'pages/help/feedback?tab=mine',
  ]
  for (const place of places) {
    await visitor.goto(place)
    await page.getByText('onerror="globalThis.hit=1"').filter({ visible: true }).first().waitFor()
    expect(await page.evaluate(() => 'hit' in globalThis), place).toBe(false)
  }
  // And if it did get into the page: the policy refuses handlers, scripts and addresses that run.
  const refused = await page.evaluate(async (html) => {
    const seen: string[] = []
    document.addEventListener('securitypolicyviolation', (event) => seen.push(event.effectiveDirective))
    const place = document.createElement('div')
    place.innerHTML = html
    document.body.append(place)
    const script = document.createElement('script')
    script.textContent = 'globalThis.hit=1'
    document.body.append(script)
    place.querySelector('a')?.click()
    await new Promise((resolve) => place.querySelector('img')?.addEventListener('error', resolve))
    return { seen, hit: 'hit' in globalThis }
  }, payload)
  expect(refused.hit).toBe(false)
  expect(refused.seen.length).toBeGreaterThan(1)
  expect(dialogs).toEqual([])
  await visitor.context.close()
})
