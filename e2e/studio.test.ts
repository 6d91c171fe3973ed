import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { chapterUid } from '../server/src/base/stable-ids'
import { long } from '../server/src/testing/measurements'
import { newMobile, register } from './accounts'
import { axe } from './axe'
import { api, desktop } from './browser'
import { openConsole, owner, teacher } from './console'
import { video } from './studio-steps'

const slug = 'studio-journey'
const ref = { kind: 'textbook' as const, slug }

const wordItem = (text: string) =>
  `<p class=MsoListParagraph style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">（1）&nbsp;</span>${text}</p>`
const pastedHtml = `<h1>从 Word 来</h1>${wordItem('先进')}${wordItem('先出')}`

/** Writes and publishes a question of the textbook in the bank. */
async function writeQuestion(page: Page): Promise<void> {
  await page.goto(new URL('/console/bank', page.url()).href)
  await page.getByRole('button', { name: '新建题目' }).first().click()
  const dialog = page.getByRole('dialog', { name: '新建题目' })
  await dialog.getByLabel('题库或教材').selectOption({ label: '工作室的教材' })
  await dialog.getByRole('button', { name: '新建', exact: true }).click()
  await page.getByRole('textbox', { name: '题干' }).fill('哪一个先进先出？')
  await page.getByRole('textbox', { name: '选项 A 的文字' }).fill('队列')
  await page.getByRole('textbox', { name: '选项 B 的文字' }).fill('栈')
  await page.getByText('可以发布').waitFor()
  await page.getByText(/^已保存/).waitFor()
  await page.getByRole('button', { name: /^发布/ }).click()
  await page.getByText('已发布').last().waitFor()
}

/** Adds a video to the resources of the textbook, and waits for its conversion, which takes most of the test's time. */
async function uploadVideo(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^资源/ }).click()
  const resources = page.getByRole('dialog', { name: '资源' })
  await resources.locator('input[type=file]').setInputFiles(video)
  await resources.getByText('视频 · @[resource](split)').waitFor({ timeout: 120_000 })
  await resources.getByText(/多种清晰度|按原样播放/).waitFor({ timeout: 120_000 })
  await resources.getByRole('button', { name: '关闭' }).click()
}

