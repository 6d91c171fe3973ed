// npm run build:app: bundles the web into the native projects app/android and app/ios, for Android Studio and Xcode.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { addAndroidAssets, addIosAssets, checkAssets } from './app-assets.mjs'
import { buildWebApp, ensureInstalled, fail, root, run, say } from './lib.mjs'

const site = process.env.DXX_PUBLIC_URL
if (!site || !URL.canParse(site)) {
  fail('请用 DXX_PUBLIC_URL 写明 App 连接的网址，例如：DXX_PUBLIC_URL=https://study.example.cn npm run build:app')
}
const folder = join(root, 'app')
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
const cap = (...args) =>
  run(process.execPath, [join(folder, 'node_modules/@capacitor/cli/bin/capacitor'), ...args], { cwd: folder })

await ensureInstalled()
say('正在构建 App 的网页…')
buildWebApp(new URL(site).origin, join(folder, 'www'))
say('正在准备原生工程…')
if (!existsSync(join(folder, 'node_modules')))
  run(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder })
for (const platform of ['android', 'ios']) if (!existsSync(join(folder, platform))) cap('add', platform)
addAndroidAssets(join(folder, 'android'), site)
addIosAssets(join(folder, 'ios'), site)
cap('sync')
checkAssets(folder, site)
say('完成：app/android 用 Android Studio 打开，app/ios 用 Xcode 打开。')
