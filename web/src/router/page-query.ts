import { record } from './history'
import { usePage } from './page-context'
import { applyMove, currentPage } from './stack'
import { getView, showStack } from './view'

export type QueryChange = Record<string, string | undefined>

/**
 * Changes the query of the visible page in place: the page keeps its state and focus, and the URL, a reload and a
 * return restore the choice. Undefined removes a value.
 */
export function changeQuery(key: string, change: QueryChange): void {
  const { stack } = getView()
  const page = currentPage(stack)
  // A late response must not change another page's URL.
  if (page.key !== key) return
  const search = new URLSearchParams(page.search)
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) search.delete(name)
    else search.set(name, value)
  }
  const step = applyMove(stack, { type: 'replace', page: { path: page.path, search: search.toString(), key } })
  showStack(step.stack)
  record(step)
}

/** Returns this page's query and the function to change it. */
export function usePageQuery(): [query: Readonly<Record<string, string>>, change: (change: QueryChange) => void] {
  const { query, key } = usePage()
  return [query, (change) => changeQuery(key, change)]
}
