import { type MouseEvent, useEffect } from 'react'
import { type RoutePath, routeOf } from '../../routes'
import { ensureUser } from '../../state/session'
import { useStore } from '../../state/store'
import { OfflineBanner } from '../../ui/offline-banner'
import { TopBar } from '../../ui/top-bar'
import { useDesktop } from '../../ui/use-media'
import { go } from '../navigation'
import { PageStack } from '../page-stack'
import { currentPage } from '../stack'
import { pageTitle, windowTitle } from '../title'
import { useView } from '../view'
import { BindMobilePrompt } from './bind-mobile-prompt'

const sections = [
  { path: 'pages/index/index', title: '首页' },
  { path: 'pages/books/index', title: '书城' },
  { path: 'pages/study/index', title: '学习' },
  { path: 'pages/bank/index', title: '题库考试' },
  { path: 'pages/ai/index', title: 'AI 助学' },
] satisfies { path: RoutePath; title: string }[]

/** What stands around the pages: the top bar on desktop and the network's state. */
export function Frame() {
  const { stack, titles } = useView()
  const page = currentPage(stack)
  const route = routeOf(page.path)
  const desktop = useDesktop()
  const user = useStore(({ userinfo }) => userinfo)
  const select = (path: string) => void go(`/${path}`)

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
    <div className="fixed inset-0 flex flex-col overflow-hidden" onClick={followLink}>
      {desktop && route?.nav !== 'none' && (
        <TopBar items={sections} current={page.path} onSelect={select} user={user} />
      )}
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
