import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { serviceWorker } from './service-worker/plugin.ts'

const api = `http://127.0.0.1:${process.env.DXX_API_PORT ?? 3001}`

const source = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url))

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: string[] } | null
}

/** The group of what the home page needs, whatever else needs it too: one file loads sooner than thirty small ones. */
function firstGroup() {
  let needed: Set<string> | undefined
  const reached = (graph: ModuleGraph) => {
    const seen = new Set<string>()
    const queue = ['main.tsx', 'pages/index/index.tsx'].map(source)
    for (const id of queue) {
      if (seen.has(id)) continue
      seen.add(id)
      queue.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
    }
    return seen
  }
  return {
    debugName: 'first',
    name(id: string, graph: ModuleGraph) {
      needed ??= reached(graph)
      return needed.has(id) ? 'first' : null
    },
  }
}

/** Every browser we serve reads woff2: KaTeX's other font files would only fill the disk. */
const formulaFonts: Plugin = {
  name: 'formula-fonts',
  enforce: 'pre',
  transform: (code, id) =>
    /katex[^/]*\.css$/.test(id) ? code.replace(/,\s*url\([^)]*\) format\("(woff|truetype)"\)/g, '') : undefined,
}

/** The app's pages come from the device, without a server that could send a policy along. */
const appPolicy: Plugin = {
  name: 'app-policy',
  transformIndexHtml: () => {
    const site = process.env.VITE_SITE
    const content = [
      "default-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      `img-src 'self' data: blob: ${site}`,
      `media-src 'self' blob: ${site}`,
      `connect-src 'self' ${site}`,
      "worker-src 'self' blob:",
      'frame-src https:',
      "object-src 'none'",
      "base-uri 'none'",
    ].join('; ')
    return [{ tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content }, injectTo: 'head-prepend' }]
  },
}

/** A feature's shared parts are one file: who needs one of them soon needs another. */
const featureOf = (id: string) => /\/features\/([\w-]+)\//.exec(id)?.[1] ?? null

/** Small pages that lead to each other come together. */
const pagesOf = (id: string) => `${/\/pages\/([\w-]+)\//.exec(id)?.[1] ?? 'other'}-pages`

export default defineConfig(({ mode }) => ({
  plugins: [react(), tailwindcss(), formulaFonts, mode === 'app' ? appPolicy : serviceWorker()],
  resolve: { alias: [{ find: /^\.\.\/createLucideIcon\.mjs$/, replacement: source('ui/line-icon.ts') }] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // iOS 14 and later, and the Chromium inside WeChat on Android.
    target: ['es2020', 'chrome87', 'safari14'],
    sourcemap: false,
    // e2e/bundle.test.ts watches over sizes; what is large here is a library that one page loads.
    chunkSizeWarningLimit: 5000,
    // The policy of our pages allows fonts from files only.
    assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
    // Browsers that do not know module preloading load the same modules a little later.
    modulePreload: {
      polyfill: false,
      // What the entry loads is there already whenever a page is.
      resolveDependencies: (_file, needed) => needed.filter((name) => !/\/(react|first|rolldown-runtime)-/.test(name)),
    },
    // React changes seldom: apart, it stays in the browser's cache from one release to the next.
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 2 },
            { ...firstGroup(), priority: 1 },
            // Hundreds of small files would cost more in requests, and in the list of them, than they save.
            { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 2 },
            { name: 'kit', test: /\/(web\/src\/(ui|api|state|platform|router)|contract\/src)\//, minShareCount: 2 },
            { name: featureOf, debugName: 'features', test: /\/web\/src\/features\//, minShareCount: 2 },
            { name: pagesOf, debugName: 'pages', test: /\/web\/src\/pages\// },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': api, '/media': api } },
}))
