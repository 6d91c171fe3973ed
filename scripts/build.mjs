// npm run build: builds everything production needs into server/dist and web/dist.
import { buildServer, buildWeb, ensureInstalled, say } from './lib.mjs'

await ensureInstalled()
await buildWeb()
await buildServer()
say('构建完成：web/dist 与 server/dist。')
