import { expect, it } from 'vitest'
import { axe } from './axe'
import { api, phone, visit } from './browser'
import { editor, output, route, run, write } from './runcode-steps'

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
