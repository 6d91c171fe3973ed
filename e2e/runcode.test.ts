import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { axe } from './axe'
import { api, desktop, visit } from './browser'
import { editor, output, route, run, write } from './runcode-steps'

/** Collects the CSP violations of the page. */
function forbidden(page: Page): string[] {
  const found: string[] = []
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) found.push(message.text())
  })
  return found
}

it('code written and run by keyboard alone survives a reload and is loaded on another device', {
  timeout: 120_000,
}, async () => {
  const visitor = await visit({ as: '13800000002', route: route('python'), options: desktop })
  const { page } = visitor
  const broken = forbidden(page)
  const source = `names = input().split()\nfor name in names:\n    print('你好', name, ${Date.now()})`
  const stamp = source.match(/\d{5,}/)![0]
  await write(page, 'Python', source)
  await page.getByRole('button', { name: '程序的输入' }).press('Enter')
  await page.getByLabel('程序的输入，运行前填好').fill('小林 阿陈')
  await editor(page, 'Python').focus()
  await page.keyboard.press('Control+Enter')
  await expect
    .poll(() => output(page).innerText(), { timeout: 30_000 })
    .toBe(`你好 小林 ${stamp}\n你好 阿陈 ${stamp}\n`)

  // Tab indents inside the editor; Escape, then Tab leaves the editor.
  await editor(page, 'Python').focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('pass')
  await expect.poll(() => editor(page, 'Python').innerText()).toMatch(/\n {8}pass$/)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('DIV')

  // The editor's styles apply: in a shadow root they are adopted style sheets, which the CSP allows.
  expect(await page.locator('.cm-gutters').evaluate((gutters) => getComputedStyle(gutters).backgroundColor)).toBe(
    'rgb(16, 24, 40)',
  )
  expect(await axe(page)).toEqual([])

  await page.reload()
  await expect.poll(() => editor(page, 'Python').innerText()).toContain('        pass')
  const { token } = await api().call('POST /v1/login_password', { mobile: '13800000002', password: 'Study2026' })
  await expect
    .poll(async () => (await api(token).call('GET /v1/runcode_draft', { cell: 'scratch:python' }))?.source, {
      timeout: 15_000,
    })
    .toContain('        pass')
  const other = await visit({ as: '13800000002', route: route('python') })
  await expect.poll(() => editor(other.page, 'Python').innerText()).toContain(stamp)
  expect(visitor.problems).toEqual([])
  expect(broken).toEqual([])
})

it('JavaScript and SQL run offline in the browser within limits', { timeout: 120_000 }, async () => {
  const visitor = await visit({ as: '13800000003', route: route('javascript'), options: desktop })
  const { page, context } = visitor
  const broken = forbidden(page)
  // The page loads both engines once it is idle.
  const engines = () =>
    page.evaluate(() => {
      const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
      return ['javascript-worker-', 'sql-worker-', '.wasm'].filter((part) => loaded.some((url) => url.includes(part)))
    })
  await expect.poll(engines).toHaveLength(3)
  await page.getByRole('tab', { name: 'SQL', exact: true }).click()
  await editor(page, 'SQL').waitFor()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)

  await run(page).click()
  await page.getByText('· 本机运行').waitFor()
  await page.getByRole('cell', { name: '小林' }).waitFor()

  await page.getByRole('tab', { name: 'JavaScript', exact: true }).click()
  await write(page, 'JavaScript', "console.log('断网也能跑', 6 * 7)")
  await run(page).click()
  await page.getByText('· 本机运行').waitFor()
  expect(await output(page).innerText()).toBe('断网也能跑 42\n')
  await page.getByText('只存在本机，联网后自动同步').waitFor()

  await write(page, 'JavaScript', "console.log('开始')\nfor (;;) {}")
  await run(page).click()
  await page.getByText('超时，程序已停止').waitFor({ timeout: 30_000 })
  expect(await output(page).innerText()).toBe('开始\n')

  await page.getByRole('tab', { name: 'Python' }).click()
  await run(page).click()
  await page.getByText('没有网络，这种语言要联网才能运行').waitFor()

  await context.setOffline(false)
  await page.getByRole('tab', { name: 'JavaScript', exact: true }).click()
  await page.getByText('只存在本机，联网后自动同步').waitFor({ state: 'hidden' })
  expect(broken).toEqual([])
})
