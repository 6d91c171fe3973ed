import type { Build } from './build'

/*
 * Caches the app's own files, so that it opens instantly and offline. It ignores /api and /media: their responses
 * belong to a user, and the app caches them itself.
 */
declare const self: ServiceWorkerGlobalScope
/** Inserted by the web build; see vite.config.ts. */
declare const build: Build

/** Files with a content hash in their names: a cached entry never becomes stale. */
const filesName = 'dxx-files'
/** The page itself, and the file list of its build. */
const shellName = 'dxx-shell'
const page = '/'
/** Where this build's page is cached. */
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

/** The previous build stays complete until this one is: its page is stored under another name. */
async function install(): Promise<void> {
  const answer = await fetch(page, { cache: 'no-cache' })
  // A newer build has been deployed meanwhile; its own worker will follow.
  if (!answer.ok || !(await answer.clone().text()).includes(build.entry)) throw new Error('another build')
  const shell = await caches.open(shellName)
  const keepPage = () => shell.put(ownPage, answer.clone())
  // Before the files, because browsers release the room of deleted files only later.
  if (!(await isKept(keepPage))) {
    await dropFiles(() => true)
    if (!(await isKept(keepPage))) await shell.delete(ownPage)
  }
  if (!(await isKept(keepNeeded))) {
    // A full device must not block the new build: drop files that only the old one needs; the server still has them.
    await dropFiles((path) => !build.needed.includes(path))
    // Still full: the files that fit are cached, and the others are loaded from the network on use.
    await isKept(keepNeeded)
  }
  // Open pages continue with their own files, which stay cached; nothing is reloaded.
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

/** Returns false if the device's storage is full. Network errors are thrown, because they are temporary. */
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

/** Deletes files that neither this build nor the previous one needs: a window of the previous one may still be open. */
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
  return (await kept(shellName, ownPage)) ?? fetch(page)
}

/** Reads the cache; an unreadable cache counts as empty, since the network has everything. */
async function kept(name: string, request: RequestInfo): Promise<Response | undefined> {
  try {
    return await (await caches.open(name)).match(request)
  } catch {
    return undefined
  }
}

/** Refreshes the cached page's headers: the security policy may change with the operator's configuration. */
async function refreshHeaders(): Promise<void> {
  try {
    const shell = await caches.open(shellName)
    const [known, fresh] = [await shell.match(ownPage), await fetch(page, { cache: 'no-cache' })]
    if (known && fresh.ok && (await known.text()) === (await fresh.clone().text())) await shell.put(ownPage, fresh)
  } catch {
    // Offline: the next start retries.
  }
}

/** Caches files loaded on demand (editor, PDF, formula fonts, languages) on first use. */
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
    // A full disk must not break the request.
  }
}
