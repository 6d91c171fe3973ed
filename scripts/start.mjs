// npm start: from a clean clone to a running server. Installs and builds what is stale, then runs the server.
import { join } from 'node:path'
import { buildServer, buildWeb, ensureInstalled, follow, root, serverFlags } from './lib.mjs'

await ensureInstalled()
await buildWeb()
await buildServer()
follow(process.execPath, [...serverFlags, join(root, 'server/dist/main.js')])
