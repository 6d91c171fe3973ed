import { encodeQR } from 'qr'
import { expect, it } from 'vitest'
import { fillCode, newMobile } from './accounts'
import { desktop, visit, widths } from './browser'
import { curriculum, registerOwner } from './catalogue'

const picture = { name: 'notes.gif', mimeType: 'image/gif', buffer: Buffer.from(encodeQR('索引', 'gif')) }

it.each(widths)('an owner drafts, publishes, edits and deletes a rating of a course (%s)', async (name, options) => {
  const { id } = await curriculum('course', '英语学术阅读')
  const token = await registerOwner(`评价者${name}`, id)
  const visitor = await visit({ options, token })
  const { page } = visitor
  await visitor.goto(`pages/course/details?id=${id}&tab=comments`)
  await page.getByRole('link', { name: '写评价' }).click()
  await page.getByRole('button', { name: '发表评价' }).click()
  await page.getByText('请先点星打分').waitFor()
  const text = `讲得<b>真清楚</b> & <script>alert(1)</script> 😀\n第二行 ${name}`
  await page.getByRole('radio', { name: /^4 星/ }).check({ force: true })
  await page.getByLabel('学习感受').fill(text)
  await page.reload()
  await expect.poll(() => page.getByLabel('学习感受').inputValue()).toBe(text)
  expect(await page.getByRole('radio', { name: /^4 星/ }).isChecked()).toBe(true)
  await page.getByRole('button', { name: '发表评价' }).dblclick()
  await page.getByText('评价已发表，谢谢你的分享').first().waitFor()
  await page.getByText(text.split('\n')[0]!).filter({ visible: true }).first().waitFor()
  await page.getByRole('img', { name: '4 分，满分 5 分' }).filter({ visible: true }).first().waitFor()

  await page.getByRole('link', { name: '修改我的评价' }).click()
  await page.getByLabel('学习感受').fill(`改过了 ${name}`)
  await page.getByRole('radio', { name: /^5 星/ }).check({ force: true })
  await page.getByRole('button', { name: '保存修改' }).click()
  await page.getByText(`改过了 ${name}`).filter({ visible: true }).first().waitFor()
  const comment = page.getByRole('article').filter({ hasText: `改过了 ${name}` })
  await comment.getByRole('button', { name: '删除' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await page.getByText(`改过了 ${name}`).waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: '写评价' }).waitFor()
  expect(visitor.problems).toEqual([])
})

it('a comment has images and can be liked, replied to and reported by another user', async () => {
  const { id } = await curriculum('course', '数据库实战')
  const writer = await visit({ token: await registerOwner('写评价的人', id) })
  await writer.goto(`pages/evaluate/index?id=${id}&kind=course`)
  await writer.page.getByRole('radio', { name: /^5 星/ }).check({ force: true })
  await writer.page.getByLabel('学习感受').fill('索引那一讲最值')
  await writer.page.getByLabel('选择图片').setInputFiles(picture)
  await writer.page.getByAltText('第 1 张图片').waitFor()
  await writer.page.getByRole('button', { name: '发表评价' }).click()
  await writer.page.getByText('评价已发表').first().waitFor()

  const route = `pages/course/details?id=${id}&tab=comments`
  const reader = await visit({ as: '13800000002', route, options: desktop })
  const { page } = reader
  const comment = page.getByRole('article').filter({ hasText: '索引那一讲最值' })
  await comment.getByRole('button', { name: '查看评价的第 1 张图' }).waitFor()
  await comment.getByRole('button', { name: /^点赞/ }).click()
  await comment.getByRole('button', { name: '点赞，1 人赞过', pressed: true }).waitFor()

  await comment.getByRole('button', { name: '回复' }).click()
  await page.getByLabel('写回复').fill('我也觉得 <i>索引</i>')
  await page.getByRole('button', { name: '发送' }).click()
  await page.getByText('我也觉得 <i>索引</i>').waitFor()
  await page.getByRole('button', { name: '关闭' }).click()
  await comment.getByRole('button', { name: '1 条回复' }).waitFor()
  await comment.getByRole('button', { name: '举报' }).click()
  await page.getByRole('radio', { name: '其他' }).check()
  expect(await page.getByRole('button', { name: '提交举报' }).isDisabled()).toBe(true)
  await page.getByLabel('请说明原因').fill('只是试试')
  await page.getByRole('button', { name: '提交举报' }).click()
  await page.getByText('已收到举报，我们会尽快核实').first().waitFor()
  await page.reload()
  await comment.getByRole('button', { name: '点赞，1 人赞过', pressed: true }).waitFor()
  expect([...writer.problems, ...reader.problems]).toEqual([])
})

it.each(widths)(
  'a guest who adds a favourite logs in, returns to the page and finds it added (%s)',
  async (_name, options) => {
    const { id } = await curriculum('ebook', '写清楚：给大学生的写作课')
    const visitor = await visit({ route: `pages/books/details?id=${id}`, options })
    const { page } = visitor
    await page.getByRole('button', { name: '收藏' }).click()
    await page.getByText('登录后收藏《写清楚：给大学生的写作课》').waitFor()
    await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
    await fillCode(page, newMobile(), 'login')
    await page.waitForURL(new RegExp(`pages/books/details\\?id=${id}`))
    await page.getByRole('button', { name: '已收藏', pressed: true }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: '已收藏', pressed: true }).waitFor()

    await visitor.goto('pages/my/collect?kind=ebook')
    await page.getByRole('heading', { name: '今天' }).waitFor()
    await page.getByRole('link', { name: /写清楚/ }).waitFor()
    await page.getByRole('button', { name: '管理' }).click()
    await page.getByRole('checkbox', { name: /写清楚/ }).check({ force: true })
    await page.getByRole('button', { name: /^取消收藏/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: '取消收藏' }).click()
    await page.getByText('还没有收藏，看到喜欢的点一下爱心').waitFor()

    await visitor.goto('pages/my/browse')
    await page.getByRole('link', { name: /写清楚/ }).waitFor()
    await page.getByRole('button', { name: '管理' }).click()
    await page.getByRole('button', { name: '清空' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
    await page.getByText('最近没有看过什么').waitFor()
    expect(visitor.problems).toEqual([])
  },
)

it('a user’s page shows their public comments and curricula', async () => {
  const { id } = await curriculum('course', '机器学习入门')
  const token = await registerOwner('公开的人', id)
  const visitor = await visit({ options: desktop, token })
  const { page } = visitor
  await visitor.goto(`pages/evaluate/index?id=${id}&kind=course`)
  await page.getByRole('radio', { name: /^3 星/ }).check({ force: true })
  await page.getByLabel('学习感受').fill('推导可以再慢一点')
  await page.getByRole('button', { name: '发表评价' }).click()
  await page.getByText('评价已发表').first().waitFor()
  await visitor.goto('pages/my/home?tab=comments')
  await page.getByText('公开的人').first().waitFor()
  await page.getByText('推导可以再慢一点').waitFor()
  await page.getByRole('link', { name: '机器学习入门' }).click()
  await page.getByRole('heading', { level: 1, name: /^机器学习入门/ }).waitFor()
  await page.getByRole('link', { name: '江流深' }).first().click()
  await page.getByRole('heading', { name: '课程与教材' }).waitFor()
  await page
    .getByRole('link', { name: /机器学习入门/ })
    .filter({ visible: true })
    .waitFor()
  expect(visitor.problems).toEqual([])
})
