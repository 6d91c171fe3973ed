import ChevronLeft from 'lucide-react/icons/chevron-left'
import { useEffect, useId, useState } from 'react'
import { rememberSearch } from '../../features/search/history'
import { track } from '../../features/tracking/track'
import { go, navigateBack } from '../../router/navigation'
import { usePageQuery } from '../../router/page-query'
import { IconButton } from '../../ui/icon-button'
import { SearchBox } from '../../ui/search-box'
import { useDesktop } from '../../ui/use-media'
import { Ideas } from './ideas'
import { Results } from './results'
import { optionId, Suggestions, useSuggestions } from './suggestions'

const longest = 50

/** Search page. The submitted keyword is in the URL; while typing, suggestions cover the results. */
export default function SearchPage() {
  const [query, changeQuery] = usePageQuery()
  const keyword = (query.keyword ?? '').trim().slice(0, longest)
  const [text, setText] = useState(keyword)
  const [typing, setTyping] = useState(false)
  const desktop = useDesktop()
  const listId = useId()
  const word = text.trim()
  const suggestions = useSuggestions(typing ? word : '')
  const [at, setAt] = useState(-1)

  // Shows the new keyword if a link to another search changes the URL of this page.
  useEffect(() => setText(keyword), [keyword])

  function search(asked: string) {
    const next = asked.trim().slice(0, longest)
    if (!next) return
    setText(next)
    setTyping(false)
    setAt(-1)
    rememberSearch(next)
    track('search', next)
    changeQuery({ keyword: next, kind: next === keyword ? query.kind : undefined })
  }

  function choose(index: number) {
    const chosen = suggestions[index]
    if (!chosen) return search(text)
    rememberSearch(word)
    setTyping(false)
    void go(`/${chosen.link}`)
  }

  const open = typing && word !== ''
  return (
    <div className="px-4 pb-8 desk:mx-auto desk:max-w-200 desk:pt-5">
      <h1 className="sr-only">搜索</h1>
      <div className="pt-safe sticky top-0 z-10 -mx-4 bg-page">
        <div className="flex min-h-13 items-center gap-1 pr-4 pl-1 desk:pl-4">
          {!desktop && (
            <IconButton label="返回" onClick={() => void navigateBack()}>
              <ChevronLeft aria-hidden="true" size={24} />
            </IconButton>
          )}
          <SearchBox
            value={text}
            autoFocus={!keyword}
            onChange={(next) => {
              setText(next.slice(0, longest))
              setTyping(true)
              setAt(-1)
            }}
            onSearch={() => choose(at)}
            inputProps={{
              role: 'combobox',
              'aria-expanded': open,
              'aria-controls': listId,
              'aria-autocomplete': 'list',
              'aria-activedescendant': open && at >= 0 ? optionId(listId, at) : undefined,
              onKeyDown: (event) => {
                if (event.nativeEvent.isComposing) return
                const count = suggestions.length
                if (event.key === 'Escape' && open) {
                  event.preventDefault()
                  setTyping(false)
                } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && open && count > 0) {
                  event.preventDefault()
                  // Cycles through the suggestions and -1, which is the input itself.
                  const step = event.key === 'ArrowDown' ? 1 : -1
                  setAt((now) => ((now + step + 1 + count + 1) % (count + 1)) - 1)
                }
              },
            }}
          />
          <button
            type="button"
            onClick={() => search(text)}
            className="tap -mr-1 min-h-9 shrink-0 rounded-item px-1 pl-2 text-15 text-primary"
          >
            搜索
          </button>
        </div>
      </div>
      <Suggestions
        id={listId}
        open={open}
        word={word}
        items={suggestions}
        at={at}
        onChoose={choose}
        onSearch={() => search(text)}
      />
      {!open && (word === '' || !keyword ? <Ideas onSearch={search} /> : <Results keyword={keyword} />)}
    </div>
  )
}
