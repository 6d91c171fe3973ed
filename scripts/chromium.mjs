// Finds a browser for the tests (CHROME_PATH, or a Chromium or Chrome of this machine) or installs one: with apt if run
// as root on Debian, otherwise with playwright.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { fail, root, run, say } from './lib.mjs'

/** The headless shell comes first: browser tests need a quarter less CPU time with it than with the whole browser. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

function onPath(name) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(existsSync)
}

/** Returns the path of an installed browser, or undefined. */
export function findChromium() {
  const named = process.env.CHROME_PATH
  if (named) return existsSync(named) ? named : undefined
  return names.map(onPath).find(Boolean) ?? (existsSync(macChrome) ? macChrome : undefined)
}

const hasChineseFont = () => {
  const { stdout, error } = spawnSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' })
  return !error && stdout.trim() !== ''
}

/** Installs a Debian package. Returns whether that succeeded: older releases have no headless shell. */
function aptInstall(name) {
  say(`正在安装测试用的 ${name}…`)
  const args = ['install', '-y', '-qq', '--no-install-recommends', name]
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
}

export function ensureChromium() {
  const named = process.env.CHROME_PATH
  if (named && !existsSync(named)) fail(`CHROME_PATH 指向的文件不存在：${named}`)
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    const [needsBrowser, needsFont] = [!findChromium(), !hasChineseFont()]
    if (needsBrowser || needsFont) run('apt-get', ['update', '-qq'])
    if (needsFont) aptInstall('fonts-noto-cjk')
    if (needsBrowser) ['chromium-headless-shell', 'chromium'].some(aptInstall)
  } else if (!findChromium()) {
    say('正在下载测试用的 Chromium…')
    run(process.execPath, [join(root, 'node_modules/playwright-core/cli.js'), 'install', 'chromium'])
    return createRequire(join(root, 'package.json'))('playwright-core').chromium.executablePath()
  }
  return findChromium() ?? fail('没有找到 Chromium：请安装后用 CHROME_PATH 指明它的位置。')
}
