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
const assetsScript = fileURLToPath(new URL('../scripts/app-assets.mjs', import.meta.url))
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

/** Emulates the app's web view: serves local files under Capacitor's origin and adds Capacitor's bridge to window. */
async function openApp() {
  const visitor = await visit({ as: '13800000001' })
  const { page, context } = visitor
  // Leaves the site first: calls that its page still sends would be counted as calls of the app.
  await page.goto('about:blank')
  await context.addInitScript(() => {
    const listeners = new Map<string, (data?: object) => void>()
    const logged: string[] = []
    const App = {
      addListener: (event: string, listener: () => void) => listeners.set(event, listener),
      minimizeApp: () => logged.push('minimized'),
    }
    Object.assign(window, {
      said: logged,
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

it('the app runs from local files: calls and images reach the server; calls send the platform header', async () => {
  const { page, platforms, problems } = await openApp()
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
})

it('the back button navigates back, then minimizes the app; an app link opens its page', async () => {
  const { page } = await openApp()
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
})

it('both native projects get icons, links, permission texts and version; a second run changes nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dxx-projects-'))
  const write = async (file: string, text: string) => {
    await mkdir(join(folder, file, '..'), { recursive: true })
    await writeFile(join(folder, file), text)
  }
  const manifestFile = 'android/app/src/main/AndroidManifest.xml'
  const plistFile = 'ios/App/App/Info.plist'
  // The files have the same structure as Capacitor's templates.
  await write(
    manifestFile,
    '<manifest><application android:allowBackup="true"><activity></activity></application></manifest>',
  )
  await write('android/app/build.gradle', 'versionCode 1\nversionName "1.0"\n')
  await write('android/app/src/main/res/mipmap-hdpi/ic_launcher.png', '')
  await write(
    plistFile,
    '<plist><dict>\n<key>CFBundleDevelopmentRegion</key>\n<string>en</string>\n</dict>\n</plist>\n',
  )
  const settings = 'CURRENT_PROJECT_VERSION = 1;\nINFOPLIST_FILE = App/Info.plist;\nMARKETING_VERSION = 1.0;\n'
  await write('ios/App/App.xcodeproj/project.pbxproj', settings + settings)
  await write('ios/App/App/Assets.xcassets/Splash.imageset/splash-2732x2732.png', '')
  await write('ios/App/App/Assets.xcassets/AppIcon.appiconset/AppIcon-512@2x.png', '')

  const run = async (steps: string) => {
    const names = 'const { checkAssets, addAndroidAssets, addIosAssets }'
    const script = `${names} = await import(${JSON.stringify(assetsScript)}); const folder = ${JSON.stringify(folder)}; const site = 'https://study.example.cn'; ${steps}`
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
    return Promise.all([manifestFile, plistFile].map((file) => readFile(join(folder, file), 'utf8')))
  }
  const addAssets =
    "addAndroidAssets(folder + '/android', site); addIosAssets(folder + '/ios', site); checkAssets(folder, site)"
  const [manifest, plist] = await run(addAssets)
  expect(manifest).toContain('android:scheme="https" android:host="study.example.cn"')
  expect(plist).toMatch(/<key>NSCameraUsageDescription<\/key>\s*<string>用于扫描二维码/)
  expect(existsSync(join(folder, 'android/app/src/main/res/mipmap-anydpi-v26/ic_launcher.xml'))).toBe(true)
  expect(await run(addAssets)).toEqual([manifest, plist])

  // The build fails if an entry is missing or a plugin requests an additional permission.
  await write(manifestFile, manifest!.replaceAll('study.example.cn', 'elsewhere.example.cn'))
  await expect(run('checkAssets(folder, site)')).rejects.toThrow('lacks android:host="study.example.cn"')
  await write(
    manifestFile,
    manifest!.replace('permission.CAMERA"', 'permission.CAMERA" x="android.permission.RECORD_AUDIO"'),
  )
  await expect(run('checkAssets(folder, site)')).rejects.toThrow('asks for RECORD_AUDIO')
  await rm(folder, { recursive: true, force: true })
})
