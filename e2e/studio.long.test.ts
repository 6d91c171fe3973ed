import { expect, it } from 'vitest'
import { axe } from './axe'
import { desktop } from './browser'
import { openConsole, owner } from './console'
import { video } from './studio-steps'

const subtitles = `1
00:00:00,000 --> 00:00:04,000
怎么拆？问一句话：这一列是关于谁的

2
00:00:03,000 --> 00:00:06,000
书名是关于书的
`

it('a lesson gets a video and subtitles from a .srt file, which are edited line by line beside the video', {
  timeout: 600_000,
}, async () => {
  const { page, problems } = await openConsole('studio', owner, desktop)
  await page.getByRole('button', { name: '新建' }).first().click()
  const dialog = page.getByRole('dialog', { name: '新建内容' })
  await dialog.getByLabel('类别').selectOption('course')
  await dialog.getByLabel('标题').fill('有字幕的课')
  await dialog.getByLabel('标识').fill('studio-subtitles')
  await dialog.getByRole('button', { name: '新建', exact: true }).click()

  const lesson = page.getByRole('region', { name: '视频' })
  await lesson.locator('input[type=file]').setInputFiles(video)
  await lesson.getByText(/videos\/split/).waitFor({ timeout: 120_000 })
  const file = { name: 'a.srt', mimeType: 'text/plain', buffer: Buffer.from(subtitles) }
  await page.getByRole('region', { name: '字幕文件' }).locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: '编辑字幕' }).click()

  await page.getByText('和下一条重叠').first().waitFor()
  await page.getByLabel('第 1 条的结束').fill('3')
  await page.getByLabel('第 1 条的结束').press('Enter')
  await page.getByText('没有发现问题').waitFor()
  const first = page.getByLabel('第 1 条的文字')
  await first.click()
  await first.press('ControlOrMeta+Home')
  for (let i = 0; i < 4; i++) await first.press('ArrowRight')
  await first.press('ControlOrMeta+Enter')
  await page.getByText('3 条', { exact: true }).waitFor()
  expect(await first.inputValue()).toBe('怎么拆？')
  await page.getByRole('button', { name: '第 3 条的更多操作' }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await page.getByText('2 条', { exact: true }).waitFor()
  await page.getByRole('button', { name: '撤销' }).first().click()
  await page.getByText('3 条', { exact: true }).waitFor()
  await page.getByText(/^已保存/).waitFor()
  expect(await axe(page)).toEqual([])
  await page.reload()
  expect(await page.getByLabel('第 3 条的文字').inputValue()).toBe('书名是关于书的')
  // The video is shown, and its time scrolls the list of subtitles.
  await page.getByRole('button', { name: '第 3 条，从这里播放' }).click()
  await page.locator('li[aria-current="true"]', { hasText: '3' }).waitFor()
  expect(problems).toEqual([])
})

it('a Markdown file becomes a section of the draft; a file that only claims to be an archive is refused with the reason', {
  timeout: 300_000,
}, async () => {
  const { page, problems } = await openConsole('studio', owner, desktop)
  await page.getByRole('button', { name: '新建' }).first().click()
  const dialog = page.getByRole('dialog', { name: '新建内容' })
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: '队列.md', mimeType: 'text/markdown', buffer: Buffer.from('# 队列\n\n先进先出。\n') })
  await dialog.getByLabel('标识').fill('studio-file')
  await dialog.getByRole('button', { name: '新建', exact: true }).click()
  await page.getByText(/^已读入草稿：队列\.md/).waitFor({ timeout: 120_000 })
  await page.getByRole('navigation', { name: '目录' }).getByText('队列').waitFor()
  await page.getByRole('button', { name: '更多', exact: true }).click()
  await page.getByRole('menuitem', { name: '读入文件…' }).click()
  const reading = page.getByRole('dialog', { name: '读入文件' })
  await reading
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.zip', mimeType: 'application/zip', buffer: Buffer.from('no archive') })
  expect(await axe(page)).toEqual([])
  await reading.getByRole('button', { name: '换掉草稿' }).click()
  await page.getByText(/^没有读入：a\.zip/).waitFor({ timeout: 120_000 })
  await page.getByText('打不开：不是有效的 EPUB 或 zip 文件').waitFor()
  expect(problems).toEqual([])
})
