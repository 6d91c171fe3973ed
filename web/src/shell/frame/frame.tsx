import { type MouseEvent, useEffect, useState } from 'react'
import { oldestShown } from '../../api/query'
import { ensureUser } from '../../api/session'
import { openPage } from '../../router/navigation'
import { routeOf } from '../../router/routes'
import { currentPage } from '../../router/stack'
import { pageTitle, windowTitle } from '../../router/title'
import { useView } from '../../router/view'
import { useStore } from '../../state/store'
import { OfflineBanner } from '../../ui/offline-banner'
import { useMedia, useTopBar } from '../../ui/use-media'
import { PageStack } from '../page-stack'
import { DesktopParts } from './desktop-parts'

/** Frame around the pages: top bar in wide windows and network state. */
export function AppFrame() {
  const { stack, titles } = useView()
  const page = currentPage(stack)
  const route = routeOf(page.path)
  const { topBar, parts } = useDesktopParts(page.key)
  // On a phone held sideways, pages with a back button get the whole height.
  const isShort = useMedia('(max-height: 480px)')

  const title = windowTitle(page, titles)
  useEffect(() => {
    document.title = title
  }, [title])
  useEffect(() => {
    // A failed import is ignored: calls that require the mobile number will ask for it.
    if (page.key) welcome(page.path).catch(() => {})
  }, [page.key, page.path])
  useSwipeBack(route?.swipeBack !== false)

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: handles only clicks on links, which the keyboard triggers too
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div className="px-safe fixed inset-0 flex flex-col overflow-hidden" onClick={followLink} data-frame>
      {topBar &&
        route?.nav !== 'none' &&
        !(isShort && !route?.tab) &&
        (parts ? <parts.DesktopBar page={page} /> : <BarSpace />)}
      {!route?.ownNotices && <OfflineBanner shownFrom={() => oldestShown(page.key)} />}
      <div className="relative min-h-0 flex-1">
        <DesktopParts value={parts}>
          <PageStack />
        </DesktopParts>
      </div>
      <p role="status" className="sr-only">
        {pageTitle(page, titles)}
      </p>
    </div>
  )
}

/** Asks for a mobile number if the user has none. Only then loads the code for it, because most users have one. */
async function welcome(path: string): Promise<void> {
  await ensureUser()
  if (useStore.getState().userinfo?.mobile === '') (await import('./ask-for-mobile')).askForMobile(path)
}

/**
 * Hook for the parts of wide windows, whose code phones do not load; after a failure, opening the next page retries.
 */
function useDesktopParts(pageKey: string) {
  const topBar = useTopBar()
  const [parts, setParts] = useState<typeof import('./desktop-bar') | null>(null)
  useEffect(() => {
    if (topBar && !parts && pageKey) import('./desktop-bar').then(setParts, () => {})
  }, [topBar, parts, pageKey])
  return { topBar, parts: topBar ? parts : null }
}

/** Reserves the height of the desktop bar until the bar is loaded. */
const BarSpace = () => <div className="hairline-b h-16 shrink-0 bg-card" />

/** Opens links to pages (`#/pages/…`) through the router, also links in user-written texts. */
function followLink(event: MouseEvent): void {
  const link = (event.target as Element).closest?.('a[href^="#/"]')
  if (!link || event.defaultPrevented || event.button !== 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  if (link.getAttribute('target') === '_blank') return
  event.preventDefault()
  void openPage(link.getAttribute('href')!)
}

/** Disables Chromium's swipe navigation on pages that a swipe must not leave. */
function useSwipeBack(allowed: boolean): void {
  useEffect(() => {
    document.documentElement.style.overscrollBehaviorX = allowed ? '' : 'none'
  }, [allowed])
}
