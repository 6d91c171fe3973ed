// npm run generate: writes contract/src/meta.ts and staff-meta.ts, the small tables of calls that the browser needs.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root, say } from './lib.mjs'

await ensureInstalled()
const { build } = await import('esbuild')
const entryPoints = [join(root, 'contract/src/meta-source.ts')]
const { outputFiles } = await build({ entryPoints, bundle: true, write: false, platform: 'node', format: 'esm' })
const { metaSource, staffMetaSource } = await import(
  `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
)
for (const [name, source] of [
  ['meta.ts', metaSource()],
  ['staff-meta.ts', staffMetaSource()],
]) {
  const file = join(root, 'contract/src', name)
  writeFileSync(file, source)
  say(`已更新 ${file}`)
}
