import { px } from '@dxx/contract/rules/constants'
import { useSyncExternalStore } from 'react'
import { isTab } from './routes'
import { currentPage, type Page, type Stack } from './stack'

export type Direction = 'forward' | 'back' | 'none'

export interface View {
  stack: Stack
  /** Page that slides away; null after its animation has ended. */
  leaving: Page | null
  direction: Direction
  /** Incremented when another user logs in, so that every page is recreated. */
  epoch: number
  /** Titles set by pages, by page key. */
  titles: ReadonlyMap<string, string>
}

let view: View | null = null
const listeners = new Set<() => void>()

/** False in component tests without a router. */
export const isStarted = () => view !== null

export function getView(): View {
  if (!view) throw new Error('The router has not been started')
  return view
}

export function setView(next: View): void {
  view = next
  for (const listener of [...listeners]) listener()
}

export function useView(): View {
  return useSyncExternalStore(subscribeView, getView)
}

export function subscribeView(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function showStack(stack: Stack, direction: Direction = 'none'): void {
  const { stack: old, epoch, titles } = getView()
  const from = currentPage(old)
  const to = currentPage(stack)
  const slides = direction !== 'none' && from.key !== to.key && !(isTab(from.path) && isTab(to.path)) && canSlide()
  const alive = new Set([...stack.pages, ...stack.tabs].map(({ key }) => key))
  setView({
    stack,
    leaving: slides ? from : null,
    direction: slides ? direction : 'none',
    epoch,
    titles: new Map([...titles].filter(([key]) => alive.has(key) || (slides && key === from.key))),
  })
}

/** Ends the slide animation: unmounts the page that has slid away. */
export function endSlide(): void {
  const now = getView()
  if (now.leaving) setView({ ...now, leaving: null, direction: 'none' })
}

export function setTitle(key: string, title: string): void {
  const now = getView()
  if (now.titles.get(key) !== title) setView({ ...now, titles: new Map(now.titles).set(key, title) })
}

/** Pages slide only on phones, and not with reduced motion. */
function canSlide(): boolean {
  const asks = (query: string) => window.matchMedia?.(query).matches ?? false
  return !asks(`(min-width: ${px.tabletFrom}px)`) && !asks('(prefers-reduced-motion: reduce)')
}
