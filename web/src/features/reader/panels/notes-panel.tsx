import type { ChapterRow } from '@dxx/contract/calls/catalogue'
import type { Highlight, HighlightStyle } from '@dxx/contract/calls/reading'
import { formatTimeAgo } from '@dxx/contract/rules/time-from'
import { type ReactNode, useMemo, useState } from 'react'
import { serverNow } from '../../../api/clock'
import { pageUrl } from '../../../router/page-url'
import { showModal } from '../../../state/store'
import { cx } from '../../../ui/cx'
import { Empty } from '../../../ui/empty'
import { openInPlace } from '../../../ui/open-in-place'
import { LoadMore } from '../../../ui/paging/load-more'
import { useLocalPaging } from '../../../ui/paging/use-local-paging'
import { SearchBox } from '../../../ui/search-box'
import { Segmented } from '../../../ui/segmented'
import { TextButton } from '../../community/text-button'
import { drawnStyles, styleNames } from '../highlights/selection-menu'
import type { TextKind } from '../kinds'
import { highlightUrl } from '../read-url'
import { ExportButtons } from './export-buttons'
import { PublicNotes } from './public-notes'

interface NotesPanelProps {
  kind: TextKind
  curriculumId: string
  /** Id of the open chapter; without an id, highlights of the whole book are shown. */
  chapterId?: string
  highlights: readonly Highlight[]
  waiting: number
  rows: readonly ChapterRow[]
  /** Opens a highlight in place; without it, its link is followed. */
  onOpen?(mark: Highlight): void
  onEdit(mark: Highlight): void
  onRemove(id: string): void
}

type Filter = Exclude<HighlightStyle, 'bookmark'> | 'all' | 'noted'

/** All highlights in the book, and public notes on the chapter. */
export function NotesPanel(props: NotesPanelProps) {
  const { chapterId, highlights } = props
  const [whose, setWhose] = useState<'chapter' | 'book' | 'public'>(() => firstScope(highlights, chapterId))
  if (!chapterId) {
    return (
      <div className="space-y-3 px-4 pb-6">
        <MyMarks {...props} all />
      </div>
    )
  }
  return (
    <div className="space-y-3 px-4 pb-6">
      <Segmented
        label="看谁的笔记"
        value={whose}
        onChange={setWhose}
        options={[
          { value: 'chapter', title: '本章' },
          { value: 'book', title: '全书' },
          { value: 'public', title: '大家的' },
        ]}
      />
      {whose === 'public' ? (
        <PublicNotes curriculumId={props.curriculumId} chapterId={chapterId} />
      ) : (
        <MyMarks {...props} all={whose === 'book'} />
      )}
    </div>
  )
}

/** Scope that is shown first: the chapter, or the book if only other chapters have highlights. */
export function firstScope(
  highlights: readonly Pick<Highlight, 'mark' | 'chapterId'>[],
  chapterId: string | undefined,
): 'chapter' | 'book' {
  const drawn = highlights.filter(({ mark }) => mark !== 'bookmark')
  return drawn.length > 0 && drawn.every((one) => one.chapterId !== chapterId) ? 'book' : 'chapter'
}

function MyMarks({ all, ...props }: NotesPanelProps & { all: boolean }) {
  const { curriculumId, chapterId, highlights, waiting, rows } = props
  const [filter, setFilter] = useState<Filter>('all')
  const [words, setWords] = useState('')
  const list = useMemo(
    () =>
      inOrder(highlights, rows).filter((mark) => (all || mark.chapterId === chapterId) && fits(mark, filter, words)),
    [highlights, rows, all, chapterId, filter, words],
  )
  const paged = useLocalPaging(list)
  const any = highlights.some(({ mark, chapterId: at }) => mark !== 'bookmark' && (all || at === chapterId))
  return (
    <>
      {waiting > 0 && (
        <p role="status" className="text-12 text-ink-3">
          {waiting} 处改动存在本机，联网后自动同步
        </p>
      )}
      {all && any && <SearchBox filled value={words} onChange={setWords} placeholder="搜划线和想法" />}
      {any && <Filters value={filter} onChange={setFilter} />}
      {list.length > 0 ? (
        <>
          <ul className="space-y-2.5">
            {paged.list.map((mark) => (
              <li key={mark.id}>
                <MarkCard mark={mark} place={all} {...props} />
              </li>
            ))}
          </ul>
          {paged.isPaged && <LoadMore state={paged.loadState} onLoadMore={paged.loadMore} />}
        </>
      ) : (
        <Empty hint={any ? '没有符合条件的划线' : '长按（或拖选）一段文字，就能划线、写想法'} />
      )}
      {any && <ExportButtons curriculumId={curriculumId} />}
    </>
  )
}

