import { randomUUID } from 'node:crypto'
import type { RunResult } from '@dxx/contract/calls/runcode'
import type { Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { useToken } from './accounts'
import { api, desktop, type Visitor, visit } from './browser'
import { curriculum, registerOwner } from './catalogue'
import { freeTexts, noteFields, untried } from './free-texts'
import { chaptersOf } from './reader'
import { saleItem } from './shop'

const image = '<img src=x onerror="globalThis.hit=1">'
/** Hostile text: sets globalThis.hit if a page interprets it as markup. */
const payload = `${image}<script>globalThis.hit=1</script>"'><a href="javascript:globalThis.hit=1">x</a>`
/** Prefixes the payload with the kind of text, so that the texts of a page can be distinguished. */
const payloadOf = (kind: string) => `${kind}${payload}`
const shown = (kind: string) => `${kind}${image}`
const nickname = '<b onclick=hit=1>'

type Client = ReturnType<typeof api>

/** Writes the payload into the public and private text fields of the user, a course and a textbook. */
async function writeEverywhere(client: Client, curriculumId: string, textbook: string) {
  const chapters = await client.call('GET /v1/course_chapter', { id: curriculumId })
  const chapterId = chapters.find(({ kind }) => kind === 'video')!.id
  const place = { curriculumId, chapterId }
  const profile = { bio: payloadOf('简介').slice(0, 60), nickname, location: shown('所在地') }
  const { id } = await client.call('POST /v1/user_edit', profile)
  const comment = await client.call('POST /v130/add_comment', { curriculumId, stars: 4, text: payloadOf('评价') })
  await client.call('POST /v131/push_reply', { target: 'comment', id: comment.id, text: payloadOf('回复') })
  await client.call('POST /v131/push_note', {
    ...place,
    text: payloadOf('笔记'),
    quote: payloadOf('摘录'),
    public: true,
  })
  const about = { pid: payloadOf('段').slice(0, 64), quote: payloadOf('引用') }
  await client.call('POST /v131/push_discuss', { ...place, ...about, text: payloadOf('讨论') })
  await client.call('POST /v1/cs_send', { text: payloadOf('客服') })
  await client.call('POST /v1/opinion', { kind: 'idea', text: payloadOf('反馈'), contact: payload.slice(0, 50) })
  await client.call('POST /v1/runcode_draft', {
    cell: 'scratch:python',
    language: 'python',
    source: payloadOf('# 代码'),
  })
  const marked = await highlight(client, textbook)
  const passage = { chapterId: marked, pid: payloadOf('段').slice(0, 64), quote: payloadOf('引文') }
  await (await client.fetch('POST /v1/ai_ask', { key: randomUUID(), text: payloadOf('提问'), passage })).text()
  const { list: chats } = await client.call('GET /v1/ai_conversations', {})
  return { id, chapterId, chat: chats[0]!.id, marked }
}

/** Highlights the first words of a chapter with a note, and adds a highlight whose text is not in the chapter. */
async function highlight(client: Client, textbook: string): Promise<string> {
  const [chapter] = await chaptersOf('textbook', textbook, client.token)
  const { html, revision } = await client.call('GET /v1/textbooks_view_chapter', { id: chapter!.id })
  const [, pid, exact] = /<p[^>]* data-p="([^"]+)"[^>]*>([^<]{4,12})/.exec(html ?? '')!
  const locator = { pid: pid!, start: 0, end: exact!.length, exact: exact!, prefix: '', suffix: '' }
  const change = { id: randomUUID(), curriculumId: textbook, chapterId: chapter!.id, mark: 'yellow' as const, locator }
  const at = Math.floor(Date.now() / 1000)
  await client.call('POST /v1/textbooks_brightness', { ...change, note: payloadOf('想法'), revision, at })
  const words = { exact: payloadOf('划线'), prefix: payloadOf('前').slice(0, 64), suffix: payloadOf('后').slice(0, 64) }
  const nowhere = { ...locator, pid: payloadOf('段').slice(0, 64), endPid: payloadOf('末').slice(0, 64), ...words }
  await client.call('POST /v1/textbooks_brightness', { ...change, id: randomUUID(), locator: nowhere, at })
  return chapter!.id
}

/** Submits a chapter test with the payload, adds a reason (错因) to a wrong answer, applies for student verification. */
async function answerAndApply(client: Client, textbook: string) {
  for (const { id: chapter } of await client.call('GET /v1/textbooks_test_list', { id: textbook })) {
    const { paper, questions } = await client.call('GET /v1/textbooks_get_test', { id: chapter })
    const at = questions.findIndex(({ type }) => type === 'short')
    const blank = questions.find((question) => question.type === 'blank')
    if (at < 0 || !blank) continue
    const blanks = Array<string>(blank.blanks).fill(payloadOf('填空'))
    const { id } = await client.call('POST /v1/textbooks_test_submit', {
      paper,
      answers: [
        { id: blank.id, answer: { type: 'blank', blanks } },
        { id: questions[at]!.id, answer: { type: 'short', text: payloadOf('简答') } },
      ],
    })
    await client.call('POST /v131/question_note', { question: blank.id, text: payloadOf('题目笔记') })
    await client.call('POST /v131/push_question_discuss', { question: blank.id, text: payloadOf('题目讨论') })
    await client.call('POST /v1/wrong_tag', { id: blank.id, causes: [], note: payloadOf('错因').slice(0, 200) })
    const { list } = await client.call('GET /v1/universities', { pageSize: 1 })
    const student = { universityCode: list[0]!.code, studentNo: `s${Date.now()}`, name: '写代码的人' }
    await client.call('POST /v1/student_auth', { ...student, className: shown('班') })
    return { test: id, short: at + 1, blank: blank.id }
  }
  throw new Error('no test of the sample textbook has both a blank and a short answer')
}

