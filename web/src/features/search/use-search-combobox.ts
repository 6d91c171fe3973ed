import { useId, useState } from 'react'
import { hideKeyboard } from '../../platform/hide-keyboard'
import { openPage } from '../../router/navigation'
import type { SearchBoxProps } from '../../ui/search-box'
import { track } from '../tracking/track'
import { rememberSearch } from './history'
import { optionId, type SuggestionsProps, useSuggestions } from './suggestions'

export const longestKeyword = 50

interface SearchCombobox {
  /** Whether suggestions are shown. */
  open: boolean
  close(): void
  box: SearchBoxProps
  suggestions: SuggestionsProps
  search(word: string): void
}

interface Options {
  text: string
  onText(text: string): void
  /** Shows the results of a trimmed keyword. */
  onSearch(keyword: string): void
}

/** Search input with suggestions: arrow keys select a suggestion, Enter opens it or searches for the text. */
export function useSearchCombobox({ text, onText, onSearch }: Options): SearchCombobox {
  const id = useId()
  const [typing, setTyping] = useState(false)
  const [at, setAt] = useState(-1)
  const word = text.trim()
  const items = useSuggestions(typing ? word : '')
  const open = typing && word !== ''

  function search(asked: string) {
    const next = asked.trim().slice(0, longestKeyword)
    if (!next) return
    hideKeyboard()
    onText(next)
    setTyping(false)
    setAt(-1)
    rememberSearch(next)
    track('search', next)
    onSearch(next)
  }

  function choose(index: number) {
    const chosen = items[index]
    if (!chosen) return search(text)
    rememberSearch(word)
    setTyping(false)
    void openPage(`/${chosen.link}`)
  }

  function press(event: React.KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const count = items.length
    if (event.key === 'Escape' && open) {
      event.preventDefault()
      setTyping(false)
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && open && count > 0) {
      event.preventDefault()
      // Cycles through the suggestions and -1, which is the input itself.
      const step = event.key === 'ArrowDown' ? 1 : -1
      setAt((now) => ((now + step + 1 + count + 1) % (count + 1)) - 1)
    }
  }

  return {
    open,
    close: () => setTyping(false),
    search,
    box: {
      value: text,
      onChange: (next) => {
        onText(next.slice(0, longestKeyword))
        setTyping(true)
        setAt(-1)
      },
      onSearch: () => choose(at),
      inputProps: {
        role: 'combobox',
        'aria-expanded': open,
        'aria-controls': id,
        'aria-autocomplete': 'list',
        'aria-activedescendant': open && at >= 0 ? optionId(id, at) : undefined,
        onKeyDown: press,
      },
    },
    suggestions: { id, open, word, items, at, onChoose: choose, onSearch: () => search(text) },
  }
}
