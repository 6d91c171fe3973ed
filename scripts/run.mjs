// Runs one of the server's commands: node scripts/run.mjs <name> [arguments]
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildServer, buildWeb, ensureInstalled, fail, root } from './lib.mjs'

const [name = '', ...args] = process.argv.slice(2)
await ensureInstalled()
await buildServer()
// What is proven is the whole product; the other commands have no need of pages.
if (name === 'prove') await buildWeb()
const file = join(root, 'server/dist/commands', `${name}.js`)
if (!existsSync(file)) fail(`没有名为 ${name} 的命令。`)
const { main } = await import(pathToFileURL(file).href)
try {
  await main(args)
} catch (error) {
  fail(error.message)
}
