import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { formulaFonts, lucideAlias } from './vite.config.ts'

/**
 * Build of the staff console, separate from the student app: both share source files but no chunk, so that a change in
 * one does not change the downloads of the other. The student app's service worker ignores /console/.
 */
export default defineConfig({
  plugins: [react(), tailwindcss(), formulaFonts],
  resolve: { alias: [lucideAlias] },
  build: {
    outDir: 'dist',
    // Keeps the student app's build, which is already in the folder.
    emptyOutDir: false,
    copyPublicDir: false,
    // As in the student app: the CSP forbids fonts inlined in style sheets.
    assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
    assetsDir: 'console/assets',
    target: ['es2022', 'chrome111', 'safari16.4', 'firefox114'],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: new URL('console/index.html', import.meta.url).pathname,
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 2 },
            { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 2 },
          ],
        },
      },
    },
  },
})
