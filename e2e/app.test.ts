import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { visit } from './browser'

const lib = fileURLToPath(new URL('../scripts/lib.mjs', import.meta.url))
const dressing = fileURLToPath(new URL('../scripts/app-dress.mjs', import.meta.url))
let www: string

beforeAll(async () => {
  www = await mkdtemp(join(tmpdir(), 'dxx-app-'))
  const script = `import { buildWebApp } from ${JSON.stringify(lib)}; buildWebApp(${JSON.stringify(inject('base'))}, ${JSON.stringify(www)})`
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
}, 300_000)
afterAll(() => rm(www, { recursive: true, force: true }))

interface ShellWindow {
  said: string[]
  fire(event: string, data?: object): void
}
declare const window: Window & ShellWindow

/** The app's web view: pages from the device under Capacitor's address, its bridge on the window. */
async function openApp() {
  const visitor = await visit({ as: '13800000001' })
  const { page, context } = visitor
  await context.addInitScript(() => {
    const listeners = new Map<string, (data?: object) => void>()
    const said: string[] = []
    const App = {
      addListener: (event: string, listener: () => void) => listeners.set(event, listener),
      minimizeApp: () => said.push('minimized'),
    }
    Object.assign(window, {
      said,
      fire: (event: string, data?: object) => listeners.get(event)!(data),
      Capacitor: { getPlatform: () => 'android', Plugins: { App } },
    })
  })
  await context.route('https://localhost/**', (route) => {
    const { pathname } = new URL(route.request().url())
    const path = join(www, pathname === '/' ? 'index.html' : pathname)
    return existsSync(path) ? route.fulfill({ path }) : route.fulfill({ status: 404 })
  })
  const platforms = new Set<string | undefined>()
  page.on('request', (request) => {
    if (request.url().startsWith(`${inject('base')}/api/`) && request.method() !== 'OPTIONS')
      platforms.add(request.headers().platform)
  })
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  await page.goto('https://localhost/')
  return { ...visitor, platforms, problems }
}

it('runs from the device: calls, pictures and links reach the site, and say that they come from the app', async () => {
  const { page, context, platforms, problems } = await openApp()
  await page.goto('https://localhost/#/pages/my/index')
  await page.getByText('周同学').first().waitFor()
  expect([...platforms]).toEqual(['Android'])
  await page.goto('https://localhost/#/pages/index/index')
  await page.locator('a[href*="details"]').first().waitFor()
  const broken = () =>
    page.evaluate(() =>
      [...document.images].filter((one) => one.complete && one.naturalWidth === 0).map(({ src }) => src),
    )
  expect(await broken()).toEqual([])
  expect(problems).toEqual([])
  await context.close()
})

it('the back button walks back and then steps aside; a link opens its page', async () => {
  const { page, context } = await openApp()
  await page.getByRole('navigation', { name: '主导航' }).waitFor()
  await page.waitForFunction(() => 'fire' in window)
  const route = () => new URL(page.url()).hash
  await page.evaluate((url) => window.fire('appUrlOpen', { url }), `${inject('base')}/#/pages/setting/about`)
  await expect.poll(route).toBe('#/pages/setting/about')
  await page.evaluate(() => window.fire('backButton'))
  await expect.poll(route).toMatch(/^(#\/?)?(pages\/index\/index)?$/)
  expect(await page.evaluate(() => window.said)).toEqual([])
  await page.evaluate(() => window.fire('backButton'))
  expect(await page.evaluate(() => window.said)).toEqual(['minimized'])
  await context.close()
})

it('Android gets our icons, splash, links and version, and a second build changes nothing', async () => {
  const project = await mkdtemp(join(tmpdir(), 'dxx-android-'))
  const main = join(project, 'app/src/main')
  await mkdir(join(main, 'res/mipmap-hdpi'), { recursive: true })
  await writeFile(join(main, 'AndroidManifest.xml'), '<manifest><activity></activity></manifest>')
  await writeFile(join(project, 'app/build.gradle'), 'versionCode 1\nversionName "1.0"\n')
  const dress = async () => {
    const script = `import { dressAndroid } from ${JSON.stringify(dressing)}; dressAndroid(${JSON.stringify(project)}, 'https://study.example.cn')`
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
    return readFile(join(main, 'AndroidManifest.xml'), 'utf8')
  }
  const manifest = await dress()
  expect(manifest).toContain('android:scheme="https" android:host="study.example.cn"')
  expect(manifest).toContain('android:scheme="duoxiangxue"')
  expect(await readFile(join(main, 'res/drawable/splash.xml'), 'utf8')).toContain('@drawable/ic_launcher_foreground')
  expect(existsSync(join(main, 'res/drawable/ic_launcher_foreground.xml'))).toBe(true)
  expect(existsSync(join(main, 'res/mipmap-hdpi/ic_launcher.png'))).toBe(true)
  expect(await readFile(join(project, 'app/build.gradle'), 'utf8')).not.toContain('versionCode 1\n')
  expect(await dress()).toBe(manifest)
  await rm(project, { recursive: true, force: true })
})
