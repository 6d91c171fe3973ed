import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    base: string
    browser: string
  }
}

const root = fileURLToPath(new URL('..', import.meta.url))

/** One product and one browser for all journeys: the built server with sample data on a database of its own. */
export async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'dxx-e2e-'))
  const { base, server } = await startProduct(folder)
  const browser = await chromium.launchServer({
    executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
    args: flags,
  })
  project.provide('base', base)
  project.provide('browser', browser.wsEndpoint())
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

function startProduct(dataDir: string): Promise<{ base: string; server: ChildProcess }> {
  const server = spawn(process.execPath, [join(root, 'server/dist/main.js')], {
    env: { PATH: process.env.PATH, DXX_DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' },
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
