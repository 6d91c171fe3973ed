import type { ChapterRow } from '@dxx/contract/calls/catalogue'
import type { Highlight, TextHit } from '@dxx/contract/calls/reading'
import type { Chapter } from '@dxx/contract/calls/study'
import { type ReactNode, Suspense, useState } from 'react'
import { pageUrl } from '../../../router/page-url'
import { lazyComponent } from '../../../ui/lazy-component'
import { Sheet } from '../../../ui/sheet'
import { TabPanel, Tabs } from '../../../ui/tabs'
import type { PanelName } from '../bars'
import type { Highlights } from '../highlights/store'
import type { TextKind } from '../kinds'
import { highlightUrl, readUrl } from '../read-url'
import type { Target } from '../target'
import { BookmarksPanel, ContentsPanel } from './contents-panel'
import { listedDiscussions } from './listed-discussions'
import { NotesPanel } from './notes-panel'
import { ResourcesPanel } from './resources-panel'
import { SearchPanel } from './search-panel'

const DiscussPanel = lazyComponent(async () => (await import('./discuss-panel')).DiscussPanel)

export interface PanelProps {
  kind: TextKind
  chapter: Chapter
  rows: readonly ChapterRow[]
  panel: PanelName | null
  highlights: Highlights
  discussions: number
  about: { pid: string; quote: string } | null
  words: string
  /** Matches in the open chapter. */
  here: readonly TextHit[]
  onPanel(panel: PanelName | null): void
  onWords(words: string): void
  /** Switches from the discussions of a paragraph to those of the whole chapter. */
  onWhole(): void
  onOpen(chapterId: string, to: Target): void
  onEdit(mark: Highlight): void
}

/** Contents and bookmarks; for a textbook on phones also its resources. */
function Contents({ kind, chapter, rows, highlights, onOpen, withResources }: PanelProps & { withResources: boolean }) {
  const [tab, setTab] = useState('contents')
  const items = [
    { id: 'contents', title: '目录' },
    { id: 'bookmarks', title: '书签' },
    ...(withResources && kind === 'textbook' ? [{ id: 'resources', title: '资源' }] : []),
  ]
  return (
    <>
      <div className="px-4">
        <Tabs id="reader-contents" label="目录和书签" items={items} value={tab} onChange={setTab} />
      </div>
      <TabPanel tabs="reader-contents" value={tab}>
        {tab === 'contents' && kind === 'textbook' && (
          <a
            href={`#${pageUrl('pages/digital-textbooks/study', { id: chapter.curriculum.id, tab: 'map' })}`}
            className="mx-4 mt-1 flex min-h-11 items-center text-13 text-primary"
          >
            知识地图：每章掌握得怎样
          </a>
        )}
        {tab === 'contents' ? (
          <ContentsPanel
            rows={rows}
            current={chapter.id}
            hrefOf={(chapterId, pid) => readUrl(kind, { id: chapter.curriculum.id, chapterId, pid })}
            onChapter={(id, pid) => onOpen(id, pid ? { pid, end: 0 } : 'start')}
            textbook={kind === 'textbook' ? chapter.curriculum.id : undefined}
          />
        ) : tab === 'bookmarks' ? (
          <BookmarksPanel
            highlights={highlights.list}
            rows={rows}
            hrefOf={(mark) => highlightUrl(kind, chapter.curriculum.id, mark)}
            onOpen={(mark) => onOpen(mark.chapterId, { locator: mark.locator })}
            onRemove={highlights.remove}
          />
        ) : (
          <ResourcesPanel curriculumId={chapter.curriculum.id} />
        )}
      </TabPanel>
    </>
  )
}

function Notes({ kind, chapter, rows, highlights, onOpen, onEdit }: PanelProps) {
  return (
    <NotesPanel
      kind={kind}
      curriculumId={chapter.curriculum.id}
      chapterId={chapter.id}
      highlights={highlights.list}
      waiting={highlights.waiting}
      rows={rows}
      onOpen={(mark) => onOpen(mark.chapterId, { locator: mark.locator })}
      onEdit={onEdit}
      onRemove={highlights.remove}
    />
  )
}

