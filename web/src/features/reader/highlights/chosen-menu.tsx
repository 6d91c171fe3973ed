import type { HighlightStyle } from '@dxx/contract/calls/reading'
import type { Chapter } from '@dxx/contract/calls/study'
import Copy from 'lucide-react/icons/copy'
import MessageSquare from 'lucide-react/icons/message-square'
import Pencil from 'lucide-react/icons/pencil'
import Search from 'lucide-react/icons/search'
import Sparkles from 'lucide-react/icons/sparkles'
import Trash from 'lucide-react/icons/trash-2'
import { useEffectEvent, useLayoutEffect } from 'react'
import { randomUuid } from '../../../api/random-uuid'
import { toast } from '../../../state/flash'
import { hasModifier, isTyping } from '../../../ui/key-target'
import { copyText } from '../../share/copy-text'
import { createLocator } from '../text/locator'
import { htmlOf, paragraphAt, type TextIndex } from '../text/text-index'
import type { Chosen } from '../use-selection'
import { drawnStyles, type MenuAction, SelectionMenu } from './selection-menu'
import type { Highlights } from './store'

type Paint = Exclude<HighlightStyle, 'bookmark'>

interface ChosenMenuProps {
  chosen: Chosen
  choose(chosen: Chosen | null): void
  index: TextIndex
  /** Gets the focus when the menu closes, so that the keys of the text continue. */
  scroller: HTMLElement
  chapter: Chapter
  highlights: Highlights
  frame: DOMRect
  desktop: boolean
  onEdit(editing: { draft: string; quote: string; quoteHtml: string; note: string; save(note: string): void }): void
  onSearch(words: string): void
  onDiscuss(pid: string): void
  onAsk(passage: { pid: string; quote: string }): void
}

/** Style of a note without its own colour. */
const plain: Paint = 'underline'
/** Colour of the key h: the one used last. */
let lastPaint: Paint = 'yellow'

/** Menu at the selection, or at a tapped highlight. */
export function ChosenMenu(props: ChosenMenuProps) {
  const { chosen, choose, index, scroller, chapter, highlights, frame, desktop, onEdit, onSearch, onDiscuss, onAsk } =
    props
  const item = chosen.mark?.item
  const words = index.text.slice(chosen.start, chosen.end)

  function close() {
    document.getSelection()?.removeAllRanges()
    const focused = document.activeElement
    // Before the menu is removed, because a note sheet opening now returns the focus to the current element later.
    if (focused === document.body || focused?.closest('[role=toolbar]')) scroller.focus({ preventScroll: true })
    choose(null)
  }

  function put(mark: Paint, note: string, id = randomUuid()) {
    const locator = item?.locator ?? createLocator(index, chosen.start, chosen.end)
    // An existing highlight may belong to an earlier revision of the text: with 0 the server finds its passage again.
    const revision = item ? 0 : chapter.revision
    const change = { id: item?.id ?? id, chapterId: chapter.id, mark, note, locator, revision }
    highlights.put(change, item?.chapterTitle ?? chapter.title)
  }

  function paint(mark: Paint) {
    lastPaint = mark
    put(mark, item?.note ?? '')
    close()
  }

  function remove() {
    if (item) highlights.remove(item.id)
    close()
  }

  function write() {
    const mark = item && item.mark !== 'bookmark' ? item.mark : plain
    // A new highlight has no id, so its draft is stored per paragraph: users rarely select exactly the same text again.
    const draft = item?.id ?? `${chapter.id}:${paragraphAt(index, chosen.start)?.pid ?? ''}`
    const quoteHtml = htmlOf(index, chosen.start, chosen.end)
    onEdit({ draft, quote: words, quoteHtml, note: item?.note ?? '', save: (note) => put(mark, note) })
    close()
  }

  async function copy() {
    toast((await copyText(words)) ? '已复制' : '没能复制，请用系统的复制')
    close()
  }

  const icon = { 'aria-hidden': true, size: 18, strokeWidth: 1.8 } as const
  const actions: MenuAction[] = [
    { title: '复制', icon: <Copy {...icon} />, act: () => void copy() },
    { title: item?.note ? '看想法' : '写想法', icon: <Pencil {...icon} />, act: write },
    {
      title: '讨论',
      icon: <MessageSquare {...icon} />,
      act: () => {
        onDiscuss(paragraphAt(index, chosen.start)?.pid ?? '')
        close()
      },
    },
    {
      title: '搜索',
      icon: <Search {...icon} />,
      act: () => {
        onSearch(words.slice(0, 50))
        close()
      },
    },
    {
      title: '问 AI',
      icon: <Sparkles {...icon} />,
      act: () => {
        onAsk({ pid: paragraphAt(index, chosen.start)?.pid ?? '', quote: words.slice(0, 500) })
        close()
      },
    },
  ]
  if (item) actions.push({ title: '删除', icon: <Trash {...icon} />, act: remove })
  useMenuKeys({ paint, write, remove: item ? remove : undefined, close })
  return (
    <SelectionMenu
      box={chosen.box}
      frame={frame}
      desktop={desktop}
      chosen={item?.mark ?? null}
      onStyle={paint}
      actions={actions}
    />
  )
}

interface MenuKeys {
  paint(mark: Paint): void
  write(): void
  /** Deletes the highlight; omitted for a selection, which is not stored yet. */
  remove?: () => void
  close(): void
}

/** Keys of the menu: h and 1 to 5 highlight, n writes a note, Delete removes, Escape closes. */
function useMenuKeys({ paint, write, remove, close }: MenuKeys): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || hasModifier(event) || event.isComposing || isTyping(event)) return
    const byNumber = /^[1-5]$/.test(event.key) ? drawnStyles[Number(event.key) - 1] : undefined
    if (byNumber) paint(byNumber)
    else if (event.key === 'h') paint(lastPaint)
    else if (event.key === 'n') write()
    else if (event.key === 'Escape') close()
    else if (remove && event.key === 'Delete') remove()
    else return
    event.preventDefault()
  })
  useLayoutEffect(() => {
    // Listens in the capture phase, so that Escape closes the menu before it closes a panel. On the document, so that
    // it also handles the key that opened the menu (useSelection).
    const onKeyDown = (event: KeyboardEvent) => pressed(event)
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [])
}
