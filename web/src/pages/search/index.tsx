import ChevronLeft from 'lucide-react/icons/chevron-left'
import { useEffect, useState } from 'react'
import { Suggestions } from '../../features/search/suggestions'
import { longestKeyword, useSearchCombobox } from '../../features/search/use-search-combobox'
import { navigateBack } from '../../router/navigation'
import { usePageQuery } from '../../router/page-query'
import { IconButton } from '../../ui/icon-button'
import { SearchBox } from '../../ui/search-box'
import { useTopBar } from '../../ui/use-media'
import { Ideas } from './ideas'
import { SearchResults } from './results'

/**
 * Search page. The submitted keyword is in the URL; while typing, suggestions cover the results. In wide windows the
 * input is in the top bar, which changes the keyword of this page.
 */
export default function SearchPage() {
  const [query, changeQuery] = usePageQuery()
  const keyword = (query.keyword ?? '').trim().slice(0, longestKeyword)
  const [text, setText] = useState(keyword)
  const topBar = useTopBar()
  const { open, box, suggestions, search } = useSearchCombobox({
    text,
    onText: setText,
    onSearch: (next) => changeQuery({ keyword: next, kind: next === keyword ? query.kind : undefined }),
  })

  // Shows the new keyword if a link to another search changes the URL of this page.
  useEffect(() => setText(keyword), [keyword])

  const shown = topBar ? keyword : text.trim() && keyword
  return (
    <div className="px-4 pb-8 tablet:pt-5">
      <h1 className="sr-only tablet:not-sr-only tablet:mb-4 tablet:truncate tablet:text-23 tablet:font-bold">
        {topBar && keyword ? `「${keyword}」的搜索结果` : '搜索'}
      </h1>
      {!topBar && (
        <>
          <div className="pt-safe sticky top-0 z-10 -mx-4 bg-page">
            <div className="flex min-h-13 items-center gap-1 pr-4 pl-1">
              <IconButton label="返回" onClick={() => void navigateBack()}>
                <ChevronLeft aria-hidden="true" size={24} />
              </IconButton>
              <SearchBox {...box} autoFocus={!keyword} />
              <button
                type="button"
                onClick={() => search(text)}
                className="tap -mr-1 min-h-9 shrink-0 rounded-item px-1 pl-2 text-15 text-primary"
              >
                搜索
              </button>
            </div>
          </div>
          <Suggestions {...suggestions} />
        </>
      )}
      {!open && (shown ? <SearchResults keyword={keyword} /> : <Ideas onSearch={search} />)}
    </div>
  )
}
