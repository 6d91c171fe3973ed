import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { printedCode } from '../server/src/base/stable-ids'
import { axe } from './axe'
import { api, desktop, visit } from './browser'
import { curriculum, registerOwner } from './catalogue'
import { chaptersOf } from './reader'

const pictures = ['testing', 'loops'].map((name) =>
  fileURLToPath(new URL(`../content/courses/python/videos/${name}.webp`, import.meta.url)),
)

it('an image of a comment opens in the gallery, and back returns to the comments', { timeout: 120_000 }, async () => {
  const { id } = await curriculum('course', 'Python 程序设计')
  const visitor = await visit({ token: await registerOwner('发图的人', id) })
  const { page } = visitor
  await visitor.goto(`pages/evaluate/index?id=${id}&kind=course`)
  await page.getByRole('radio', { name: /^5 星/ }).check({ force: true })
  await page.getByLabel('学习感受').fill('带两张图的评价')
  await page.locator('input[type=file][multiple]').setInputFiles(pictures)
  await page.getByRole('button', { name: '移除第 2 张图片' }).waitFor()
  await page.getByRole('button', { name: '发表评价' }).tap()
  await page.getByText('评价已发表').first().waitFor()
  await visitor.goto(`pages/course/details?id=${id}&tab=comments`)
  const comment = page.getByRole('article').filter({ hasText: '带两张图的评价' })
  await comment.getByRole('button', { name: '查看评价的第 2 张图' }).tap()
  await expect.poll(() => visitor.route()).toContain('pages/filePreview/gallery')
  await page.getByRole('dialog', { name: '图片预览' }).waitFor()
  await page.getByText('2 / 2').waitFor()
  await page.goBack()
  await comment.getByRole('button', { name: '查看评价的第 2 张图' }).waitFor()
  expect(visitor.route()).toContain('pages/course/details')
  expect(visitor.problems).toEqual([])
})

it('pictures of a note and of a discussion open in the gallery, and back returns to the post', {
  timeout: 120_000,
}, async () => {
  const { id } = await curriculum('textbook', '数据结构与算法')
  const token = await registerOwner('带图发言的人', id)
  const [chapter] = await chaptersOf('textbook', id, token)
  const visitor = await visit({ options: desktop, token })
  const { page } = visitor
  for (const [type, title] of [
    ['note', '笔记'],
    ['discuss', '讨论'],
  ] as const) {
    await visitor.goto(`pages/digital-textbooks/publish?id=${id}&chapter=${chapter!.id}&type=${type}`)
    const form = page.locator('section:not([inert]) form')
    await form.getByRole('textbox', { name: title }).fill(`带图的${title}`)
    await form.locator('input[type=file]').setInputFiles(pictures)
    await form.getByRole('button', { name: '移除第 2 张图片' }).waitFor()
    const published = page.waitForResponse(new RegExp(`push_${type}`))
    await form.getByRole('button', { name: '发表' }).click()
    expect(await (await published).json()).toMatchObject({ code: 1 })
    // After publishing, the page goes back by itself.
    await expect.poll(() => visitor.route()).not.toContain('textbooks/publish')
  }
  const openAndReturn = async (title: string, from: string) => {
    const post = page
      .getByRole('article')
      .filter({ hasText: `带图的${title}`, visible: true })
      .first()
    const picture = post.getByRole('button', { name: `查看${title}的第 2 张图` })
    await picture.click()
    await expect.poll(() => visitor.route()).toContain('pages/filePreview/gallery')
    await page.getByText('2 / 2').waitFor()
    await page.goBack()
    await picture.waitFor()
    expect(visitor.route()).toContain(from)
  }
  await visitor.goto('pages/my/home')
  await openAndReturn('笔记', 'pages/my/home')
  await visitor.goto(`pages/digital-textbooks/read?id=${id}&chapter=${chapter!.id}`)
  const aside = page.getByRole('complementary', { name: '笔记与讨论' })
  await aside.getByRole('tab', { name: /^讨论/ }).click()
  await openAndReturn('讨论', 'pages/digital-textbooks/read')
  expect(visitor.problems).toEqual([])
})

it('the code editor opens from the study page and from a textbook', async () => {
  const { id } = await curriculum('textbook', '数据结构与算法')
  const visitor = await visit({ token: await registerOwner('写代码的人', id) })
  const { page } = visitor
  await visitor.goto('pages/study/index')
  await page.getByRole('link', { name: '运行代码' }).tap()
  await page.getByRole('tablist', { name: '编程语言' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: '学习', exact: true }).waitFor()
  await visitor.goto(`pages/digital-textbooks/study?id=${id}`)
  await page.getByRole('link', { name: '写代码' }).tap()
  await page.getByRole('tablist', { name: '编程语言' }).last().waitFor()
  expect(visitor.route()).toContain('pages/digital-textbooks/runcode')
  expect(visitor.problems).toEqual([])
})

