import { createContext, use, useEffect, useMemo, useRef } from 'react'
import { guardLeaving } from './navigation'
import type { Page } from './stack'
import { setTitle } from './view'

export interface PageLocation {
  path: string
  query: Readonly<Record<string, string>>
  key: string
  /** Whether this is the page shown, and not one below it or sliding away. */
  active: boolean
}

export const PageContext = createContext<PageLocation | null>(null)

/** The page that a component belongs to. Never read the address bar instead: it speaks of the page shown, not of this one. */
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

/** Gives the page its own title, in the bar and in the browser's tab. An empty one (not loaded yet) changes nothing. */
export function useTitle(title: string | undefined): void {
  const { key } = usePage()
  useEffect(() => {
    if (title) setTitle(key, title)
  }, [key, title])
}

/**
 * While `when` holds, going back or to another tab asks first, and closing the window makes the browser ask.
 * navigateTo, redirectTo and reLaunch do not ask: they are the page's own decision.
 */
export function useLeaveGuard(when: boolean, ask: () => Promise<boolean>): void {
  const { key } = usePage()
  const latest = useRef(ask)
  useEffect(() => {
    latest.current = ask
  })
  useEffect(() => (when ? guardLeaving(key, () => latest.current()) : undefined), [when, key])
}
