import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { useToken } from './accounts'
import { api, desktop, type Visitor, visit } from './browser'
import { curriculum, ownerOf } from './catalogue'
import { chaptersOf } from './reader'
import { saleItem } from './shop'

const image = '<img src=x onerror="globalThis.hit=1">'
/** Does something wherever it is taken for more than words. */
const payload = `${image}<script>globalThis.hit=1</script>"'><a href="javascript:globalThis.hit=1">x</a>`
/** Each kind of text can be told from the others on a page. */
const said = (kind: string) => `${kind}${payload}`
const shown = (kind: string) => `${kind}${image}`
const nickname = '<b onclick=hit=1>'

type Client = ReturnType<typeof api>

/** Writes it wherever a course lets people write, for others to see; and whatever else nobody but its owner sees. */
async function writeEverywhere(client: Client, curriculumId: string, textbook: string) {
  const chapters = await client.call('GET /v1/course_chapter', { id: curriculumId })
  const chapterId = chapters.find(({ kind }) => kind === 'video')!.id
  const place = { curriculumId, chapterId }
  const { id } = await client.call('POST /v1/user_edit', { bio: said('简介').slice(0, 60), nickname })
  const comment = await client.call('POST /v130/add_comment', { curriculumId, stars: 4, text: said('评价') })
  await client.call('POST /v131/push_reply', { target: 'comment', id: comment.id, text: said('回复') })
  await client.call('POST /v131/push_note', { ...place, text: said('笔记'), quote: said('摘录'), public: true })
  await client.call('POST /v131/push_discuss', { ...place, text: said('讨论') })
  await client.call('POST /v1/cs_send', { text: said('客服') })
  await client.call('POST /v1/opinion', { kind: 'idea', text: said('反馈'), contact: payload.slice(0, 50) })
  await client.call('POST /v1/runcode_draft', { cell: 'scratch:python', language: 'python', source: said('# 代码') })
  await (await client.fetch('POST /v1/ai_ask', { key: randomUUID(), text: said('提问') })).text()
  const { list: chats } = await client.call('GET /v1/ai_conversations', {})
  return { id, chapterId, chat: chats[0]!.id, marked: await highlight(client, textbook) }
}

/** Marks the first words of a book's chapter, with a thought about them. */
async function highlight(client: Client, textbook: string): Promise<string> {
  const [chapter] = await chaptersOf('textbook', textbook, client.token)
  const { html, revision } = await client.call('GET /v1/textbooks_view_chapter', { id: chapter!.id })
  const [, pid, exact] = /<p[^>]* data-p="([^"]+)"[^>]*>([^<]{4,12})/.exec(html ?? '')!
  const locator = { pid: pid!, start: 0, end: exact!.length, exact: exact!, prefix: '', suffix: '' }
  const change = { id: randomUUID(), curriculumId: textbook, chapterId: chapter!.id, mark: 'yellow' as const, locator }
  const at = Math.floor(Date.now() / 1000)
  await client.call('POST /v1/textbooks_brightness', { ...change, note: said('想法'), revision, at })
  return chapter!.id
}

async function buy(client: Client, kind: 'course' | 'ebook'): Promise<string> {
  const { id } = await client.call('POST /v1/order_create', { curriculumId: (await saleItem(kind)).id })
  const action = await client.call('POST /v1/order_pay', { id, channel: 'test' })
  const { no } = action as Extract<typeof action, { way: 'cashier' }>
  await client.call('POST /v1/test_cashier', { no, outcome: 'pay' })
  return id
}

/** An invoice, a refund with its reason, and a text file whose name and words are the same. */
async function buyAndSend(client: Client) {
  const [invoiced, refunded] = [await buy(client, 'course'), await buy(client, 'ebook')]
  const invoice = { orderId: invoiced, kind: 'personal' as const, title: shown('抬头'), email: 'a@example.cn' }
  await client.call('POST /v1/invoice_request', invoice)
  await client.call('POST /v1/order_refund', { id: refunded, reason: said('原因') })
  const body = Buffer.from(said('文件'))
  const file = { purpose: 'feedback' as const, name: `${shown('文件名').replaceAll('/', '')}.txt`, size: body.length }
  const link = await client.call('GET /v1/zos_generate_object_upload_link', file)
  await fetch(new URL(link.url, inject('base')), { method: 'PUT', body, headers: link.headers })
  const { url, name } = await client.call('POST /v1/upload_complete', { id: link.id })
  return { invoiced, refunded, file: `url=${encodeURIComponent(url)}&name=${encodeURIComponent(name)}` }
}