// `npm run verify -- browser` also adds a video to the resources of the textbook.
it('a teacher writes a textbook and publishes it; a reader’s highlight is there after the next publication', {
  timeout: 600_000,
}, async () => {
  const { page, problems } = await openConsole('studio', teacher)
  await page.getByRole('button', { name: '新建' }).first().click()
  const dialog = page.getByRole('dialog', { name: '新建内容' })
  await dialog.getByLabel('标题').fill('工作室的教材')
  await dialog.getByLabel('标识').fill(slug)
  await dialog.getByRole('button', { name: '新建', exact: true }).click()

  const editor = page.getByRole('textbox', { name: /的正文$/ })
  await editor.waitFor()
  const write = async (text: string) => {
    await editor.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText(text)
    await page.getByText(/^已保存/).waitFor()
  }
  if (long) await uploadVideo(page)
  const embedded = long ? '\n@[resource](split)\n' : ''
  await write(`# 1.1 栈\n\n栈是后进先出的线性表。\n\n\`\`\`python run id=push\nprint("你好")\n\`\`\`\n${embedded}`)
  const preview = page.getByRole('region', { name: '预览' })
  await preview.getByText('栈是后进先出的线性表。').waitFor()
  await preview.getByRole('button', { name: '运行', exact: true }).click()
  await preview.getByRole('region', { name: '程序输出' }).getByText('你好').waitFor({ timeout: 120_000 })

  await page.getByRole('button', { name: '新增' }).click()
  await page.getByRole('menuitem', { name: '一节' }).click()
  const naming = page.getByRole('dialog', { name: '新增节' })
  await naming.getByLabel('名称').fill('1.2 队列')
  await naming.getByRole('button', { name: '新增' }).click()
  await page.getByRole('heading', { name: '1.2 队列' }).first().waitFor()
  const second = page.getByRole('textbox', { name: '1.2 队列 的正文' })
  await second.click()
  await page.keyboard.press('ControlOrMeta+End')
  await second.evaluate((element, html) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', html)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, pastedHtml)
  await preview.getByRole('heading', { name: '从 Word 来' }).waitFor()
  expect(await preview.getByRole('listitem').allInnerTexts()).toEqual(['先进', '先出'])
  await page.getByText(/^已保存/).waitFor()
  expect(await axe(page)).toEqual([])

  const book = page.url()
  await writeQuestion(page)
  await page.goto(book)
  // The first section is free to read, the second is not.
  await page.locator('[data-slug]', { hasText: '1.1 栈' }).click()
  await editor.click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/先进先出')
  await page.getByRole('list', { name: '插入' }).getByText('题目：哪一个先进先出？').waitFor()
  await page.keyboard.press('Enter')
  await preview.getByRole('region', { name: '随堂测 1/1' }).getByText('哪一个先进先出？').waitFor()
  await page.getByText(/^已保存/).waitFor()

  const publish = async () => {
    await page.getByRole('button', { name: /^发布/ }).click()
    const publishDialog = page.getByRole('dialog', { name: /^发布《/ })
    await publishDialog.getByText('检查通过').waitFor({ timeout: 120_000 })
    const dialogText = await publishDialog.innerText()
    await publishDialog.getByRole('button', { name: /^发布 \d+ 处改动/ }).click()
    await page.getByText('已发布', { exact: true }).first().waitFor({ timeout: 120_000 })
    return dialogText
  }
  await publish()

  const student = api(await register(newMobile(), '读书的人'))
  const chapterId = chapterUid(ref, 'section-1')
  const chapter = await student.call('GET /v1/textbooks_view_chapter', { id: chapterId })
  expect(chapter.html).toContain('data-cell="push"')
  if (long) expect(chapter.html).toContain('data-resource=')
  expect(chapter.html).toContain('data-question=')
  const [, pid = ''] = /<p data-p="([^"]+)"[^>]*>栈是/.exec(chapter.html ?? '') ?? []
  const locator = { pid, start: 2, end: 6, exact: '后进先出', prefix: '栈是', suffix: '的线性表。' }
  const at = Math.floor(Date.now() / 1000)
  const curriculumId = chapter.curriculum.id
  await student.call('POST /v1/textbooks_brightness', {
    id: crypto.randomUUID(),
    curriculumId,
    chapterId,
    mark: 'yellow',
    locator,
    revision: chapter.revision,
    at,
  })

  await page.locator('[data-slug]', { hasText: '1.1 栈' }).click()
  await write('# 1.1 栈\n\n先说一句。\n\n大家都说，栈是后进先出的线性表。\n')
  expect(await publish()).toContain('1 处读者的划线：1 处能准确找到')
  const { list } = await student.call('GET /v1/textbooks_brightness_search', { id: curriculumId })
  expect(list).toMatchObject([{ state: 'sure', locator: { exact: '后进先出' } }])
  expect(problems).toEqual([])
})

it('a question is written in the form, seen on a phone while typing, and published', { timeout: 300_000 }, async () => {
  const { page, problems } = await openConsole('bank', owner, desktop)
  await page.getByRole('button', { name: '新建题目' }).first().click()
  const dialog = page.getByRole('dialog', { name: '新建题目' })
  await dialog.getByRole('button', { name: '新建', exact: true }).click()
  const stem = page.getByRole('textbox', { name: '题干' })
  await stem.fill('下面哪一个是**后进先出**的？')
  await page.getByRole('textbox', { name: '选项 A 的文字' }).fill('栈')
  await page.getByRole('textbox', { name: '选项 B 的文字' }).fill('队列')
  const phone = page.frameLocator('iframe[title="学生在手机上看到的"]')
  await phone.getByText('后进先出').first().waitFor()
  await phone.getByText('队列').first().waitFor()
  await page.getByText('可以发布').waitFor()
  await page.getByText(/^已保存/).waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: /^发布/ }).click()
  await page.getByText('已发布').last().waitFor()
  expect(problems).toEqual([])
})
