import Search from 'lucide-react/icons/search'
import { useEffect, useState } from 'react'
import { type CallData, useCall } from '../../api/use-call'
import { cx } from '../../ui/cx'
import { hitKinds } from './hit-kinds'
import { cutAtMatches } from './match-text'

type Items = CallData<'GET /v130/search_suggest'>

/** Debounce delay in milliseconds. */
const pause = 200

/** Hook for debounced suggestions for the typed text. The previous suggestions stay until new ones arrive. */
export function useSuggestions(word: string): Items {
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(word), word ? pause : 0)
    return () => clearTimeout(timer)
  }, [word])
  const { data, isPending } = useCall('GET /v130/search_suggest', { keyword: asked }, { enabled: asked !== '' })
  const [shown, setShown] = useState<Items>([])
  useEffect(() => {
    if (!isPending || asked === '') setShown(asked ? (data ?? []) : [])
  }, [data, isPending, asked])
  return word ? shown : []
}

export const optionId = (list: string, index: number) => `${list}-${index}`

export interface SuggestionsProps {
  id: string
  open: boolean
  word: string
  items: Items
  /** Index selected by the arrow keys; -1 for none. */
  at: number
  onChoose(index: number): void
  onSearch(): void
}

export function Suggestions({ id, open, word, items, at, onChoose, onSearch }: SuggestionsProps) {
  const row = 'hover-row flex min-h-12 w-full items-center gap-3 px-3.5 text-left text-14'
  return (
    <div className={cx(open && 'overflow-hidden rounded-card bg-card')}>
      {open && (
        <button type="button" onClick={onSearch} className={cx(row, 'text-primary -outline-offset-2')}>
          <Search aria-hidden="true" size={16} className="shrink-0" />
          <span className="min-w-0 flex-1 truncate">搜索「{word}」</span>
        </button>
      )}
      {/* Options take no focus: the focus stays in the input, where arrow keys select; a tap chooses directly. */}
      <div id={id} role="listbox" aria-label="搜索建议">
        {open &&
          items.map(({ text, marks, kind, link }, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the input chooses the option
            // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus and refers to the option
            <div
              key={`${link} ${text}`}
              id={optionId(id, index)}
              role="option"
              aria-selected={index === at}
              onClick={() => onChoose(index)}
              className={cx(row, 'hairline-t cursor-pointer active:bg-fill', index === at && 'bg-fill')}
            >
              <Search aria-hidden="true" size={16} className="shrink-0 text-ink-3" />
              <span className="min-w-0 flex-1 truncate">
                {cutAtMatches(text, marks).map(({ text: part, isMatch }, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change their order
                  <span key={place} className={isMatch ? 'text-primary' : undefined}>
                    {part}
                  </span>
                ))}
              </span>
              <span className="shrink-0 text-12 text-ink-3">{hitKinds[kind]}</span>
            </div>
          ))}
      </div>
    </div>
  )
}
