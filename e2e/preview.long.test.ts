import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FrameLocator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { axe } from './axe'
import { api, desktop, phone, visit, widths } from './browser'
import { curriculum, registerOwner } from './catalogue'

/** Time-out for busy machines. */
const soon = { timeout: 30_000 }

const media = join(process.env.DXX_CORPUS ?? '', 'media')
const corpus = describe.skipIf(!process.env.DXX_CORPUS || !existsSync(media))

// One login for all tests: a login per test would exceed the rate limit.
let reader = ''
beforeAll(async () => {
  reader = (await api().call('POST /v1/login_password', { mobile: '13800000003', password: 'Study2026' })).token
})

async function visitAsReader(options: (typeof widths)[number][1] = phone) {
  const visitor = await visit({ options, token: reader })
  return visitor
}

const mimes: Record<string, string> = { mp3: 'audio/mpeg', mp4: 'video/mp4', png: 'image/png', svg: 'image/svg+xml' }

/** Opens the preview of a file that the server does not have: its bytes are mocked, everything else is real. */
async function preview(name: string, body: Buffer | string, options: (typeof widths)[number][1] = phone) {
  const visitor = await visitAsReader(options)
  await visitor.context.route('**/media/p/*', (route) =>
    route.fulfill({ body, contentType: mimes[name.split('.').at(-1)!] ?? 'application/octet-stream' }),
  )
  await visitor.goto(`pages/filePreview/index?url=${encodeURIComponent(`/media/p/${name}`)}&name=${name}`)
  return visitor
}

const file = (path: string) => readFileSync(join(media, path))
const office = (page: Page): FrameLocator => page.frameLocator('iframe')

corpus('third-party files of the corpus', () => {
  it.each(widths)('the preview shows a PDF with pages, zoom and selectable text (%s)', async (_, options) => {
    const { page, problems } = await preview('a.pdf', file('office/REPAIR-2022-INV-001_multipage.pdf'), options)
    await page.getByText('Gabriel Diaz').first().waitFor()
    const count = Number(/(\d+) 页/.exec(await page.getByRole('toolbar').innerText())![1])
    expect(count).toBeGreaterThan(1)
    const wide = () => page.locator('[data-page="1"]').evaluate((box) => box.getBoundingClientRect().width)
    const before = await wide()
    await page.getByRole('button', { name: '放大' }).click()
    await expect.poll(wide, soon).toBeGreaterThan(before * 1.2)
    await page.getByLabel(/^页码/).fill(String(count))
    await page.getByLabel(/^页码/).press('Enter')
    await expect.poll(() => page.getByLabel(/^页码/).inputValue(), soon).toBe(String(count))
    await page.getByRole('button', { name: '放大' }).click()
    // Pages far outside the viewport are not rendered.
    const painted = await page
      .locator('canvas')
      .evaluateAll((all) => all.filter((one) => (one as HTMLCanvasElement).width > 0).length)
    // On a phone all three small pages are near the viewport.
    if (options === desktop) expect(painted).toBeLessThanOrEqual(2)
    expect(await axe(page)).toEqual([])
    expect(problems).toEqual([])
  })

  it.each(widths)('the preview shows a Word document in an iframe (%s)', async (_, options) => {
    const { page, problems } = await preview('a.docx', file('office/test.docx'), options)
    await office(page).getByText('AutoGen: Enabling Next-Gen LLM', { exact: false }).first().waitFor()
    await page.getByRole('button', { name: '放大' }).click()
    expect(await axe(page)).toEqual([])
    expect(problems).toEqual([])
  })

  it.each(widths)('the preview shows a PowerPoint file (%s)', async (_, options) => {
    const { page, problems } = await preview('a.pptx', file('office/test.pptx'), options)
    await office(page).getByText('AutoGen', { exact: false }).first().waitFor()
    expect(problems).toEqual([])
  })

  it.each(['office/test.xlsx', 'office/test.xls'])('the preview shows a workbook with its sheets: %s', async (path) => {
    const { page, problems } = await preview(path.split('/')[1]!, file(path))
    await page.getByRole('columnheader', { name: 'A', exact: true }).waitFor()
    expect(await page.getByRole('row').count()).toBeGreaterThan(3)
    expect(await axe(page)).toEqual([])
    expect(problems).toEqual([])
  })

  it('the preview plays audio and video files', async () => {
    const sound = await preview('a.mp3', file('office/test.mp3'))
    const duration = () => sound.page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.duration)
    await expect.poll(duration, soon).toBeGreaterThan(1)
    expect(await axe(sound.page)).toEqual([])
    const film = await preview('a.mp4', file('sample.mp4'))
    await film.page.getByRole('button', { name: '播放', exact: true }).first().click()
    const time = () => film.page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
    await expect.poll(time, soon).toBeGreaterThan(0)
  })

  it.each(['a.pdf', 'a.docx', 'a.pptx', 'a.xlsx'])('a corrupt file shows an error: %s', async (name) => {
    const { page } = await preview(name, file('office/random.bin'))
    await page.getByText('文件打不开，可能已经损坏').waitFor()
    await page.getByRole('link', { name: '下载' }).waitFor()
    expect(await axe(page)).toEqual([])
  })
})

it('the preview shows a text file, also one in GBK', async () => {
  const code = await preview('main.py', 'def 平方(x):\n    return x * x\n')
  await code.page.getByText('def 平方(x):').waitFor()
  expect(await axe(code.page)).toEqual([])
  const gbk = await preview('old.txt', Buffer.from([0xc4, 0xe3, 0xba, 0xc3]))
  await gbk.page.getByText('你好').waitFor()
})

