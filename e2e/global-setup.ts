import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import type { ProvidedContext } from 'vitest'
import type { TestProject } from 'vitest/node'
import { fastFolder } from '../server/src/testing/fast-folder'
import { freePort } from '../server/src/testing/free-port'
import { shareRuntimes } from '../server/src/testing/shared-runtimes'
import { alipaySettings } from '../server/src/testing/simulators/alipay'
import { newPaymentKeys, type PaymentKeys } from '../server/src/testing/simulators/keys'
import { aiKey, aiModel } from '../server/src/testing/simulators/openai'
import { simulatedApps } from '../server/src/testing/simulators/wechat'
import { wechatPaySettings } from '../server/src/testing/simulators/wechatpay'
import { failuresFolder } from './contexts'

declare module 'vitest' {
  interface ProvidedContext {
    base: string
    browser: string
    wechatPort: number
    aiPort: number
    payment: { wechatPort: number; wechatKeys: PaymentKeys; alipayPort: number; alipayKeys: PaymentKeys }
    dataDir: string
  }
}

const root = fileURLToPath(new URL('..', import.meta.url))

/** Starts one built server with sample data and its own database, and one browser, for all browser tests. */
export async function setup(project: TestProject) {
  // Later shards of a run must not delete the failures of the first one.
  if ((project.vitest.config.shard?.index ?? 1) === 1) rmSync(failuresFolder, { recursive: true, force: true })
  const folder = mkdtempSync(join(fastFolder(), 'dxx-e2e-'))
  // The server expects external services on these ports; the tests that need them start the simulators there.
  const wechatPort = await freePort()
  const aiPort = await freePort()
  const payment = {
    wechatPort: await freePort(),
    wechatKeys: newPaymentKeys(),
    alipayPort: await freePort(),
    alipayKeys: newPaymentKeys(),
  }
  const { base, server } = await startProduct(folder, {
    ...wechatSettings(wechatPort),
    ...paymentSettings(payment),
    ...aiSettings(aiPort),
    DXX_WEB_HOSTS: 'framed.example',
  })
  const browser = await chromium.launchServer({
    executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
    args: flags,
    // Without a UTF-8 locale, downloaded files lose their Chinese names.
    env: { ...process.env, LANG: 'C.UTF-8' } as Record<string, string>,
    // Traces go to our own folder, which is removed at the end: each traced context leaves files behind.
    tracesDir: join(folder, 'traces'),
  })
  project.provide('base', base)
  project.provide('browser', browser.wsEndpoint())
  project.provide('wechatPort', wechatPort)
  project.provide('aiPort', aiPort)
  project.provide('payment', payment)
  project.provide('dataDir', folder)
  return async () => {
    await browser.close()
    await stopped(server)
    rmSync(folder, { recursive: true, force: true })
  }
}

const flags = [
  '--no-sandbox',
  // Without this flag, the headless shell breaks lines at other words than the whole browser.
  '--font-render-hinting=none',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[
    // app.test.ts serves the app's pages as https://localhost; this check would block their calls to the local server.
    'LocalNetworkAccessChecks',
    // Without this, each window would load Chromium's address bar popups as pages: three quarters of the cost of an
    // empty window.
    'WebUIOmniboxPopup',
    'WebUIOmniboxAimPopup',
    'WebUIOmniboxFullPopup',
  ]}`,
]

function wechatSettings(port: number) {
  const url = `http://127.0.0.1:${port}`
  const { mp, web } = simulatedApps
  return {
    DXX_WECHAT_API_URL: url,
    DXX_WECHAT_OPEN_URL: url,
    DXX_WECHAT_MP_APPID: mp.appId,
    DXX_WECHAT_MP_SECRET: mp.secret,
    DXX_WECHAT_WEB_APPID: web.appId,
    DXX_WECHAT_WEB_SECRET: web.secret,
  }
}

function paymentSettings({ wechatPort, wechatKeys, alipayPort, alipayKeys }: ProvidedContext['payment']) {
  const wechat = wechatPaySettings(wechatKeys, `http://127.0.0.1:${wechatPort}`)
  const alipay = alipaySettings(alipayKeys, `http://127.0.0.1:${alipayPort}`)
  return {
    DXX_WECHATPAY_URL: wechat.url,
    DXX_WECHATPAY_MCHID: wechat.mchId,
    DXX_WECHATPAY_SERIAL: wechat.serial,
    DXX_WECHATPAY_PRIVATE_KEY: wechat.privateKey,
    DXX_WECHATPAY_PLATFORM_SERIAL: wechat.platformSerial,
    DXX_WECHATPAY_PLATFORM_KEY: wechat.platformKey,
    DXX_WECHATPAY_API_V3_KEY: wechat.apiV3Key,
    DXX_WECHATPAY_APP_APPID: wechat.appAppId,
    DXX_ALIPAY_ENDPOINT: alipay.endpoint,
    DXX_ALIPAY_APPID: alipay.appId,
    DXX_ALIPAY_SELLER_ID: alipay.sellerId,
    DXX_ALIPAY_PRIVATE_KEY: alipay.privateKey,
    DXX_ALIPAY_PUBLIC_KEY: alipay.publicKey,
  }
}

const aiSettings = (port: number) => ({
  DXX_AI_URL: `http://127.0.0.1:${port}/v1`,
  DXX_AI_KEY: aiKey,
  DXX_AI_MODEL: aiModel,
})

/** Starts the built server with sample data in its own data folder. */
export async function startProduct(
  dataDir: string,
  settings: Record<string, string>,
): Promise<{ base: string; server: ChildProcess }> {
  shareRuntimes(dataDir)
  // The port is chosen before the start, because DXX_PUBLIC_URL contains it: payment services notify that URL and
  // redirect to it.
  const port = await freePort()
  const server = spawn(process.execPath, [join(root, 'server/dist/main.js')], {
    env: {
      PATH: process.env.PATH,
      DXX_DATA_DIR: dataDir,
      PORT: String(port),
      DXX_PUBLIC_URL: `http://127.0.0.1:${port}`,
      LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return new Promise((resolve, reject) => {
    let output = ''
    const listen = (chunk: Buffer) => {
      output += chunk
      const address = output.match(/http:\/\/127\.0\.0\.1:\d+/)
      if (address) resolve({ base: address[0], server })
    }
    server.stdout.on('data', listen)
    server.stderr.on('data', listen)
    server.on('exit', () => reject(new Error(`the product did not start:\n${output}`)))
  })
}

export function stopped(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return Promise.resolve()
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  server.kill('SIGTERM')
  return exited
}
