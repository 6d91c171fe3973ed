import { record } from './history'
import { usePage } from './page-context'
import { applyMove, currentPage } from './stack'
import { getView, showStack } from './view'

export type QueryChange = Record<string, string | undefined>

/**
 * Changes the query of the page shown, in its place: the page lives on with its state and focus, and the address, a
 * reload and a return lead to what was chosen. Undefined removes a value.
 */
export function changeQuery(key: string, change: QueryChange): void {
  const { stack } = getView()
  const page = currentPage(stack)
  // A late answer must not rewrite the address of another page.
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

/** This page's query and how to change it. */
export function usePageQuery(): [query: Readonly<Record<string, string>>, change: (change: QueryChange) => void] {
  const { query, key } = usePage()
  return [query, (change) => changeQuery(key, change)]
}