/** Creates a QR login from a client with a hostile user agent. Returns its id. */
async function strangeDevice(): Promise<string> {
  const headers = { 'user-agent': `Windows ${payload}`, platform: nickname }
  return (await api().call('POST /v1/login_qr_create', {}, { headers })).id
}

async function buy(client: Client, kind: 'course' | 'ebook'): Promise<string> {
  const { id } = await client.call('POST /v1/order_create', { curriculumId: (await saleItem(kind)).id })
  const action = await client.call('POST /v1/order_pay', { id, channel: 'test' })
  const { no } = action as Extract<typeof action, { way: 'cashier' }>
  await client.call('POST /v1/test_cashier', { no, outcome: 'pay' })
  return id
}

/** Creates an invoice request, a refund with a reason, and a text file with the payload in name and content. */
async function buyAndSend(client: Client) {
  const [invoiced, refunded] = [await buy(client, 'course'), await buy(client, 'ebook')]
  const invoice = { orderId: invoiced, kind: 'personal' as const, title: shown('抬头'), email: 'a@example.cn' }
  await client.call('POST /v1/invoice_request', invoice)
  await client.call('POST /v1/order_refund', { id: refunded, reason: payloadOf('原因') })
  const body = Buffer.from(payloadOf('文件'))
  const file = { purpose: 'feedback' as const, name: `${shown('文件名').replaceAll('/', '')}.txt`, size: body.length }
  const link = await client.call('GET /v1/zos_generate_object_upload_link', file)
  await fetch(new URL(link.url, inject('base')), { method: 'PUT', body, headers: link.headers })
  const { url, name } = await client.call('POST /v1/upload_complete', { id: link.id })
  return { invoiced, refunded, file: `url=${encodeURIComponent(url)}&name=${encodeURIComponent(name)}` }
}

/** A route, the texts it must show, and an optional button or action that brings them up. */
type Place = [route: string, texts: string[], press?: string | ((page: Page) => Promise<void>)]

async function visitor(token: string, notes: ReturnType<typeof noteFields>) {
  const found = await visit({ options: desktop })
  notes.ofPage(found.page)
  const dialogs: string[] = []
  found.page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await useToken(found.page, token)
  return { ...found, dialogs }
}

/** Returns all readable text of the page shown, including editors and input fields. */
const readable = (page: Page) =>
  page.evaluate(() => {
    const words = [document.body.innerText]
    const read = (root: Document | ShadowRoot) => {
      for (const one of root.querySelectorAll('*')) {
        // Skips pages opened earlier, which stay hidden in the document.
        if (!one.checkVisibility()) continue
        if (one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement) words.push(one.value)
        if (!one.shadowRoot) continue
        words.push(one.shadowRoot.textContent ?? '')
        read(one.shadowRoot)
      }
    }
    read(document)
    return words.join('\n')
  })

async function look({ page, goto }: Visitor, places: Place[]) {
  for (const [route, texts, press] of places) {
    await goto(route)
    if (typeof press === 'string') await page.getByText(press).filter({ visible: true }).first().click()
    else await press?.(page)
    for (const text of texts) await expect.poll(() => readable(page), { message: route, timeout: 8000 }).toContain(text)
    const ran = await page.evaluate(() => ['hit' in globalThis, document.querySelectorAll('img[src="x"]').length])
    expect(ran, route).toEqual([false, 0])
  }
}

const openFirstAnalysis = (page: Page) => page.getByRole('button', { name: '看解析' }).first().click()
const searchAgain = (page: Page) => page.getByRole('combobox', { name: '搜索' }).press('Enter')

/** Mocks the result of a run, so that hostile program output is shown without running a program. */
async function runs(page: Page): Promise<void> {
  const data: RunResult = {
    stdout: payloadOf('输出'),
    stderr: payloadOf('出错'),
    exitCode: 1,
    reason: 'error',
    diagnostics: [{ line: 1, column: 1, message: payloadOf('诊断'), severity: 'error' }],
    tables: [],
    timeMs: 1,
    memoryKb: 1,
    cached: false,
  }
  await page.route(/\/v1\/runcode$/, (route) => route.fulfill({ json: { code: 1, msg: '', data } }))
  await expect.poll(() => readable(page), { timeout: 8000 }).toContain(shown('# 代码'))
  await page.getByRole('button', { name: '运行', exact: true }).click()
}

