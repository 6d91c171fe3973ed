// npm run build:mini: builds the mini-program, a web view of the site, into mini/dist and compiles it once as a check.
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { ensureInstalled, fail, root, run, say } from './lib.mjs'

const site = process.env.DXX_PUBLIC_URL
if (!site || !URL.canParse(site)) {
  fail('请用 DXX_PUBLIC_URL 写明小程序打开的网址，例如：DXX_PUBLIC_URL=https://study.example.cn npm run build:mini')
}
const folder = join(root, 'mini')
const dist = join(folder, 'dist')
await ensureInstalled()
rmSync(dist, { recursive: true, force: true })
cpSync(join(folder, 'src'), dist, { recursive: true })
writeFileSync(join(dist, 'site.js'), `module.exports = ${JSON.stringify({ site: new URL(site).origin })}\n`)

if (!existsSync(join(folder, 'node_modules'))) {
  say('正在安装微信的编译工具（只在首次）…')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  run(npm, ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder })
}
const ci = createRequire(join(folder, 'package.json'))('miniprogram-ci')
const project = new ci.Project({ appid: 'touristappid', type: 'miniProgram', projectPath: dist, privateKey: 'none' })
// Replaces a request to WeChat's servers: compilation does not depend on these values. Other requests may fail.
project.attr = async () => ({ appType: 0, isSandbox: true, platform: true, released: true, setting: {} })
try {
  await ci.getCompiledResult(
    { project, version: '0', setting: { es6: true, minify: true }, onProgressUpdate: () => {} },
    join(dist, '..', 'compiled.zip'),
  )
} catch (error) {
  fail(`小程序编译不通过：${error.message}`)
}
say('完成：mini/dist 用微信开发者工具打开，改好 appid 后上传。')
// WeChat's compiler leaves a process running, so this script would not exit by itself.
process.exit()
