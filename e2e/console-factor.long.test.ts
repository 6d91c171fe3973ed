import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { api } from './browser'
import { enrol, logIn, openConsole, owner } from './console'
import { startProduct, stopped } from './global-setup'

it('a required second factor opens no page of the console and rejects calls until the user has enrolled', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dxx-factor-'))
  const { base, server } = await startProduct(folder, { DXX_STAFF_SECOND_FACTOR: 'true' })
  try {
    const site = { base, now: () => Math.floor(Date.now() / 1000) }
    const { page } = await openConsole('')
    await page.goto(`${base}/console/staff`)
    await logIn(page, owner)
    await page.getByRole('heading', { name: /二次验证/ }).waitFor()
    await expect.poll(() => page.getByRole('navigation', { name: '主导航' }).count()).toBe(0)
    const token = (await page.evaluate(() => localStorage.getItem('dxx-console-token')))!
    expect(await api(token, site).send('GET /staff/v1/people_list', {})).toMatchObject({
      code: 10,
      data: { need: 'enrol' },
    })
    await enrol(page)
    await page.getByRole('heading', { name: '员工与权限' }).waitFor()
    expect((await api(token, site).send('GET /staff/v1/people_list', {})).code).toBe(1)
  } finally {
    await stopped(server)
    rmSync(folder, { recursive: true, force: true })
  }
}, 180_000)