/** Opens a question through the list of question numbers (答题卡). */
const goTo = (question: number) => (page: Page) =>
  page.getByRole('button', { name: new RegExp(`^第 ${question} 题`) }).click()

/** Returns the CSP directive that blocks each way of injecting a script. */
const refusals = (page: Page) =>
  page.evaluate(async (html) => {
    const refusal = (attempt: () => void) =>
      new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), {
          once: true,
        })
        setTimeout(() => resolve('nothing'), 3000)
        attempt()
      })
    const place = document.body.appendChild(document.createElement('div'))
    const handler = await refusal(() => {
      place.innerHTML = html
    })
    const script = await refusal(() => {
      const element = document.createElement('script')
      element.textContent = 'globalThis.hit=1'
      place.append(element)
    })
    const address = await refusal(() => {
      const link = document.createElement('a')
      link.href = 'javascript:globalThis.hit=1'
      place.appendChild(link).click()
    })
    return { handler, script, address, hit: 'hit' in globalThis }
  }, image)

it('hostile user texts are shown as plain text, and the CSP would block their scripts', {
  timeout: 90_000,
}, async () => {
  const [{ id }, { id: textbook }] = [
    await curriculum('course', '英语学术阅读'),
    await curriculum('textbook', '数据结构与算法'),
  ]
  const token = await registerOwner('写代码的人', id, textbook)
  const notes = noteFields()
  const client = notes.ofClient(api(token))
  const written = await writeEverywhere(client, id, textbook)
  const { invoiced, refunded, file } = await buyAndSend(client)
  const { test, short, blank } = await answerAndApply(client, textbook)
  const study = `pages/course/study?id=${id}&chapter=${written.chapterId}`

  const owner = await visitor(token, notes)
  const lookAtOwn = look(owner, [
    ['pages/help/cs', [shown('客服')]],
    ['pages/help/feedback?tab=mine', [shown('反馈')]],
    ['pages/digital-textbooks/runcode?language=python', [shown('# 代码'), shown('输出'), shown('出错')], runs],
    [`pages/ai/index?chat=${written.chat}`, [shown('提问'), shown('引文')]],
    [`pages/digital-textbooks/read?id=${textbook}&chapter=${written.marked}`, [shown('想法'), shown('划线')]],
    ['pages/bank/wrong?type=blank', [shown('错因'), shown('填空')], openFirstAnalysis],
    [`pages/exam/answer?test=${test}`, [shown('简答')], goTo(short)],
    [`pages/exam/answer?question=${blank}&discuss=1`, [shown('题目讨论')]],
    ['pages/my/notes', [shown('题目笔记'), shown('想法'), shown('划线')]],
    [`pages/order/details?id=${invoiced}`, [shown('抬头')]],
    [`pages/order/details?id=${refunded}`, [shown('原因')]],
    [`pages/filePreview/index?${file}`, [shown('文件'), '文件名<img src=x']],
    ['pages/my/index', [nickname]],
    ['pages/my/edit-info', [shown('所在地')]],
    ['pages/my/auth', [shown('班')]],
  ])

  // Another owner of the course visits all pages that show texts of other users.
  const other = await visitor(await registerOwner('读代码的人', id), notes)
  await look(other, [
    [`pages/course/details?id=${id}&tab=comments`, [shown('评价'), nickname]],
    [`pages/course/details?id=${id}&tab=comments`, [shown('回复')], '1 条回复'],
    [`${study}&tab=notes`, [shown('笔记')], '大家的笔记'],
    [`${study}&tab=discuss`, [shown('讨论'), shown('引用'), nickname]],
    [`pages/my/home?id=${written.id}`, [nickname, shown('简介'), shown('笔记'), shown('摘录')]],
    [`pages/my/home?id=${written.id}&tab=comments`, [shown('评价')]],
    // The keyword is shown in the field, and later in the search history.
    [`pages/search/index?keyword=${encodeURIComponent(shown('词'))}`, [shown('词')], searchAgain],
    ['pages/search/index', ['搜索历史', shown('词')]],
    // The user agent is not trusted: the confirmation page shows one of a fixed set of names.
    [`pages/login/scan?id=${await strangeDevice()}`, ['Windows 电脑']],
  ])
  expect(await readable(other.page)).not.toContain('onerror')

  await lookAtOwn

  // Even if markup reached the page, the CSP would block its handlers, scripts and javascript: URLs.
  expect(await refusals(other.page)).toEqual({
    handler: 'script-src-attr',
    script: 'script-src-elem',
    address: 'script-src-elem',
    hit: false,
  })
  expect([...owner.dialogs, ...other.dialogs]).toEqual([])

  const left = freeTexts.filter((field) => !notes.written.has(field) && !untried.some(([fields]) => fields.test(field)))
  expect(left, 'fields that take any words and were not tried').toEqual([])
})

it('every field excluded from the script test still exists in the contract', () => {
  for (const [fields, why] of untried)
    expect(
      freeTexts.some((field) => fields.test(field)),
      why,
    ).toBe(true)
})
