import { expect, it } from 'vitest'
import { axe } from './axe'
import { api, desktop, phone, sampledWidths, visit } from './browser'
import { curriculum, registerOwner } from './catalogue'
import { studied } from './study'

/** Time-out for busy machines. */
const soon = { timeout: 30_000 }

it.each(sampledWidths)('the study tab shows the studied items and links to continue (%s)', async (name, options) => {
  const { id } = await curriculum('course', 'Python 程序设计')
  const token = await registerOwner(`学习者${name}`, id)
  const lesson = await studied(token, id, [
    { ago: 2, minutes: 12 },
    { ago: 1, minutes: 25 },
    { ago: 0, minutes: 7 },
  ])
  const visitor = await visit({ options, token })
  const { page } = visitor
  await visitor.goto('pages/study/index')
  // Text, chart table and calendar must show the numbers of the server.
  const { todayMinutes, streak, week } = await api(token).call('GET /v130/study_statistics', {})
  expect(streak).toBeGreaterThanOrEqual(3)
  const card = page.getByRole('region', { name: '学习时长' })
  await expect.poll(() => card.innerText(), soon).toContain(`${todayMinutes} 分钟`)
  await expect.poll(() => card.innerText(), soon).toContain(`${streak} 天`)
  expect(await card.getByRole('row', { name: `今天 ${week[6]!.minutes} 分钟` }).count()).toBe(1)
  if (name === 'phone') await page.getByRole('button', { name: '学习日历' }).click()
  await page
    .getByRole('button', { name: `学习 ${todayMinutes} 分钟` })
    .first()
    .waitFor()
  if (name === 'phone') await page.getByRole('button', { name: '关闭' }).click()
  expect(await axe(page)).toEqual([])

  await page.getByRole('link', { name: /^Python 程序设计/ }).click()
  await page.getByRole('heading', { name: lesson.title }).waitFor()
  expect(visitor.problems).toEqual([])
})

it('a bought book that is not started is offered while nothing is in progress', async () => {
  const { id } = await curriculum('ebook', '桥为什么不会塌')
  const token = await registerOwner('刚买了书的人', id)
  const { page, goto, route } = await visit({ token })
  await goto('pages/study/index')
  const waiting = page.getByRole('region', { name: '已经拥有，还没开始' })
  await waiting.getByRole('link', { name: /桥为什么不会塌/ }).tap()
  await expect.poll(route, soon).toContain('pages/books/read')
})

it('a history record is deleted at once and can be restored', async () => {
  const { id } = await curriculum('course', '线性代数精讲')
  const token = await registerOwner('爱整理的人', id)
  await studied(token, id, [{ ago: 0, minutes: 5 }])
  const visitor = await visit({ token })
  const { page } = visitor
  await visitor.goto('pages/study/index')
  const row = page.getByRole('link', { name: /^线性代数精讲/ })
  await row.waitFor()
  await page.getByRole('button', { name: '管理' }).click()
  await page.getByRole('button', { name: '删除《线性代数精讲》的记录' }).click()
  await row.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '撤销' }).click()
  await row.waitFor()
  await page.getByRole('button', { name: '删除《线性代数精讲》的记录' }).click()
  await row.waitFor({ state: 'detached' })
  await expect.poll(async () => (await api(token).call('GET /v130/study_afoot', {})).total, soon).toBe(0)
  await page.reload()
  await page.getByText('还没有在学的内容，挑一样开始吧').waitFor()
  await page.getByRole('link', { name: '去选课' }).click()
  await expect.poll(() => visitor.route(), soon).toBe('pages/index/course')
})

it('a guest who opens the study tab is sent to the login page', async () => {
  const visitor = await visit({ route: 'pages/study/index' })
  await expect.poll(() => visitor.route(), soon).toContain('pages/login/index')
  expect(visitor.problems).toEqual([])
})

it('downloaded lessons play offline: a file and a stream', async () => {
  const { id } = await curriculum('course', 'Python 程序设计')
  const token = await registerOwner('坐飞机的人', id)
  const visitor = await visit({ token })
  const { page, context } = visitor
  const rows = await api(token).call('GET /v1/course_chapter', { id })
  const lessons = ['1.3', '2.3'].map((start) => rows.find(({ title }) => title.startsWith(start))!)
  for (const lesson of lessons) {
    await visitor.goto(`pages/course/study?id=${id}&chapter=${lesson.id}`)
    await page.getByRole('button', { name: '离线保存' }).click()
    await page.getByRole('link', { name: '已离线', exact: true }).waitFor()
  }
  await page.getByRole('link', { name: '已离线', exact: true }).click()
  await page.getByText('2 节，占用').waitFor()
  expect(await axe(page)).toEqual([])
  await context.setOffline(true)
  for (const lesson of lessons) {
    await page.getByRole('link', { name: lesson.title }).click()
    await page.getByText('正在用本机保存的内容').waitFor()
    // Takes the last button, because earlier pages, which are hidden, contain one too.
    await page.getByRole('button', { name: '播放', exact: true }).last().click()
    const time = () =>
      page
        .locator('video')
        .last()
        .evaluate((video: HTMLVideoElement) => video.currentTime)
    await expect.poll(time, soon).toBeGreaterThan(1)
    await page.getByRole('button', { name: '返回' }).click()
    await page.getByText('2 节，占用').waitFor()
  }
  await context.setOffline(false)
  await page.getByRole('button', { name: '清空离线内容' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await page.getByRole('button', { name: '选择要保存的内容' }).waitFor()
  const left = await page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const request = indexedDB.open('dxx-offline-files')
        request.onerror = () => reject(request.error)
        request.onsuccess = () => {
          const count = request.result.transaction('files').objectStore('files').count()
          count.onsuccess = () => resolve(count.result)
        }
      }),
  )
  expect(left).toBe(0)
})

const wechat =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 MicroMessenger/8.0.50'
const android = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36'

it('the download page shows a QR code on a desktop, a hint inside WeChat and the app’s state on Android', async () => {
  const desk = await visit({ route: 'pages/download/index', options: desktop })
  await desk.page.getByRole('img', { name: '打开下载页的二维码' }).waitFor()
  expect(await axe(desk.page)).toEqual([])

  const inWechat = await visit({ route: 'pages/download/index', options: { ...phone, userAgent: wechat } })
  await inWechat.page.getByRole('button', { name: '在浏览器打开' }).click()
  await inWechat.page.getByText('选择「在 Safari 中打开」').waitFor()
  await inWechat.page.keyboard.press('Escape')

  const onAndroid = await visit({ route: 'pages/download/index', options: { ...phone, userAgent: android } })
  await onAndroid.page.getByText('App 还没有上架，先用网页版').waitFor()
  expect(await axe(onAndroid.page)).toEqual([])
})
