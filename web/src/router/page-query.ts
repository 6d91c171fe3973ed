import { recordHistoryStep } from './history'
import { usePage } from './page-context'
import { applyMove, currentPage } from './stack'
import { getView, showStack } from './view'

export type QueryChange = Record<string, string | undefined>

/**
 * Changes the query of the visible page in place. The page keeps its state and focus; the new query is in the URL and
 * survives a reload. An undefined value removes its parameter.
 */
export function changeQuery(key: string, change: QueryChange): void {
  const { stack } = getView()
  const page = currentPage(stack)
  // Ignored if another page is visible by now, because a late response must not change its URL.
  if (page.key !== key) return
  const search = new URLSearchParams(page.search)
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) search.delete(name)
    else search.set(name, value)
  }
  const step = applyMove(stack, { type: 'replace', page: { path: page.path, search: search.toString(), key } })
  showStack(step.stack)
  recordHistoryStep(step)
}

/** Returns this page's query and the function to change it. */
export function usePageQuery(): [query: Readonly<Record<string, string>>, change: (change: QueryChange) => void] {
  const { query, key } = usePage()
  return [query, (change) => changeQuery(key, change)]
}
