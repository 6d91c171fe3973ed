import { homePath, type RoutePath } from './routes'

/** Page location: path without a leading slash, query without the question mark. */
export interface PageTarget {
  path: string
  search: string
}

/** Parses a hash (`#/pages/my/auth?from=auth`) or a page URL (`/pages/my/auth?from=auth`). An empty path is home. */
export function parsePageUrl(url: string): PageTarget {
  const text = url.replace(/^#/, '').replace(/^\//, '')
  const cut = text.indexOf('?')
  const path = cut < 0 ? text : text.slice(0, cut)
  return { path: path || homePath, search: cut < 0 ? '' : new URLSearchParams(text.slice(cut + 1)).toString() }
}

export function formatPageUrl({ path, search }: PageTarget): string {
  return search ? `/${path}?${search}` : `/${path}`
}

export function isSamePage(a: PageTarget, b: PageTarget): boolean {
  return a.path === b.path && a.search === b.search
}

/** URL of a page for `go`, `navigateTo` and links; undefined values are omitted. */
export function pageUrl(path: RoutePath, query: Record<string, string | number | undefined> = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return formatPageUrl({ path, search: search.toString() })
}