it('a banner without a link opens its own page', async () => {
  const visitor = await visit()
  const { page } = visitor
  const banner = page.getByRole('link', { name: /第一次来多享学/ })
  const strip = page.locator('[aria-roledescription="轮播"] ul')
  // Moves to the slide of the banner, because hidden slides are inert.
  for (let steps = 0; steps < 8 && (await banner.evaluate((link) => link.closest('[inert]') !== null)); steps += 1)
    await strip.press('ArrowRight')
  await banner.tap()
  await page.getByRole('heading', { name: '从哪里开始' }).waitFor()
  expect(visitor.route()).toContain('pages/article/banner')
  await page.goBack()
  await page.getByRole('navigation', { name: '主导航' }).waitFor()
  expect(visitor.problems).toEqual([])
})

it('the app download page opens from the settings by 关于我们 and 下载 App', async () => {
  const visitor = await visit({ route: 'pages/setting/index' })
  const { page } = visitor
  await page.getByRole('link', { name: '关于我们' }).tap()
  await page.getByRole('link', { name: '下载 App' }).tap()
  await page.getByText('章节存到手机，没有网络也能学').waitFor()
  expect(visitor.route()).toBe('pages/download/index')
})

it('without map tiles a location shows a drawn map, and 去这里 links to map apps', async () => {
  const place = 'name=%E6%B1%9F%E5%9F%8E%E5%A4%A7%E5%AD%A6&address=%E8%B7%AF&latitude=30.5&longitude=114.3'
  const visitor = await visit({ as: '13800000001', route: `open-location?${place}` })
  const { page } = visitor
  await page.getByRole('img', { name: '江城大学的位置' }).waitFor()
  await page.getByText('武汉', { exact: true }).waitFor()
  await page.getByRole('button', { name: '缩小地图' }).tap()
  await page.getByRole('button', { name: '缩小地图' }).tap()
  expect(await axe(page)).toEqual([])
  await page.getByRole('link', { name: '去这里' }).tap()
  const sheet = page.getByRole('dialog', { name: '用哪个地图打开' })
  const amap = await sheet.getByRole('link', { name: '高德地图' }).getAttribute('href')
  expect(amap).toContain(`position=${encodeURIComponent('114.3,30.5')}`)
  for (const name of ['百度地图', '腾讯地图']) expect(await sheet.getByRole('link', { name }).count()).toBe(1)
  await page.goBack()
  await sheet.waitFor({ state: 'hidden' })
  expect(visitor.route()).toContain('open-location')
})

it('a printed book code shows name, book, kind, size and lock state, and one tap opens the file', async () => {
  const { id } = await curriculum('textbook', '数据结构与算法')
  const owner = await registerOwner('扫书码的人', id)
  const { list } = await api(owner).call('GET /v1/textbooks_resource', { id, kind: 'file' })
  const [file] = list
  const route = `pages/resource/index?qrcode=${printedCode(file!.id)}`
  const open = async (token: string) => {
    const visitor = await visit({ token })
    await visitor.goto(route)
    await visitor.page.getByRole('heading', { name: file!.title, level: 2 }).waitFor()
    return visitor
  }
  const ownPage = await open(owner)
  await ownPage.page.getByText(/^文件 · [\d.]+ [KM]?B$/).waitFor()
  await ownPage.page.getByText('可以打开').waitFor()
  await ownPage.page.getByRole('link', { name: /来自数字教材.*数据结构与算法/ }).waitFor()
  expect(await axe(ownPage.page)).toEqual([])
  await ownPage.page.getByRole('link', { name: '打开', exact: true }).tap()
  await ownPage.page.getByRole('link', { name: '下载' }).waitFor()
  expect(ownPage.route()).toContain('pages/filePreview/index')
  expect(ownPage.problems).toEqual([])

  const locked = list.find((one) => one.id === file!.id)!
  const stranger = await registerOwner('没买书的人')
  const card = await api(stranger).call('GET /v1/textbooks_resource_card', { id: locked.id })
  const strangerVisit = await open(stranger)
  if (card.locked) {
    await strangerVisit.page.getByText('购买后可看').waitFor()
    await strangerVisit.page.getByRole('link', { name: '去购买' }).tap()
    await strangerVisit.page.getByRole('heading', { level: 1, name: /^数据结构与算法/ }).waitFor()
  } else await strangerVisit.page.getByText('可以打开').waitFor()
})
