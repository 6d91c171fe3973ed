import ALargeSmall from 'lucide-react/icons/a-large-small'
import ArrowUpToLine from 'lucide-react/icons/arrow-up-to-line'
import Bookmark from 'lucide-react/icons/bookmark'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import Headphones from 'lucide-react/icons/headphones'
import List from 'lucide-react/icons/list'
import MessageSquare from 'lucide-react/icons/message-square'
import Moon from 'lucide-react/icons/moon'
import PanelLeft from 'lucide-react/icons/panel-left'
import PanelRight from 'lucide-react/icons/panel-right'
import Pencil from 'lucide-react/icons/pencil'
import Search from 'lucide-react/icons/search'
import Sun from 'lucide-react/icons/sun'
import type { CSSProperties, ReactNode } from 'react'
import { navigateBack } from '../../router/navigation'
import { useStore } from '../../state/store'
import { cx } from '../../ui/cx'
import { IconButton } from '../../ui/icon-button'
import { themeOf, toggleNightTheme } from './theme'

export type PanelName = 'contents' | 'notes' | 'discuss' | 'resources' | 'look' | 'search'

interface TopBarProps {
  title: string
  shown: boolean
  desktop: boolean
  /** Omitted for chapters without text to bookmark and search. */
  bookmark?: { marked: boolean; toggle(): void }
  onPanel?(panel: PanelName): void
  /** Opens or closes 听书; omitted where the device has no Chinese voice. */
  listen?: { on: boolean; toggle(): void }
  /** Scrolls to the start of the chapter; omitted near it. */
  onTop?: () => void
  /** Panes beside the text on desktops, with the functions that open and close them. */
  panes?: { left: boolean; right: boolean; toggle(side: 'left' | 'right'): void }
}

/** Bar over the text on phones, above the text on desktops. */
export function TopBar({ title, shown, desktop, bookmark, onPanel, listen, onTop, panes }: TopBarProps) {
  const bgColor = useStore((state) => state.bgColor)
  const dark = themeOf(bgColor) === 'night'
  return (
    <header
      inert={!shown}
      className={cx(
        'reader-bar pt-safe hairline-b z-20 transition-transform',
        desktop ? 'relative' : 'absolute inset-x-0 top-0',
        !shown && '-translate-y-full',
      )}
    >
      <div className="flex min-h-11 items-center px-1 desk:min-h-14 desk:px-4">
        <IconButton label="返回" onClick={() => void navigateBack()}>
          <ChevronLeft aria-hidden="true" size={24} />
        </IconButton>
        {panes && (
          <IconButton
            label="目录栏"
            title="目录栏（按 [ 键）"
            aria-pressed={panes.left}
            onClick={() => panes.toggle('left')}
          >
            <PanelLeft aria-hidden="true" size={20} />
          </IconButton>
        )}
        <p className="min-w-0 flex-1 truncate px-1 text-15 font-semibold desk:text-14">{title}</p>
        {listen && desktop && (
          <IconButton label="听书" aria-pressed={listen.on} onClick={listen.toggle}>
            <Headphones aria-hidden="true" size={20} className={cx(listen.on && 'text-primary')} />
          </IconButton>
        )}
        {onTop && !desktop && (
          <IconButton label="回到顶部" onClick={onTop}>
            <ArrowUpToLine aria-hidden="true" size={20} />
          </IconButton>
        )}
        {bookmark && (
          <IconButton label="书签" aria-pressed={bookmark.marked} onClick={bookmark.toggle}>
            <Bookmark aria-hidden="true" size={20} className={cx(bookmark.marked && 'fill-amber stroke-amber')} />
          </IconButton>
        )}
        {onPanel && (
          <IconButton
            label="在书里搜索"
            title={desktop ? '在书里搜索（按 / 键）' : '在书里搜索'}
            onClick={() => onPanel('search')}
          >
            <Search aria-hidden="true" size={20} />
          </IconButton>
        )}
        {onPanel && desktop && (
          <IconButton label="阅读外观" onClick={() => onPanel('look')}>
            <ALargeSmall aria-hidden="true" size={22} />
          </IconButton>
        )}
        <IconButton
          label="夜间"
          aria-pressed={dark}
          onClick={() => useStore.setState({ bgColor: toggleNightTheme(bgColor) })}
        >
          {dark ? <Sun aria-hidden="true" size={20} /> : <Moon aria-hidden="true" size={20} />}
        </IconButton>
        {panes && (
          <IconButton
            label="笔记栏"
            title="笔记栏（按 ] 键）"
            aria-pressed={panes.right}
            onClick={() => panes.toggle('right')}
          >
            <PanelRight aria-hidden="true" size={20} />
          </IconButton>
        )}
      </div>
    </header>
  )
}

interface BottomBarProps {
  shown: boolean
  discussions: number
  panel: PanelName | null
  onPanel(panel: PanelName): void
  /** Opens or closes 听书; omitted where the device has no Chinese voice. */
  listen?: { on: boolean; toggle(): void }
  /** Content above the buttons: progress or display settings. */
  children: ReactNode
}

export function BottomBar({ shown, discussions, panel, onPanel, listen, children }: BottomBarProps) {
  const button = (title: string, icon: ReactNode, pressed: boolean, press: () => void) => (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={press}
      className={cx(
        'flex min-h-13 flex-1 flex-col items-center justify-center gap-0.5 text-11 -outline-offset-2',
        pressed ? 'text-primary' : 'text-ink-2',
      )}
    >
      {icon}
      {title}
    </button>
  )
  const opener = (name: PanelName, title: string, icon: ReactNode) =>
    button(title, icon, panel === name, () => onPanel(name))
  return (
    <footer
      inert={!shown}
      className={cx(
        'reader-bar pb-safe hairline-t absolute inset-x-0 bottom-0 z-20 transition-transform',
        !shown && 'translate-y-full',
      )}
    >
      {children}
      <nav aria-label="阅读工具" className="flex">
        {opener('contents', '目录', <List aria-hidden="true" size={20} />)}
        {opener('notes', '笔记', <Pencil aria-hidden="true" size={20} />)}
        {opener(
          'discuss',
          discussions > 0 ? `讨论 ${discussions}` : '讨论',
          <MessageSquare aria-hidden="true" size={20} />,
        )}
        {listen && button('听书', <Headphones aria-hidden="true" size={20} />, listen.on, listen.toggle)}
        {opener('look', '外观', <ALargeSmall aria-hidden="true" size={20} />)}
      </nav>
    </footer>
  )
}

interface ProgressRowProps {
  percent: number
  label: string
  onSeek(percent: number): void
  previous?: () => void
  next?: () => void
}

/** Progress in the chapter, with buttons for the previous and the next chapter. */
export function ProgressRow({ percent, label, onSeek, previous, next }: ProgressRowProps) {
  const side = 'min-h-11 shrink-0 rounded-item px-2 text-13 text-ink-2 disabled:opacity-40'
  return (
    <div className="flex items-center gap-2 px-2 pt-1">
      <button type="button" disabled={!previous} onClick={previous} className={side}>
        上一章
      </button>
      <input
        type="range"
        aria-label="本章进度"
        aria-valuetext={label}
        min={0}
        max={100}
        value={percent}
        onChange={(event) => onSeek(Number(event.target.value))}
        style={{ '--at': `${percent}%` } as CSSProperties}
        className="reader-range h-11 min-w-0 flex-1"
      />
      <button type="button" disabled={!next} onClick={next} className={side}>
        下一章
      </button>
    </div>
  )
}
