// Runs a command of the server or of verify: node scripts/run.mjs <name> [arguments]
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildServer, buildVerify, buildWeb, ensureInstalled, fail, root } from './lib.mjs'

const [name = '', ...args] = process.argv.slice(2)
await ensureInstalled()
const ofVerify = existsSync(join(root, 'verify/src/commands', `${name}.ts`))
await (ofVerify ? buildVerify() : buildServer())
// `verify` runs the whole product, including the web pages; the other commands need no web build.
if (name === 'verify') await buildWeb()
const file = join(root, ofVerify ? 'verify' : 'server', 'dist/commands', `${name}.js`)
if (!existsSync(file)) fail(`没有名为 ${name} 的命令。`)
const { main } = await import(pathToFileURL(file).href)
try {
  await main(args)
} catch (error) {
  // The error of a refused connection has a code but no message.
  fail(error.message || error.code || String(error))
}
