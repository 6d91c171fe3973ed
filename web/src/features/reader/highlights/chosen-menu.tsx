import type { HighlightStyle } from '@dxx/contract/calls/reading'
import type { Chapter } from '@dxx/contract/calls/study'
import Copy from 'lucide-react/icons/copy'
import MessageSquare from 'lucide-react/icons/message-square'
import Pencil from 'lucide-react/icons/pencil'
import Search from 'lucide-react/icons/search'
import Sparkles from 'lucide-react/icons/sparkles'
import Trash from 'lucide-react/icons/trash-2'
import { randomUuid } from '../../../api/random-uuid'
import { navigateTo } from '../../../router/navigation'
import { pageUrl } from '../../../router/place'
import { toast } from '../../../state/flash'
import { copyText } from '../../share/copy-text'
import { describe } from '../text/locator'
import { paragraphAt, type TextIndex } from '../text/text-index'
import type { Chosen } from '../use-selection'
import { type MenuAction, SelectionMenu } from './selection-menu'
import type { Highlights } from './store'

type Paint = Exclude<HighlightStyle, 'bookmark'>

interface ChosenMenuProps {
  chosen: Chosen
  choose(chosen: Chosen | null): void
  index: TextIndex
  chapter: Chapter
  highlights: Highlights
  frame: DOMRect
  onEdit(editing: { draft: string; quote: string; note: string; save(note: string): void }): void
  onSearch(words: string): void
  onDiscuss(pid: string): void
}

/** Style of a note without its own colour. */
const plain: Paint = 'underline'

/** Menu at the selection, or at a tapped highlight. */
export function ChosenMenu(props: ChosenMenuProps) {
  const { chosen, choose, index, chapter, highlights, frame, onEdit, onSearch, onDiscuss } = props
  const item = chosen.mark?.item
  const words = index.text.slice(chosen.start, chosen.end)

  function close() {
    document.getSelection()?.removeAllRanges()
    choose(null)
  }

  function put(mark: Paint, note: string, id = randomUuid()) {
    const locator = item?.locator ?? describe(index, chosen.start, chosen.end)
    // An existing highlight may belong to an earlier revision of the text: with 0 the server finds its passage again.
    const revision = item ? 0 : chapter.revision
    const change = { id: item?.id ?? id, chapterId: chapter.id, mark, note, locator, revision }
    highlights.put(change, item?.chapterTitle ?? chapter.title)
  }

  function write() {
    const mark = item && item.mark !== 'bookmark' ? item.mark : plain
    // A new highlight has no id, so its draft is stored per paragraph: users rarely select exactly the same text again.
    const draft = item?.id ?? `${chapter.id}:${paragraphAt(index, chosen.start)?.pid ?? ''}`
    onEdit({ draft, quote: words, note: item?.note ?? '', save: (note) => put(mark, note) })
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
        const { id, curriculum } = chapter
        const pid = paragraphAt(index, chosen.start)?.pid
        navigateTo(pageUrl('pages/ai/index', { id: curriculum.id, chapter: id, pid, quote: words.slice(0, 500) }))
        close()
      },
    },
  ]
  if (item) {
    const remove = () => {
      highlights.remove(item.id)
      close()
    }
    actions.push({ title: '删除', icon: <Trash {...icon} />, act: remove })
  }
  return (
    <SelectionMenu
      box={chosen.box}
      frame={frame}
      chosen={item?.mark ?? null}
      onStyle={(mark) => {
        put(mark, item?.note ?? '')
        close()
      }}
      actions={actions}
    />
  )
}
