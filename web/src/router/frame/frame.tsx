import { type ComponentType, type MouseEvent, useEffect, useState } from 'react'
import { routeOf } from '../../routes'
import { ensureUser } from '../../state/session'
import { OfflineBanner } from '../../ui/offline-banner'
import { useDesktop } from '../../ui/use-media'
import { go } from '../navigation'
import { PageStack } from '../page-stack'
import { currentPage } from '../stack'
import { pageTitle, windowTitle } from '../title'
import { useView } from '../view'
import { BindMobilePrompt } from './bind-mobile-prompt'

/** What stands around the pages: the top bar on desktop and the network's state. */
export function Frame() {
  const { stack, titles } = useView()
  const page = currentPage(stack)
  const route = routeOf(page.path)
  const DesktopBar = useDesktopBar(page.key)

  const title = windowTitle(page, titles)
  useEffect(() => {
    document.title = title
  }, [title])
  useEffect(() => {
    if (page.key) void ensureUser()
  }, [page.key])
  useSwipeBack(route?.swipeBack !== false)

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: it only hears the clicks of the links inside, the keyboard's too
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div className="px-safe fixed inset-0 flex flex-col overflow-hidden" onClick={followLink}>
      {DesktopBar && route?.nav !== 'none' && <DesktopBar current={page.path} />}
      <OfflineBanner />
      <div className="relative min-h-0 flex-1">
        <PageStack />
      </div>
      <p role="status" className="sr-only">
        {pageTitle(page, titles)}
      </p>
      <BindMobilePrompt />
    </div>
  )
}

/** Phones never need it, so it is fetched where it is shown; if it did not come, the next page tries again. */
function useDesktopBar(pageKey: string): ComponentType<{ current: string }> | null {
  const desktop = useDesktop()
  const [bar, setBar] = useState<{ DesktopBar: ComponentType<{ current: string }> } | null>(null)
  useEffect(() => {
    if (desktop && !bar && pageKey) import('./desktop-bar').then(setBar, () => {})
  }, [desktop, bar, pageKey])
  if (!desktop) return null
  return bar?.DesktopBar ?? BarSpace
}

/** Keeps the page from jumping when the bar arrives. */
const BarSpace = () => <div className="hairline-b h-16 shrink-0 bg-card" />

/** Links to pages (`#/pages/…`) anywhere, also in texts written by others, go through the stack. */
function followLink(event: MouseEvent): void {
  const link = (event.target as Element).closest?.('a[href^="#/"]')
  if (!link || event.defaultPrevented || event.button !== 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  if (link.getAttribute('target') === '_blank') return
  event.preventDefault()
  void go(link.getAttribute('href')!)
}

/** Chromium goes back when one swipes beyond the edge, unless the document contains its overscroll. */
function useSwipeBack(allowed: boolean): void {
  useEffect(() => {
    document.documentElement.style.overscrollBehaviorX = allowed ? '' : 'none'
  }, [allowed])
}
