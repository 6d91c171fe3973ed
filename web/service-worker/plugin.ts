import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import type { Plugin } from 'vite'
import type { Build } from './build'

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Our own code; libraries that are loaded on demand are kept once somebody has used them. */
const isOurs = (id: string) => id.includes('/web/src/') && !id.includes('/pages/test/')

/** Writes /sw.js with the list of what was built. A hundred lines of our own: Workbox would bring two hundred packages. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []))
      const entry = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/web/src/main.tsx')))!
      // What the start needs comes first: on a full device it is what is kept.
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
        // The page's own text counts: with another one the worker must differ, or nobody would fetch it.
        footer: { js: `// ${hash('sha256', readFileSync(here('../index.html')))}` },
      })
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: outputFiles[0]!.text })
    },
  }
}
