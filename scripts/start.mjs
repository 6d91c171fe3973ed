// npm start: from a clean clone to a running product. Installs and builds what is stale, then hands over to the server.
import { join } from 'node:path'
import { buildServer, buildWeb, ensureInstalled, follow, root } from './lib.mjs'

ensureInstalled()
buildWeb()
await buildServer()
follow(process.execPath, ['--enable-source-maps', join(root, 'server/dist/main.js')])
