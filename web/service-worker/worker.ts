import type { Build } from './build'

/*
 * Caches the app's own files, so that the app opens instantly and offline. Ignores /api and /media, because their
 * responses belong to a user and the app caches them itself.
 */
declare const self: ServiceWorkerGlobalScope
/** Inserted by the web build; see vite.config.ts. */
declare const build: Build

/** Files with a content hash in their names: a cached entry never becomes stale. */
const filesName = 'dxx-files'
/** The page itself, and the file list of its build. */
const shellName = 'dxx-shell'
const page = '/'
/** Cache key of this build's page. */
const ownPage = `/?build=${build.entry}`
const listed = '/build-files.json'
/** Number of parallel downloads, low so that the user's own requests have priority. */
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

/** Caches this build. The previous build stays usable meanwhile, because its page has another cache key. */
async function install(): Promise<void> {
  const answer = await fetch(page, { cache: 'no-cache' })
  // If the page belongs to another build, a newer one was deployed meanwhile; its own worker will be installed.
  if (!answer.ok || !(await answer.clone().text()).includes(build.entry)) throw new Error('another build')
  const shell = await caches.open(shellName)
  const keepPage = () => shell.put(ownPage, answer.clone())
  // The page is cached before the files, because browsers release the space of deleted files only later.
  if (!(await isKept(keepPage))) {
    await dropFiles(() => true)
    if (!(await isKept(keepPage))) await shell.delete(ownPage)
  }
  if (!(await isKept(keepNeeded))) {
    // If the storage is full, drops files that only the previous build needs; the server still has them.
    await dropFiles((path) => !build.needed.includes(path))
    // If it is still full, the files that fit are cached, and the others are loaded from the network on use.
    await isKept(keepNeeded)
  }
  // Activates this worker at once. Open pages are not reloaded: their build's files stay cached.
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

/** Runs `keep`. Returns false if the storage is full. Throws network errors, because they are temporary. */
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

/** Deletes files that neither this nor the previous build needs; a window of the previous build may still be open. */
async function activate(): Promise<void> {
  const shell = await caches.open(shellName)
  const before: string[] = (await (await shell.match(listed))?.json()) ?? []
  const needed = new Set([...before, ...build.all])
  await dropFiles((path) => !needed.has(path))
  for (const request of await shell.keys()) {
    const { pathname, search } = new URL(request.url)
    if (pathname === page && `${pathname}${search}` !== ownPage) await shell.delete(request)
  }
  await isKept(() => shell.put(listed, new Response(JSON.stringify(build.all))))
  await self.clients.claim()
}

async function openPage(): Promise<Response> {
  return (await readCache(shellName, ownPage)) ?? fetch(page)
}

/** Reads the cache; an unreadable cache counts as empty, since the network has everything. */
async function readCache(name: string, request: RequestInfo): Promise<Response | undefined> {
  try {
    return await (await caches.open(name)).match(request)
  } catch {
    return undefined
  }
}

/** Refreshes the headers of the cached page, because its CSP depends on the operator's configuration. */
async function refreshHeaders(): Promise<void> {
  try {
    const shell = await caches.open(shellName)
    const [known, fresh] = [await shell.match(ownPage), await fetch(page, { cache: 'no-cache' })]
    if (known && fresh.ok && (await known.text()) === (await fresh.clone().text())) await shell.put(ownPage, fresh)
  } catch {
    // The device is offline; the next start retries.
  }
}

/** Caches files loaded on demand (editor, PDF, formula fonts, languages) on first use. */
async function openFile(request: Request): Promise<Response> {
  const known = await readCache(filesName, request)
  if (known) return known
  const answer = await fetch(request)
  if (answer.status === 200) void keepFile(request, answer.clone())
  return answer
}

async function keepFile(request: Request, answer: Response): Promise<void> {
  try {
    await (await caches.open(filesName)).put(request, answer)
  } catch {
    // A full disk must not break the request.
  }
}