/** A place, the texts that must stand on it, and what to press before. */
type Place = [route: string, texts: string[], press?: string]

async function visitor(token: string) {
  const found = await visit({ options: desktop })
  const dialogs: string[] = []
  found.page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await useToken(found.page, token)
  return { ...found, dialogs }
}

/** All that can be read on the page: words, those in editors, and what stands in fields. */
const readable = (page: Page) =>
  page.evaluate(() => {
    const words: string[] = []
    const read = (root: Document | ShadowRoot) => {
      words.push((root instanceof Document ? root.body : (root as unknown as HTMLElement)).textContent ?? '')
      for (const one of root.querySelectorAll('*')) {
        if (one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement) words.push(one.value)
        if (one.shadowRoot) read(one.shadowRoot)
      }
    }
    read(document)
    return words.join('\n')
  })

async function look({ page, goto }: Visitor, places: Place[]) {
  for (const [route, texts, press] of places) {
    await goto(route)
    if (press) await page.getByText(press).filter({ visible: true }).first().click()
    for (const text of texts) await expect.poll(() => readable(page), { message: route, timeout: 8000 }).toContain(text)
    const ran = await page.evaluate(() => ['hit' in globalThis, document.querySelectorAll('img[src="x"]').length])
    expect(ran, route).toEqual([false, 0])
  }
}

it('what people write is shown as words, and would do nothing even if it were not', { timeout: 60_000 }, async () => {
  const [{ id }, { id: textbook }] = [
    await curriculum('course', '英语学术阅读'),
    await curriculum('textbook', '数据结构与算法'),
  ]
  const token = await ownerOf('写代码的人', id, textbook)
  const written = await writeEverywhere(api(token), id, textbook)
  const { invoiced, refunded, file } = await buyAndSend(api(token))
  const study = `pages/course/study?id=${id}&chapter=${written.chapterId}`

  const own = await visitor(token)
  const lookAtOwn = look(own, [
    ['pages/help/cs', [shown('客服')]],
    ['pages/help/feedback?tab=mine', [shown('反馈')]],
    ['pages/digital-textbooks/runcode?language=python', [shown('# 代码')]],
    [`pages/ai/index?chat=${written.chat}`, [shown('提问')]],
    [`pages/digital-textbooks/read?id=${textbook}&chapter=${written.marked}`, [shown('想法')]],
    [`pages/order/details?id=${invoiced}`, [shown('抬头')]],
    [`pages/order/details?id=${refunded}`, [shown('原因')]],
    [`pages/filePreview/index?${file}`, [shown('文件'), '文件名<img src=x']],
    ['pages/my/index', [nickname]],
  ])

  // Somebody else who has the same course, wherever others are read.
  const other = await visitor(await ownerOf('读代码的人', id))
  await look(other, [
    [`pages/course/details?id=${id}&tab=comments`, [shown('评价'), nickname]],
    [`pages/course/details?id=${id}&tab=comments`, [shown('回复')], '1 条回复'],
    [`${study}&tab=notes`, [shown('笔记')], '大家的笔记'],
    [`${study}&tab=discuss`, [shown('讨论'), nickname]],
    [`pages/my/home?id=${written.id}`, [nickname, shown('简介'), shown('笔记'), shown('摘录')]],
    [`pages/my/home?id=${written.id}&tab=comments`, [shown('评价')]],
  ])

  await lookAtOwn

  // And if it did get into the page: the policy refuses handlers, scripts and addresses that run.
  const refused = await other.page.evaluate(async (html) => {
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
  expect([...own.dialogs, ...other.dialogs]).toEqual([])
  await own.context.close()
  await other.context.close()
})
