import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { axe } from './axe'
import { api, desktop, phone, visit } from './browser'

const route = (language: string) => `pages/digital-textbooks/runcode?language=${language}`
const run = (page: Page) => page.getByRole('button', { name: '运行', exact: true })
const output = (page: Page) => page.getByRole('region', { name: '程序输出' })
/** Playwright pierces open shadow roots by itself. */
const editor = (page: Page, language: string) => page.getByRole('textbox', { name: `${language} 代码编辑区` })

/** Replaces the code by keyboard. Inserts it as one text, because the editor would indent typed lines once more. */
async function write(page: Page, language: string, source: string): Promise<void> {
  await editor(page, language).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(source)
}

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

it('SQL results are tables; a C compile error is underlined and listed; the original code can be restored', {
  timeout: 120_000,
}, async () => {
  const visitor = await visit({ as: '13800000001', route: route('sql'), options: phone })
  const { page } = visitor
  await write(
    page,
    'SQL',
    "create table t (a text, b integer);\ninsert into t values ('甲', 1), ('乙', null);\nselect * from t;",
  )
  await run(page).tap()
  await page.getByRole('cell', { name: '甲' }).waitFor({ timeout: 30_000 })
  await page.getByRole('cell', { name: 'NULL' }).waitFor()
  expect(await axe(page)).toEqual([])

  await page.getByRole('tab', { name: 'C', exact: true }).tap()
  const good = '#include <stdio.h>\nint main(void) {\n    puts("好");\n    return 0;\n}\n'
  await write(page, 'C', good)
  await run(page).tap()
  await expect.poll(() => output(page).innerText(), { timeout: 30_000 }).toBe('好\n')
  await write(page, 'C', good.replace('puts("好");', 'int x = missing;'))
  await run(page).tap()
  await page.getByText('编译错误').waitFor({ timeout: 30_000 })
  await page.locator('.cm-lint-marker-error').waitFor()
  await page.getByRole('button', { name: /第 3 行.*missing/ }).tap()
  await page.locator('.cm-activeLine', { hasText: 'missing' }).waitFor()

  // The symbol bar is shown while the editor has the focus.
  await page.getByRole('button', { name: '左花括号' }).tap()
  await page.locator('.cm-activeLine', { hasText: '{missing' }).waitFor()
  await page.getByRole('button', { name: '撤销' }).tap()
  await page.locator('.cm-activeLine', { hasText: '= missing' }).waitFor()

  await page.getByRole('button', { name: '恢复原样' }).tap()
  await page.getByRole('button', { name: '恢复', exact: true }).tap()
  await expect.poll(() => editor(page, 'C').innerText()).toContain('出发')
  expect(visitor.problems).toEqual([])
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

it('a queued program shows its queue position, then the result', {
  timeout: 120_000,
}, async () => {
  const login = async (mobile: string) =>
    api((await api().call('POST /v1/login_password', { mobile, password: 'Study2026' })).token)
  const others = [await login('13800000002'), await login('13800000003')]
  const visitor = await visit({ as: '13800000001', route: route('python'), options: phone })
  const { page } = visitor
  await write(page, 'Python', "print('轮到我了')")
  await run(page).tap()
  await expect.poll(() => output(page).innerText(), { timeout: 30_000 }).toBe('轮到我了\n')

  // Fills every worker slot, from two accounts.
  const endless = { language: 'python' as const, source: 'while True: pass' }
  const sent = others.flatMap((client) => [1, 2].map(() => client.send('POST /v1/runcode', endless)))
  const busy = async () => (await others[0]!.call('GET /v1/runcode_queue', {})).running
  await expect.poll(busy).toBeGreaterThan(0)
  await run(page).tap()
  await page.getByText(/^排队中，(前面还有 \d 个|下一个就是你)$/).waitFor({ timeout: 20_000 })
  await page.getByRole('button', { name: '停止' }).waitFor()
  expect(await axe(page)).toEqual([])
  await expect
    .poll(
      () =>
        output(page)
          .innerText()
          .catch(() => ''),
      { timeout: 60_000 },
    )
    .toBe('轮到我了\n')
  await Promise.all(sent)
  expect(visitor.problems).toEqual([])
})
