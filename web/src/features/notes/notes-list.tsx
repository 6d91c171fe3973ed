import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'
import { useEffect, useState } from 'react'
import { useAction } from '../../api/use-action'
import { type CallData, useCall } from '../../api/use-call'
import { usePagedCall } from '../../api/use-paged-call'
import { isInWechat } from '../../platform/wechat'
import type { QueryChange } from '../../router/page-query'
import { pageUrl } from '../../router/page-url'
import { toast } from '../../state/flash'
import { Button, buttonClass } from '../../ui/button'
import { cx } from '../../ui/cx'
import { Empty } from '../../ui/empty'
import { FilterGroups } from '../../ui/filter-groups'
import { PagedList } from '../../ui/paging/paged-list'
import { saveFile } from '../../ui/save-file'
import { SearchBox } from '../../ui/search-box'
import { Skeleton } from '../../ui/skeleton'
import { SkeletonCards } from '../../ui/skeleton-shapes'
import { usePrintedList } from '../../ui/use-printed-list'
import { kindNames, markNames } from './labels'
import { NoteCard } from './note-card'
import type { NotesFilter } from './notes-filter'
import { NotesPrint } from './notes-print'

type Summary = CallData<'GET /v1/my_notes_summary'>

interface NotesListProps {
  filter: NotesFilter
  onFilter(change: QueryChange): void
}

/** All notes of the user with search, filters, export and a link to the review. */
export function NotesList({ filter, onFilter }: NotesListProps) {
  const { data: summary, error } = useCall('GET /v1/my_notes_summary', {}, { staleTime: 0 })
  const notes = usePagedCall('GET /v1/my_notes', { ...filter, pageSize: 20 })
  const { items: printed, print } = usePrintedList(notes)
  const filtered = Object.values(filter).some((value) => value !== undefined)
  if (!summary && !error) return <Waiting />
  const none = summary?.total === 0
  return (
    <div className={cx('px-4 pb-8 tablet:pt-2', !none && 'side-filters')}>
      <div className="filter-column">
        {summary && !none && <ReviewCard due={summary.due} total={summary.total} />}
        {!none && <Search value={filter.keyword ?? ''} onChange={(q) => onFilter({ q: q || undefined })} />}
        {summary && !none && <FilterGroups groups={groupsOf(summary, filter, onFilter)} />}
        {summary && !none && (
          <div className="flex flex-wrap gap-2.5">
            <Export filter={filter} filtered={filtered} />
            {/* Ctrl+P prints too, so the button is for desktops; phones share the exported file. */}
            <span className="hidden desk:block">
              <Button kind="plain" size="small" onClick={() => void print()}>
                <Printer aria-hidden="true" size={15} />
                打印
              </Button>
            </span>
          </div>
        )}
      </div>
      <div className="pt-2 tablet:pt-0">
        <PagedList
          {...notes}
          itemKey={({ id }) => id}
          renderItem={(note) => <NoteCard note={note} />}
          listClassName="grid grid-cols-1 gap-2.5"
          empty={
            filtered ? (
              <Empty hint="没有符合条件的笔记">
                <Button
                  kind="line"
                  onClick={() => onFilter({ q: undefined, kind: undefined, mark: undefined, curriculum: undefined })}
                >
                  清除筛选
                </Button>
              </Empty>
            ) : (
              <Empty hint="还没有笔记。读书时长按一段文字就能划线、写想法，看课时可以记在某一秒">
                <a href="#/pages/study/index" className={`${buttonClass('line')} min-w-36`}>
                  去学习
                </a>
              </Empty>
            )
          }
          skeleton={<SkeletonCards />}
        />
      </div>
      <NotesPrint list={printed} total={notes.total ?? printed.length} />
    </div>
  )
}

/** Replaced as a whole, so that the notes do not move when the filters above them are loaded. */
function Waiting() {
  return (
    <div className="side-filters px-4 pb-8 tablet:pt-2">
      <div aria-hidden="true" className="space-y-3">
        <Skeleton className="h-24 rounded-card" />
        <Skeleton className="h-11 rounded-full" />
        <Skeleton className="h-40 rounded-card" />
      </div>
      <div className="pt-2 tablet:pt-0">
        <SkeletonCards />
      </div>
    </div>
  )
}

function ReviewCard({ due, total }: { due: number; total: number }) {
  return (
    <section className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-card bg-linear-135 from-[#2b6cff] to-[#1b4fd0] p-4 whitespace-nowrap text-white">
      <p className="text-13">
        待复习
        <span className="tabular-nums block text-28 leading-snug font-bold">
          {due} <span className="text-13 font-normal">/ {total} 条</span>
        </span>
      </p>
      {due > 0 ? (
        <a href={`#${pageUrl('pages/my/notes', { review: 1 })}`} className={buttonClass('amber', 'small')}>
          开始复习
        </a>
      ) : (
        <span className="text-12">今天都复习过了</span>
      )}
    </section>
  )
}

/** Search box that asks 300 ms after the last key. */
function Search({ value, onChange }: { value: string; onChange(text: string): void }) {
  const [text, setText] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => text.trim() !== value && onChange(text.trim()), 300)
    return () => clearTimeout(timer)
  }, [text, value, onChange])
  return <SearchBox filled value={text} onChange={setText} placeholder="搜笔记和书名" />
}

function groupsOf(summary: Summary, filter: NotesFilter, onFilter: NotesListProps['onFilter']) {
  const toggle = (key: 'kind' | 'mark' | 'curriculum', value: string) => () =>
    onFilter({ [key]: filter[key] === value ? undefined : value })
  return [
    {
      label: '种类',
      options: summary.kinds.map(({ kind, count }) => ({
        ...{ key: kind, title: kindNames[kind], count, on: filter.kind === kind },
        onToggle: toggle('kind', kind),
      })),
    },
    {
      label: '颜色',
      options: (summary.marks ?? []).flatMap(({ mark, count }) =>
        mark === 'bookmark'
          ? []
          : { key: mark, title: markNames[mark], count, on: filter.mark === mark, onToggle: toggle('mark', mark) },
      ),
    },
    {
      label: '出处',
      options: summary.curricula.map(({ id, title, count }) => ({
        ...{ key: id, title, count, on: filter.curriculum === id },
        onToggle: toggle('curriculum', id),
      })),
    },
  ]
}

function Export({ filter, filtered }: { filter: NotesFilter; filtered: boolean }) {
  const { run, running } = useAction('GET /v1/my_notes_export', {
    onDone: ({ name, text, mime, count }) => {
      saveFile(name, text, mime)
      toast(`已导出 ${count} 条，请在下载里查看`)
    },
  })
  return (
    <Button
      kind="plain"
      size="small"
      loading={running}
      // WeChat's browser cannot save files.
      onClick={() => (isInWechat() ? toast('请在手机浏览器里打开多享学后导出') : void run(filter))}
    >
      <Download aria-hidden="true" size={15} />
      {filtered ? '导出筛选出的' : '导出全部'}
    </Button>
  )
}
