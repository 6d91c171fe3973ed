import { useMemo, useState } from 'react'
import type { PanelName } from './bars'
import { findWords } from './text/search'
import type { TextIndex } from './text/text-index'

/** State of the panels: which one is open, with the paragraph that is discussed or the search words. */
export function useReaderPanels(index: TextIndex | undefined) {
  const [panel, setPanel] = useState<PanelName | null>(null)
  const [about, setAbout] = useState<{ pid: string; quote: string } | null>(null)
  const [words, setWords] = useState('')

  const found = useMemo(
    () => (index ? findWords(index.text, words).map((at) => ({ start: at, end: at + words.trim().length })) : []),
    [index, words],
  )

  return {
    panel,
    about,
    words,
    /** Match ranges of the search words in the chapter. */
    found,
    setPanel,
    setWords,
    /** Closes the open panel. Returns whether a panel was open. */
    close: () => {
      setPanel(null)
      return panel !== null
    },
    toggle: (name: PanelName) => setPanel(panel === name ? null : name),
    /** Opens the search, whose input takes the focus; if it is open, moves the focus there. */
    openSearch: () => {
      setPanel('search')
      if (panel === 'search') document.querySelector<HTMLElement>('aside [data-autofocus]')?.focus()
    },
    search: (text: string) => {
      setWords(text)
      setPanel('search')
    },
    /** Opens the discussions of a paragraph, or of the whole chapter if `pid` is empty. */
    discuss: (pid: string) => {
      const block = index?.byPid.get(pid)
      const quote = block && index ? index.text.slice(block.start, block.end).slice(0, 300) : ''
      setAbout(pid ? { pid, quote } : null)
      setPanel('discuss')
    },
    discussWhole: () => setAbout(null),
  }
}
