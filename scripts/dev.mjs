// npm run dev: rebuilds and restarts the server on change, with vite and hot reload in front of it.
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, follow, root, serverBuilds, serverFlags } from './lib.mjs'

await ensureInstalled()
const { context } = await import('esbuild')
const webPort = process.env.PORT ?? '3000'
const apiPort = String(Number(webPort) + 1)

let server
let stopping = false
async function stop() {
  if (!server || server.exitCode !== null) return
  const gone = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await gone
}

/** Starts the next server after the previous one has exited, so that port and database are free. */
async function restart() {
  await stop()
  if (stopping) return
  server = spawn(process.execPath, [...serverFlags, join(root, 'server/dist/main.js')], {
    stdio: 'inherit',
    env: { ...process.env, PORT: apiPort },
  })
}

let queue = Promise.resolve()
const builds = serverBuilds()
// The server's own build is the last one, and runs after that of its threads.
builds.at(-1).plugins.push({
  name: 'restart',
  setup: (build) =>
    build.onEnd(({ errors }) => {
      if (errors.length === 0) queue = queue.then(restart)
    }),
})
// The stamp names the sources of the last build. The watch build below overwrites that build, so the stamp must be
// deleted.
rmSync(join(root, 'server/dist/.built'), { force: true })
for (const options of builds) {
  const watching = await context(options)
  await watching.watch()
}

follow(
  process.execPath,
  [join(root, 'node_modules/vite/bin/vite.js'), 'web', '--port', webPort, '--host', '127.0.0.1'],
  { env: { ...process.env, DXX_API_PORT: apiPort } },
  () => {
    stopping = true
    return stop()
  },
)
