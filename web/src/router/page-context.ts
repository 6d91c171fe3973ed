import { createContext, use, useEffect, useMemo, useRef } from 'react'
import { guardLeaving } from './navigation'
import type { Page } from './stack'
import { setTitle } from './view'

export interface PageLocation {
  path: string
  query: Readonly<Record<string, string>>
  key: string
  /** Whether this page is the visible one; false while it is covered or slides away. */
  active: boolean
}

export const PageContext = createContext<PageLocation | null>(null)

/** Returns the page that a component belongs to. The address bar belongs to the visible page, which may be another. */
export function usePage(): PageLocation {
  const page = use(PageContext)
  if (!page) throw new Error('usePage works inside a page only')
  return page
}

export function usePageLocation({ path, search, key }: Page, active: boolean): PageLocation {
  return useMemo(
    () => ({ path, query: Object.fromEntries(new URLSearchParams(search)), key, active }),
    [path, search, key, active],
  )
}

/** Sets the page's title in the bar and the browser tab. An undefined title (still loading) changes nothing. */
export function usePageTitle(title: string | undefined): void {
  const { key } = usePage()
  useEffect(() => {
    if (title) setTitle(key, title)
  }, [key, title])
}

/**
 * While `when` is true, `ask` is called before going back or switching tabs, and the browser asks before the window is
 * closed. navigateTo, redirectTo and reLaunch do not ask, because the page itself calls them.
 */
export function useLeaveGuard(when: boolean, ask: () => Promise<boolean>): void {
  const { key } = usePage()
  const latest = useRef(ask)
  useEffect(() => {
    latest.current = ask
  })
  useEffect(() => {
    if (when) return guardLeaving(key, () => latest.current())
  }, [when, key])
}
