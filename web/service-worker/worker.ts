import type { Build } from './build'

/*
 * Keeps the app's own files, so that it opens at once and without a network. It knows nothing of /api and /media:
 * what they answer belongs to somebody, and the app keeps it by itself.
 */
declare const self: ServiceWorkerGlobalScope
/** Written in when the web is built; see vite.config.ts. */
declare const build: Build

/** Files whose names carry a hash of their content: what is there under a name is right for ever. */
const filesName = 'dxx-files'
/** The page itself, and the list of the build that it belongs to. */
const shellName = 'dxx-shell'
const page = '/'
const listed = '/build-files.json'
/** How many files are fetched at a time: the learner's own requests come first. */
const atOnce = 3

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || request.headers.has('range')) return
  if (request.mode === 'navigate' && pathname === page) {
    event.respondWith(openPage())
    event.waitUntil(refreshHeaders())
  } else if (pathname.startsWith('/assets/')) event.respondWith(openFile(request))
})

/** Ends only when everything is here: until then, and whenever that fails, the build before stays complete. */
async function install(): Promise<void> {
  if (!(await isKept(keepNeeded))) {
    // A full device must not hold anybody to an old build: what only that one needs goes, the server still has it.
    await dropFiles((path) => !build.needed.includes(path))
    // Still full: the first files, those of the start, are here, and the others come from the network as they are used.
    await isKept(keepNeeded)
  }
  const answer = await fetch(page, { cache: 'no-cache' })
  // A newer build has come in the meantime: its own worker is on the way.
  if (!answer.ok || !(await answer.clone().text()).includes(build.entry)) throw new Error('another build')
  const shell = await caches.open(shellName)
  const keepPage = () => shell.put(page, answer.clone())
  if (!(await isKept(keepPage))) {
    await dropFiles(() => true)
    // Without room for the page itself the old one must go: it would name files that are nowhere any more.
    if (!(await isKept(keepPage))) await shell.delete(page)
  }
  // Pages that are open go on with the files they began with, which stay here; nothing is reloaded under a hand.
  await self.skipWaiting()
}

async function keepNeeded(): Promise<void> {
  const files = await caches.open(filesName)
  for (let i = 0; i < build.needed.length; i += atOnce) {
    await Promise.all(
      build.needed.slice(i, i + atOnce).map(async (path) => {
        if (!(await files.match(path))) await files.add(path)
      }),
    )
  }
}

/** False if the device refuses to keep more. A broken network throws: it is another matter, and passes. */
async function isKept(keep: () => Promise<void>): Promise<boolean> {
  try {
    await keep()
    return true
  } catch (error) {
    if (error instanceof DOMException) return false
    throw error
  }
}

async function dropFiles(isUnneeded: (path: string) => boolean): Promise<void> {
  const files = await caches.open(filesName)
  for (const request of await files.keys()) {
    if (isUnneeded(new URL(request.url).pathname)) await files.delete(request)
  }
}

/** Drops what neither this build nor the one before needs: a window may have been open since then. */
async function activate(): Promise<void> {
  const shell = await caches.open(shellName)
  const before: string[] = (await (await shell.match(listed))?.json()) ?? []
  const needed = new Set([...before, ...build.all])
  await dropFiles((path) => !needed.has(path))
  await isKept(() => shell.put(listed, new Response(JSON.stringify(build.all))))
  await self.clients.claim()
}

async function openPage(): Promise<Response> {
  return (await kept(shellName, page)) ?? fetch(page)
}

/** A store that cannot be read counts as empty: the network has everything. */
async function kept(name: string, request: RequestInfo): Promise<Response | undefined> {
  try {
    return await (await caches.open(name)).match(request)
  } catch {
    return undefined
  }
}

/** The same page may be sent with another policy after an operator changed the configuration. */
async function refreshHeaders(): Promise<void> {
  try {
    const shell = await caches.open(shellName)
    const [known, fresh] = [await shell.match(page), await fetch(page, { cache: 'no-cache' })]
    if (known && fresh.ok && (await known.text()) === (await fresh.clone().text())) await shell.put(page, fresh)
  } catch {
    // No network: the next opening tries again.
  }
}

/** What is loaded on demand (editor, PDF, formulas' fonts, languages) is kept from its first use on. */
async function openFile(request: Request): Promise<Response> {
  const known = await kept(filesName, request)
  if (known) return known
  const answer = await fetch(request)
  if (answer.status === 200) void keepFile(request, answer.clone())
  return answer
}

async function keepFile(request: Request, answer: Response): Promise<void> {
  try {
    await (await caches.open(filesName)).put(request, answer)
  } catch {
    // A full disk must not keep anybody from learning.
  }
}
