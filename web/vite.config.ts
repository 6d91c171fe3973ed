import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const api = `http://127.0.0.1:${process.env.DXX_API_PORT ?? 3001}`

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // iOS 14 and later, and the Chromium inside WeChat on Android.
    target: ['es2020', 'chrome87', 'safari14'],
    sourcemap: false,
    // Browsers that do not know module preloading load the same modules a little later.
    modulePreload: { polyfill: false },
    // React changes seldom: apart, it stays in the browser's cache from one release to the next.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// }] } },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': api, '/media': api } },
})
