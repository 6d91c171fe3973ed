import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { simulatedApps } from '../server/src/testing/simulators/wechat'

declare module 'vitest' {
  interface ProvidedContext {
    base: string
    browser: string
    wechatPort: number
    dataDir: string
  }
}

const root = fileURLToPath(new URL('..', import.meta.url))

/** One product and one browser for all journeys: the built server with sample data on a database of its own. */
export async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'dxx-e2e-'))
  // The product knows WeChat at a port where the journeys that need it start the simulator.
  const wechatPort = await freePort()
  const { base, server } = await startProduct(folder, wechatPort)
  const browser = await chromium.launchServer({
    executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
    args: flags,
  })
  project.provide('base', base)
  project.provide('browser', browser.wsEndpoint())
  project.provide('wechatPort', wechatPort)
  project.provide('dataDir', folder)
  return async () => {
    await browser.close()
    await stopped(server)
    rmSync(folder, { recursive: true, force: true })
  }
}

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
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

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}

function startProduct(dataDir: string, wechatPort: number): Promise<{ base: string; server: ChildProcess }> {
  const server = spawn(process.execPath, [join(root, 'server/dist/main.js')], {
    env: {
      PATH: process.env.PATH,
      DXX_DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'error',
      ...wechatSettings(wechatPort),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return new Promise((resolve, reject) => {
    let said = ''
    const listen = (chunk: Buffer) => {
      said += chunk
      const address = said.match(/http:\/\/127\.0\.0\.1:\d+/)
      if (address) resolve({ base: address[0], server })
    }
    server.stdout.on('data', listen)
    server.stderr.on('data', listen)
    server.on('exit', () => reject(new Error(`the product did not start:\n${said}`)))
  })
}

function stopped(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return Promise.resolve()
  const gone = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  server.kill('SIGTERM')
  return gone
}
