import type { PageTarget } from './page-url'
import { isTab, routes } from './routes'

/** Page in the stack. A tab page exists once and has its path as key; other pages get a new key each time. */
export interface Page extends PageTarget {
  key: string
  /** Index in the browser's history, counted from our first entry. */
  at: number
}

export interface Stack {
  /** Sorted by `at`; the last one is shown. After a reload the earlier pages are missing and are created on return. */
  pages: readonly Page[]
  /** Hidden tab pages that stay mounted. */
  tabs: readonly Page[]
  /** Position in the browser's history: the current page, or the guard entry after it. */
  position: number
}

type NewPage = PageTarget & { key: string }

export type Move =
  /** For navigateTo. */
  | { type: 'push'; page: NewPage }
  /** For redirectTo; `at` is set if pages below the current one are replaced as well. */
  | { type: 'replace'; page: NewPage; at?: number }
  | { type: 'relaunch'; page: NewPage }
  | { type: 'tab'; page: NewPage }
  /** After the browser has moved by itself: back, forward or a typed URL. */
  | { type: 'land'; page: NewPage; at: number; position: number }
  | { type: 'guard' }
  | { type: 'unguard' }
  /** After a logout: drops hidden pages, which contain data of the previous user. */
  | { type: 'forget' }

/** Stack after a move, and the history change it requires: go back `back` entries, then write the current page. */
export interface Step {
  stack: Stack
  back: number
  write: 'push' | 'replace' | null
}

/** Maximum number of mounted pages; the oldest are dropped and rebuilt on return. */
export const mountedMax = 10

export function currentPage({ pages }: Stack): Page {
  return pages[pages.length - 1]!
}

export function firstStack(page: Page, position = page.at): Stack {
  return { pages: [page], tabs: [], position }
}

export function applyMove(stack: Stack, move: Move): Step {
  const { pages, position } = stack
  const current = currentPage(stack)
  switch (move.type) {
    case 'push':
      return { stack: shown(stack, pages, move.page, position + 1), back: 0, write: 'push' }
    case 'replace': {
      const at = move.at ?? current.at
      return { stack: shown(stack, before(pages, at), move.page, at), back: position - at, write: 'replace' }
    }
    case 'relaunch':
      return { stack: firstStack({ ...move.page, at: 0 }), back: position, write: 'replace' }
    case 'tab':
      return { stack: shown(stack, [], move.page, 0), back: position, write: 'replace' }
    case 'land': {
      const next = shown(stack, before(pages, move.at), move.page, move.at)
      return { stack: { ...next, position: move.position }, back: 0, write: null }
    }
    case 'guard':
      if (position > current.at) return { stack, back: 0, write: null }
      return { stack: { ...stack, position: position + 1 }, back: 0, write: 'push' }
    case 'unguard':
      return { stack: { ...stack, position: current.at }, back: position - current.at, write: null }
    case 'forget':
      return { stack: { ...stack, pages: [current], tabs: [] }, back: 0, write: null }
  }
}

/** Returns the history index to go to for `delta` pages back, at least 0; -1 on the first page. */
export function backTarget({ pages }: Stack, delta: number): number {
  if (pages[pages.length - 1]!.at === 0) return -1
  const closed = pages[pages.length - delta]
  // The entry before the closed page, which is the guard entry of the page below if that page has one.
  if (closed && closed.at > 0) return closed.at - 1
  return Math.max(0, pages[0]!.at - 1 - (delta - pages.length))
}

/** Returns the pages that stay mounted, in a stable order, because moving DOM nodes would reset their state. */
export function mountedPages(stack: Stack, leaving: Page | null): Page[] {
  const all = leaving ? [...stack.pages, leaving] : [...stack.pages]
  // The visible tab replaces its hidden entry, because its query may have changed.
  const tabs = new Map([...stack.tabs, ...all].filter(({ path }) => isTab(path)).map((page) => [page.key, page]))
  const others = stack.pages.filter(({ path }) => !isTab(path)).slice(-mountedMax)
  if (leaving && !isTab(leaving.path) && !others.some(({ key }) => key === leaving.key)) others.push(leaving)
  others.sort((a, b) => a.at - b.at)
  return [...routes.flatMap(({ path }) => tabs.get(path) ?? []), ...others]
}

function before(pages: readonly Page[], at: number): readonly Page[] {
  return pages.filter((page) => page.at < at)
}

function shown(stack: Stack, below: readonly Page[], page: NewPage, at: number): Stack {
  const tabs = new Map([...stack.tabs, ...stack.pages].filter(({ path }) => isTab(path)).map((tab) => [tab.key, tab]))
  tabs.delete(page.key)
  return { pages: [...below, { ...page, at }], tabs: [...tabs.values()], position: at }
}