function Discussions({ kind, chapter, about, onWhole }: PanelProps) {
  const { id, curriculum } = chapter
  return (
    <Suspense>
      <DiscussPanel kind={kind} curriculumId={curriculum.id} chapterId={id} about={about} onWhole={onWhole} />
    </Suspense>
  )
}

function Search({ kind, chapter, words, here, onWords, onOpen }: PanelProps) {
  return (
    <SearchPanel
      kind={kind}
      curriculumId={chapter.curriculum.id}
      words={words}
      onWords={onWords}
      here={here}
      onOpen={({ chapterId, pid, start, end }) => onOpen(chapterId, { pid, start, end })}
    />
  )
}

const titles: Partial<Record<PanelName, string>> = {
  contents: '目录',
  notes: '笔记',
  discuss: '讨论',
  search: '搜索',
}

/** Bottom sheet with one panel at a time, on phones. */
export function PanelSheet(props: PanelProps) {
  const { panel, onPanel } = props
  const inside: Partial<Record<PanelName, ReactNode>> = {
    contents: <Contents {...props} withResources />,
    notes: <Notes {...props} />,
    discuss: <Discussions {...props} />,
    search: <Search {...props} />,
  }
  const open = panel !== null && panel in inside
  const [last, setLast] = useState<PanelName>('contents')
  if (open && panel !== last) setLast(panel)
  const listed = listedDiscussions(props.chapter.discussions, props.about)
  const title = last === 'discuss' && listed > 0 ? `讨论 ${listed}` : (titles[last] ?? '')
  return (
    <Sheet open={open} onClose={() => onPanel(null)} title={title} flush>
      <div className="min-h-[60dvh] bg-page pt-2">{inside[last]}</div>
    </Sheet>
  )
}

const pane = 'h-full shrink-0 overflow-y-auto overscroll-contain'

/** Left pane with the contents, on desktop. */
export function LeftPane(props: PanelProps) {
  return (
    <aside aria-label="目录" className={`${pane} w-60 border-r border-line xl:w-72`}>
      <Contents {...props} withResources={false} />
    </aside>
  )
}

/** Right pane with notes, discussions, resources or search, on desktop. */
export function RightPane(props: PanelProps) {
  const { kind, chapter, panel, highlights, discussions, onPanel } = props
  const notes = highlights.list.filter(({ mark, chapterId }) => mark !== 'bookmark' && chapterId === chapter.id).length
  const counted = (title: string, count: number) => (count > 0 ? `${title} ${count}` : title)
  const items: { id: PanelName; title: string }[] = [
    { id: 'notes', title: counted('笔记', notes) },
    { id: 'discuss', title: counted('讨论', discussions) },
    ...(kind === 'textbook' ? [{ id: 'resources' as const, title: counted('资源', chapter.resources.length) }] : []),
    ...(panel === 'search' ? [{ id: 'search' as const, title: '搜索' }] : []),
  ]
  const [last, setLast] = useState<PanelName>('notes')
  if (panel && panel !== last && items.some(({ id }) => id === panel)) setLast(panel)
  const tab = last === 'search' && panel !== 'search' ? 'notes' : last
  return (
    <aside aria-label="笔记与讨论" className={`${pane} w-72 border-l border-line xl:w-80`}>
      <div className="px-4 pb-2">
        <Tabs
          id="reader-side"
          label="笔记、讨论与资源"
          items={items}
          value={tab}
          onChange={(next) => {
            setLast(next)
            onPanel(next)
          }}
        />
      </div>
      <TabPanel tabs="reader-side" value={tab}>
        {tab === 'notes' ? (
          <Notes {...props} />
        ) : tab === 'discuss' ? (
          <Discussions {...props} />
        ) : tab === 'search' ? (
          <Search {...props} />
        ) : (
          <ResourcesPanel curriculumId={chapter.curriculum.id} chapterId={chapter.id} />
        )}
      </TabPanel>
    </aside>
  )
}
