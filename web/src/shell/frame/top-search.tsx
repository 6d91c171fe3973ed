import { type RefObject, useEffect, useRef, useState } from 'react'
import { Suggestions } from '../../features/search/suggestions'
import { longestKeyword, useSearchCombobox } from '../../features/search/use-search-combobox'
import { openPage } from '../../router/navigation'
import { changeQuery } from '../../router/page-query'
import { pageUrl } from '../../router/page-url'
import type { RoutePath } from '../../router/routes'
import type { Page } from '../../router/stack'
import { hasModifier, isTyping } from '../../ui/key-target'
import { SearchBox } from '../../ui/search-box'

const searchPath: RoutePath = 'pages/search/index'

const inputIn = (root: RefObject<HTMLElement | null>) => root.current?.querySelector('input')

/**
 * Search input of the top bar, with suggestions below it. On the search page the input shows and changes the page's
 * keyword.
 */
export function TopSearch({ page }: { page: Page }) {
  const root = useRef<HTMLDivElement>(null)
  const searching = page.path === searchPath
  const pageKeyword = new URLSearchParams(page.search).get('keyword') ?? ''
  const keyword = searching ? pageKeyword.trim().slice(0, longestKeyword) : ''
  const [text, setText] = useState(keyword)
  const { open, close, box, suggestions } = useSearchCombobox({
    text,
    onText: (next) => {
      setText(next)
      // If the input is emptied, the page shows recent and popular searches.
      if (!next.trim() && keyword) changeQuery(page.key, { keyword: undefined, kind: undefined })
    },
    onSearch: (next) =>
      searching
        ? changeQuery(page.key, { keyword: next, kind: undefined })
        : void openPage(pageUrl(searchPath, { keyword: next })),
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page empties the input even if both have no keyword
  useEffect(() => {
    setText(keyword)
    close()
    if (searching && !keyword) inputIn(root)?.focus()
  }, [keyword, page.key])

  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.defaultPrevented || hasModifier(event) || isTyping(event)) return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      inputIn(root)?.focus()
      inputIn(root)?.select()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only follows the focus of the input inside
    <div
      ref={root}
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || close()}
      className="relative min-w-40 flex-1 desk:ml-4"
    >
      <SearchBox {...box} filled label="搜索全站" />
      {!text && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-3.5 hidden -translate-y-1/2 rounded-tag border border-line bg-card px-1.5 font-sans text-12 text-ink-3 desk:pointer-fine:block"
        >
          /
        </span>
      )}
      {/* A press keeps the focus in the input: a loss of the focus would close the suggestions before the click
          arrives. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: see above */}
      <div
        onMouseDown={(event) => event.preventDefault()}
        className={open ? 'absolute inset-x-0 top-full z-30 mt-2 rounded-card bg-card shadow-float' : undefined}
      >
        <Suggestions {...suggestions} />
      </div>
    </div>
  )
}
