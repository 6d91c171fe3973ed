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

/** Puts all modules that these modules need into one chunk, because one file loads faster than thirty small ones. */
function groupOf(name: string, paths: string[]) {
  let needed: Set<string> | undefined
  const reached = (graph: ModuleGraph) => {
    const seen = new Set<string>()
    const queue = paths.map(source)
    for (const id of queue) {
      if (seen.has(id)) continue
      seen.add(id)
      queue.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
    }
    return seen
  }
  return {
    debugName: name,
    name(id: string, graph: ModuleGraph) {
      needed ??= reached(graph)
      return needed.has(id) ? name : null
    },
  }
}

/** What the home page needs. */
const firstGroup = groupOf('first', ['shell/main.tsx', 'pages/index/index.tsx'])
/** What the other tabs need besides, and the home page of a user who has logged in. */
const tabsGroup = groupOf('tabs', [
  'state/drafts.ts',
  'pages/index/personal.tsx',
  'pages/index/desktop-resume.tsx',
  'pages/books/index.tsx',
  'pages/study/index.tsx',
  'pages/my/index.tsx',
])

/** Removes KaTeX's fonts other than woff2, which all supported browsers read, to save disk space. */
export const formulaFonts: Plugin = {
  name: 'formula-fonts',
  enforce: 'pre',
  transform: (code, id) =>
    /katex[^/]*\.css$/.test(id) ? code.replace(/,\s*url\([^)]*\) format\("(woff|truetype)"\)/g, '') : undefined,
}

/** Adds the CSP to the HTML of the app, because its pages are loaded from the device and no server sends the header. */
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

/** Puts the shared modules of a feature into one chunk, because they are usually needed together. */
const featureOf = (id: string) => /\/features\/([\w-]+)\//.exec(id)?.[1] ?? null

/**
 * Puts the pages of a folder into one chunk, because they link to each other; the pages that describe an item form one
 * chunk too, because each is a line. Folders with a single small page share the chunk `other-pages`.
 */
const pagesOf = (id: string) => {
  if (/\/pages\/(books|course|digital-textbooks)\/details/.test(id)) return 'details-pages'
  const folder = /\/pages\/([\w-]+)\//.exec(id)?.[1] ?? 'other'
  return /^(article|download|evaluate|resource|teacher|webview)$/.test(folder) ? 'other-pages' : `${folder}-pages`
}

/** Serves the staff console for all its URLs during development; console.config.ts builds it for production. */
const consolePages: Plugin = {
  name: 'console-pages',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _response, next) => {
      if (/^\/console(\/[^.]*)?(\?.*)?$/.test(request.url ?? '')) request.url = '/console/index.html'
      next()
    })
  },
}

export const lucideAlias = { find: /^\.\.\/createLucideIcon\.mjs$/, replacement: source('ui/line-icon.ts') }

export default defineConfig(({ mode }) => ({
  plugins: [react(), tailwindcss(), formulaFonts, consolePages, mode === 'app' ? appPolicy : serviceWorker()],
  resolve: { alias: [lucideAlias] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Oldest supported browsers: iOS 14, and the Chromium inside WeChat on Android. For scripts that is ES2020: with
    // the name of Chromium 87, every `?.` would be replaced, because it spreads arguments of an optional call wrongly.
    target: ['es2020', 'safari14'],
    cssTarget: ['es2020', 'chrome87', 'safari14'],
    sourcemap: false,
    // No warning, because e2e/bundle.test.ts checks sizes; the large chunks are libraries that a single page loads.
    chunkSizeWarningLimit: 5000,
    // Fonts are not inlined, because the CSP allows fonts from files only.
    assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
    // No polyfill: browsers without module preloading load the same modules slightly later.
    modulePreload: {
      polyfill: false,
      // The chunks of the entry need no preloading, because they are always loaded before a page.
      resolveDependencies: (_file, needed) => needed.filter((name) => !/\/(react|first|rolldown-runtime)-/.test(name)),
    },
    // React has its own chunk, which stays cached across releases because it rarely changes.
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: {
        // Short hashes, because the first chunk contains the names of all others.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 2 },
            { ...firstGroup, priority: 1 },
            { ...tabsGroup, priority: 0.5 },
            // Groups shared modules, because hundreds of small files would cost more requests and names than they save.
            { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 2 },
            { name: 'kit', test: /\/web\/src\/(ui|api|state|platform|router)\//, minShareCount: 2 },
            { name: 'rules', test: /\/contract\/src\//, minShareCount: 2 },
            { name: featureOf, debugName: 'features', test: /\/web\/src\/features\//, minShareCount: 2 },
            { name: pagesOf, debugName: 'pages', test: /\/web\/src\/pages\// },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': api, '/media': api } },
}))
