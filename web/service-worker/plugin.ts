import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import type { Plugin } from 'vite'
import type { Build } from './build'

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Checks whether a module is our own code, which is cached at install; libraries are cached on first use. */
const isOurs = (id: string) => id.includes('/web/src/') && !id.includes('/pages/test/')

/** Writes /sw.js with the list of built files. Custom code of about 100 lines, since Workbox would add 200 packages. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []))
      const entry = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/web/src/shell/main.tsx')))!
      // Files needed at the start come first, so that they are cached even if the storage becomes full.
      const inOrder = [entry, ...chunks.filter((chunk) => chunk !== entry && chunk.moduleIds.some(isOurs))]
      const needed = new Set<string>()
      for (const chunk of inOrder) {
        for (const name of [chunk.fileName, ...chunk.imports, ...(chunk.viteMetadata?.importedCss ?? [])])
          needed.add(`/${name}`)
      }
      const all = Object.keys(bundle).filter((name) => name.startsWith('assets/'))
      const build: Build = { entry: entry.fileName, needed: [...needed], all: all.map((name) => `/${name}`) }
      const { outputFiles } = buildSync({
        entryPoints: [here('worker.ts')],
        bundle: true,
        write: false,
        minify: true,
        target: 'es2020',
        define: { build: JSON.stringify(build) },
        // Includes a hash of the page: without a changed worker, browsers would not fetch a changed page.
        footer: { js: `// ${hash('sha256', readFileSync(here('../index.html')))}` },
      })
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: outputFiles[0]!.text })
    },
  }
}
