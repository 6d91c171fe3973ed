import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { newMobile, register } from './accounts'
import { axe } from './axe'
import { api } from './browser'
import { registerOwner } from './catalogue'
import { openConsole, operator, prove, toast } from './console'
import { buy, saleItem } from './shop'

it('staff find and refund an order, hide and restore a post, and add and delete a canned reply with a picture', {
  timeout: 240_000,
}, async () => {
  const nickname = `订单${Date.now() % 1e6}`
  const token = await register(newMobile(), nickname)
  const order = await buy(token, 'course')
  const { id: bookId } = await saleItem('textbook')
  const writer = api(await registerOwner(nickname, bookId))
  const written = await writer.call('POST /v130/add_comment', { curriculumId: bookId, stars: 4, text: '很好懂' })

  const { page, problems } = await openConsole('work', operator)
  await page.getByRole('button', { name: /^新消息/ }).click()
  await page.getByRole('button', { name: '新消息', exact: true }).waitFor()
  expect(await axe(page), 'bell').toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: '搜索' })
  await palette.getByRole('combobox').fill(order.no)
  await palette.getByRole('option', { name: new RegExp(order.no) }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/(orders|users)\//)
  await page.goto(`${inject('base')}/console/orders/${order.no}`)
  await page.getByRole('button', { name: '退款…' }).click()
  const dialog = page.getByRole('dialog', { name: '退款' })
  await dialog.getByRole('button', { name: /^退 ¥/ }).click()
  await dialog.getByRole('alert').filter({ hasText: '请写明原因' }).waitFor()
  await dialog.getByRole('textbox', { name: /原因/ }).fill('课程下架')
  expect(await axe(page), 'order refund').toEqual([])
  await dialog.getByRole('button', { name: /^退 ¥/ }).dblclick()
  await prove(page)
  await toast(page, /^已退 ¥/)
  const isRefunded = async () => (await api(token).call('GET /v130/order_info', { id: order.id })).status
  await expect.poll(isRefunded, { timeout: 30_000 }).toBe(5)

  await page.goto(`${inject('base')}/console/posts/${written.id}`)
  await page.getByRole('region', { name: '内容' }).getByText('很好懂').waitFor()
  await page.keyboard.press('r')
  const reasons = page.getByRole('dialog', { name: /隐藏/ })
  await reasons.getByRole('textbox', { name: '理由' }).fill('试一试')
  await reasons.getByRole('button', { name: '确认，隐藏 1 条' }).click()
  await toast(page, /已隐藏/)
  const shown = async () =>
    (await api(token).call('GET /v130/comment_list', { curriculumId: bookId, pageSize: 50 })).list.some(
      ({ id }) => id === written.id,
    )
  expect(await shown()).toBe(false)
  await page.goto(`${inject('base')}/console/posts/${written.id}?state=hidden`)
  await page.getByRole('button', { name: /恢复显示/ }).click()
  const restore = page.getByRole('dialog', { name: /^恢复/ })
  await restore.getByRole('textbox', { name: /原因/ }).fill('误判')
  await restore.getByRole('button', { name: '恢复 1 条' }).click()
  await toast(page, '已恢复显示')
  expect(await shown()).toBe(true)

  await page.goto(`${inject('base')}/console/replies`)
  await page.getByRole('heading', { name: '换手机号' }).waitFor()
  expect(await axe(page), 'replies').toEqual([])
  await page.keyboard.press('n')
  const edit = page.getByRole('dialog', { name: '新增常用回复' })
  await edit.getByRole('textbox', { name: /标题/ }).fill(nickname)
  await edit.getByRole('textbox', { name: '内容' }).fill('请看图')
  await edit
    .locator('input[type=file]')
    .setInputFiles(join(import.meta.dirname, '../content/samples/player-error.webp'))
  await edit.getByRole('button', { name: '去掉这张图片' }).waitFor()
  await edit.getByRole('button', { name: '保存' }).click()
  await page.getByRole('button', { name: `删除${nickname}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除 1 条' }).click()
  await page.getByRole('heading', { name: nickname, exact: true }).waitFor({ state: 'hidden' })
  expect(problems.filter((problem) => !problem.startsWith('403'))).toEqual([])
})