/** Sorts by position in the book. */
function inOrder(highlights: readonly Highlight[], rows: readonly ChapterRow[]): Highlight[] {
  const order = new Map(rows.map(({ id }, place) => [id, place]))
  const at = ({ chapterId }: Highlight) => order.get(chapterId) ?? Number.MAX_SAFE_INTEGER
  return highlights.filter(({ mark }) => mark !== 'bookmark').sort((a, b) => at(a) - at(b) || a.createdAt - b.createdAt)
}

function fits({ mark, note, locator }: Highlight, filter: Filter, words: string): boolean {
  if (filter === 'noted' && !note) return false
  if (filter !== 'all' && filter !== 'noted' && filter !== mark) return false
  return `${locator.exact}\n${note}`.toLowerCase().includes(words.trim().toLowerCase())
}

function Filters({ value, onChange }: { value: Filter; onChange(filter: Filter): void }) {
  const pill = (filter: Filter, name: string, inside?: string) => (
    <button
      key={filter}
      type="button"
      aria-pressed={value === filter}
      aria-label={name}
      title={name}
      onClick={() => onChange(filter)}
      className={cx(
        'tap grid min-h-8 min-w-8 shrink-0 place-items-center rounded-full px-2 text-12',
        value === filter ? 'bg-primary-soft font-semibold text-primary' : 'text-ink-2',
      )}
    >
      {inside ?? <span className={`reader-swatch reader-swatch-${filter} size-4 rounded-full`} />}
    </button>
  )
  return (
    <div role="toolbar" aria-label="筛选划线" className="-mx-1 flex flex-wrap gap-1 px-1 py-1.5">
      {pill('all', '全部', '全部')}
      {pill('noted', '有想法的', '有想法')}
      {drawnStyles.map((paint) => pill(paint, `只看${styleNames[paint]}`))}
    </div>
  )
}

/** Link to the passage in the book; plain text if the passage cannot be opened. */
function Passage({ href, onOpen, children }: { href?: string; onOpen?: () => void; children: ReactNode }) {
  if (!href) return <div>{children}</div>
  return (
    <a
      href={href}
      onClick={onOpen && ((event) => openInPlace(event, onOpen))}
      className="block rounded-item hover:bg-fill"
    >
      {children}
    </a>
  )
}

const doubts = {
  sure: '',
  unsure: '原文有改动，位置可能不准',
  lost: '原文已删改，这里是当时划的内容',
}

function MarkCard({
  mark,
  place,
  kind,
  curriculumId,
  onOpen,
  onEdit,
  onRemove,
}: NotesPanelProps & { mark: Highlight; place: boolean }) {
  const { id, locator, note, state, chapterTitle, updatedAt, open } = mark

  async function askRemove() {
    const answer = await showModal({
      content: note ? '删除这条划线和想法？' : '删除这条划线？',
      confirmText: '删除',
      type: 2,
    })
    if (answer === 'confirm') onRemove(id)
  }

  return (
    <article className="reader-card rounded-card p-3.5">
      <Passage
        href={open ? `#${highlightUrl(kind, curriculumId, mark)}` : undefined}
        onOpen={onOpen && (() => onOpen(mark))}
      >
        <span className={`reader-quote reader-quote-${mark.mark} line-clamp-4 block pl-2.5 text-13 text-ink-2`}>
          {locator.exact || '（图片）'}
        </span>
        {note && <span className="mt-2 block text-14 user-text">{note}</span>}
      </Passage>
      {doubts[state] && <p className="mt-1.5 text-12 text-amber">{doubts[state]}</p>}
      <div className="mt-1.5 flex flex-wrap items-center gap-x-3">
        <span className="min-w-0 grow text-12 text-ink-3">
          {place && `${chapterTitle} · `}
          {formatTimeAgo(updatedAt, serverNow())} · 仅自己可见
        </span>
        {/* Together, so that no single button begins a second line. */}
        <span className="ml-auto flex gap-x-3">
          <TextButton onClick={() => onEdit(mark)}>{note ? '修改' : '写想法'}</TextButton>
          {note && (
            <a
              href={`#${pageUrl('pages/digital-textbooks/publish', { id: curriculumId, kind, chapter: mark.chapterId, type: 'note', mark: id })}`}
              className="tap inline-flex min-h-8 items-center rounded-item px-1 text-12 text-ink-3"
            >
              公开
            </a>
          )}
          <TextButton onClick={() => void askRemove()}>删除</TextButton>
        </span>
      </div>
    </article>
  )
}
