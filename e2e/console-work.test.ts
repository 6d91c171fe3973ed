import { allWorkKinds, workKinds } from '@dxx/contract/staff'
import { expect, inject, it } from 'vitest'
import { api, tokenOf } from './browser'
import { openConsole, operator, owner } from './console'

it('staff open the first waiting work item by key, take it and leave a note for colleagues', async () => {
  const { page, problems } = await openConsole('work', operator)
  await page.getByRole('list', { name: '待办' }).getByRole('listitem').first().waitFor()
  await page.keyboard.press('j')
  await page.waitForURL(/\/work\/[\w-]+/)
  const opened = page.getByRole('article')
  await opened.getByRole('region', { name: '经过' }).waitFor()
  await page.keyboard.press('t')
  await opened.getByText('我在处理').waitFor()
  const note = `电话核实 ${Date.now()}`
  await opened.getByRole('textbox', { name: /写便签/ }).fill(note)
  await opened.getByRole('button', { name: '留便签' }).click()
  await opened.getByText(note).waitFor()
  expect(problems).toEqual([])
})

it('the sample data has a work item of each kind, and its page shows the content', async () => {
  const { page, problems } = await openConsole('work', owner)
  const staff = api((await api(await tokenOf(owner)).call('POST /staff/v1/session_open', {})).token)
  for (const kind of allWorkKinds) {
    const waiting = await staff.call('GET /staff/v1/work_list', { kinds: [kind], assigned: 'all', limit: 1 })
    const [item] = waiting.list
    expect(item, kind).toBeDefined()
    await page.goto(`${inject('base')}/console/work/${item!.id}`)
    const opened = page.getByRole('article')
    await opened.getByText(workKinds[kind].name, { exact: true }).first().waitFor()
    await opened.getByRole('region', { name: '经过' }).waitFor()
    expect(await opened.getByText('内容已经不在了').count(), kind).toBe(0)
  }
  expect(problems).toEqual([])
})

it('in a narrow window a work item opens in a drawer, where its keys and its menu work', async () => {
  const { page, problems } = await openConsole('work?kind=support', operator, {
    viewport: { width: 1100, height: 800 },
  })
  await page.getByRole('list', { name: '待办' }).getByRole('listitem').first().waitFor()
  await page.keyboard.press('j')
  const drawer = page.getByRole('dialog', { name: '待办' })
  const title = drawer.getByRole('article').getByRole('heading', { level: 2 })
  const first = await title.innerText()
  await page.keyboard.press('j')
  await expect.poll(() => title.innerText()).not.toBe(first)
  await page.keyboard.press('k')
  await expect.poll(() => title.innerText()).toBe(first)
  await drawer.getByRole('button', { name: '常用回复' }).click()
  await page.getByRole('menuitem', { name: /换手机号/ }).click()
  const reply = drawer.getByRole('textbox', { name: '回复' })
  await expect.poll(() => reply.inputValue()).toContain('换成新号码')
  await reply.fill('')
  expect(problems).toEqual([])
})