it('the preview shows an HTML file as text and runs no script', async () => {
  const { page } = await preview('page.html', '<script>document.title = "ran"</script><h1>标题</h1>')
  await page.getByText('<h1>标题</h1>').waitFor()
  expect(await page.title()).not.toBe('ran')
})

it('the preview offers other formats for download; a broken image and a missing file show an error', async () => {
  const unknown = await preview('data.bin', Buffer.from([1, 2, 3]))
  await unknown.page.getByText('这种文件不能在这里查看').waitFor()
  const download = unknown.page.waitForEvent('download')
  await unknown.page.getByRole('link', { name: '下载' }).first().click()
  expect((await download).suggestedFilename()).toBe('data.bin')

  const broken = await preview('a.png', 'no picture')
  await broken.page.getByText('图片显示不了').waitFor()

  const { page } = await visitAsReader()
  await page.goto(`${page.url().split('#')[0]}#/pages/filePreview/index?url=/media/p/none.pdf&name=none.pdf`)
  await page.getByText('文件不存在或已被删除').waitFor()
  await page.goto(`${page.url().split('#')[0]}#/pages/filePreview/index?url=https://evil.example/a.pdf`)
  await page.getByText('没有说明要看哪个文件').waitFor()
})

it('a file attached to a lesson opens in the preview', async () => {
  const { id } = await curriculum('course', '英语学术阅读')
  const token = await registerOwner('看资料的人', id)
  const rows = await api(token).call('GET /v1/course_chapter', { id })
  let found: { chapter: string; resource: string; title: string } | undefined
  for (const row of rows.filter(({ kind }) => kind === 'video')) {
    const { resources } = await api(token).call('GET /v1/view_chapter', { id: row.id })
    const [first] = resources
    if (first) found = { chapter: row.id, resource: first.id, title: first.title }
    if (found) break
  }
  const visitor = await visit({ token })
  const { page } = visitor
  await visitor.goto(`pages/course/study?id=${id}&chapter=${found!.chapter}`)
  await page.getByRole('tab', { name: /^资料/ }).click()
  await page.getByRole('link', { name: found!.title }).click()
  await page.getByRole('toolbar').waitFor()
  await page.locator('[data-page="1"] canvas').waitFor()
  expect(visitor.problems).toEqual([])
})

it('a textbook video resumes on another device, and shows an error if it fails to load', async () => {
  const { id } = await curriculum('textbook', '数据结构与算法')
  const token = await registerOwner('看动画的人', id)
  const here = await visit({ token })
  await here.goto(`pages/digital-textbooks/study?id=${id}`)
  await here.page.getByRole('tab', { name: '资源' }).click()
  await here.page.getByRole('link', { name: /栈的动画/ }).click()
  await expect.poll(() => here.route(), soon).toContain('pages/digital-textbooks/video')
  const route = here.route()
  const second = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
  await here.page.getByRole('button', { name: '播放', exact: true }).first().click()
  await expect.poll(() => second(here.page), soon).toBeGreaterThan(3)
  const saved = here.page.waitForResponse((response) => response.url().includes('/v1/textbooks_speed'))
  await here.page.locator('video').evaluate((video: HTMLVideoElement) => video.pause())
  await saved
  const left = Math.floor(await second(here.page))
  expect(here.problems).toEqual([])
  // Closes the window, so that only a position stored on the server can be restored.
  await here.page.close()

  const there = await visit({ options: { ...desktop, colorScheme: 'dark' }, token })
  await there.goto(route)
  await expect.poll(() => second(there.page), soon).toBeGreaterThanOrEqual(left)
  expect(await second(there.page)).toBeLessThan(left + 2)
  expect(await axe(there.page)).toEqual([])
  await there.page.route(/\/media\/.*mp4$/, (route) => route.abort())
  await there.page.reload()
  await there.page.getByText('视频加载失败').waitFor()
  expect(await axe(there.page)).toEqual([])
  await there.page.unroute(/\/media\/.*mp4$/)
  await there.page.getByRole('button', { name: '重试' }).click()
  await there.page.getByText('视频加载失败').waitFor({ state: 'detached' })
  await expect.poll(() => second(there.page), soon).toBeGreaterThanOrEqual(left)
  // The video page links back to the textbook.
  await there.page.getByRole('link', { name: /^《数据结构与算法》/ }).waitFor()
})

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

it('images fill the window, arrow keys switch between them, and closing returns to the page', async () => {
  const visitor = await visitAsReader()
  await visitor.goto('pages/index/index')
  const { page, context } = visitor
  await context.route('**/media/p/*', (route) => route.fulfill({ body: dot, contentType: 'image/png' }))
  await page.evaluate(() => {
    location.hash = '#/pages/filePreview/gallery?urls=/media/p/a.png,/media/p/b.png&at=1'
  })
  await page.getByText('2 / 2').waitFor()
  // Repeats the key, because the gallery ignores keys until it has opened.
  const walked = async () => {
    await page.keyboard.press('ArrowLeft')
    return page.getByText('1 / 2').count()
  }
  await expect.poll(walked, soon).toBe(1)
  await page.keyboard.press('Escape')
  await expect.poll(() => visitor.route(), soon).toBe('pages/index/index')
  expect(visitor.problems).toEqual([])
})
