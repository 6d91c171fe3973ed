import type { CurriculumCard } from '@dxx/contract/calls/catalogue'
import { dayNumber } from '@dxx/contract/rules/time-from'
import type { CurriculumKind } from '@dxx/contract/shapes'
import { type ReactNode, useRef, useState } from 'react'
import { serverNow } from '../../api/clock'
import { ApiError } from '../../api/error'
import { type PagedCall, usePagedCall } from '../../api/use-paged-call'
import { usePage } from '../../router/page-context'
import { usePageQuery } from '../../router/page-query'
import { pageUrl } from '../../router/page-url'
import type { RoutePath } from '../../router/routes'
import { toast } from '../../state/flash'
import { showModal } from '../../state/store'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { PagedList } from '../../ui/paging/paged-list'
import { SkeletonRows } from '../../ui/skeleton-shapes'
import { TabPanel, Tabs } from '../../ui/tabs'
import { CurriculumRow } from '../catalogue/curriculum-row'
import { useShowBook } from '../catalogue/use-show-book'
import { dayLabel } from './day-label'

export type SavedItem = CurriculumCard & { at: number }

const all = 'all'
const tabs = [
  { id: all, title: '全部' },
  { id: 'course', title: '课程' },
  { id: 'textbook', title: '数字教材' },
  { id: 'ebook', title: '电子书' },
  { id: 'bank', title: '题库' },
] as const
type TabId = (typeof tabs)[number]['id']

interface KeptListProps {
  call: 'GET /v1/user_collection_list' | 'GET /v1/user_browse_records'
  /** Removes the selected items. */
  remove(items: SavedItem[]): Promise<unknown>
  /** Removes all items; omit where not offered. */
  clear?(): Promise<unknown>
  /** Label of the removal: 取消收藏, 删除记录. */
  verb: string
  empty: ReactNode
}

/** Favourites or history by kind and day, with removal. */
export function SavedList({ call, remove, clear, verb, empty }: KeptListProps) {
  const [query, changeQuery] = usePageQuery()
  const { path } = usePage()
  const showBook = useShowBook()
  const shownTabs = showBook ? tabs : tabs.filter(({ id }) => id !== 'textbook' && id !== 'ebook')
  const tab: TabId = shownTabs.find(({ id }) => id === query.kind)?.id ?? all
  const kind: CurriculumKind | undefined = tab === all ? undefined : tab
  const items = usePagedCall(call, { kind }) as PagedCall<SavedItem>
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const { busy, tidy } = useTidying(verb, () => setChosen(null), items.refresh)

  function toggle(id: string, on: boolean) {
    const next = new Set(chosen)
    if (on) next.add(id)
    else next.delete(id)
    setChosen(next)
  }

  const row = (item: SavedItem) =>
    chosen ? (
      <TickRow item={item} checked={chosen.has(item.id)} onChange={(on) => toggle(item.id, on)} />
    ) : (
      <CurriculumRow item={item} mixed />
    )
  const picked = items.list.filter(({ id }) => chosen?.has(id))
  return (
    <div className="px-4 pb-24">
      <div className="sticky top-0 z-10 -mx-4 flex items-center gap-3 bg-page px-4">
        <div className="min-w-0 flex-1">
          <Tabs
            id="kept"
            label="种类"
            items={shownTabs}
            value={tab}
            hrefOf={(id) => `#${pageUrl(path as RoutePath, { kind: id === all ? undefined : id })}`}
            onChange={(id) => {
              setChosen(null)
              changeQuery({ kind: id === all ? undefined : id })
            }}
          />
        </div>
        {items.list.length > 0 && (
          <button
            type="button"
            aria-pressed={chosen !== null}
            onClick={() => setChosen(chosen ? null : new Set())}
            className="tap shrink-0 rounded-item text-14 text-primary"
          >
            {chosen ? '完成' : '管理'}
          </button>
        )}
      </div>
      <TabPanel tabs="kept" value={tab}>
        <PagedList
          {...items}
          itemKey={({ id }) => id}
          renderItem={row}
          renderList={(list) =>
            days(list).map((day) => (
              <section key={dayNumber(day[0]!.at)}>
                <h2 className="pt-2 pb-2 text-13 text-ink-3">{dayLabel(day[0]!.at, serverNow())}</h2>
                <ul className="row-grid">
                  {day.map((item) => (
                    <li key={item.id}>{row(item)}</li>
                  ))}
                </ul>
              </section>
            ))
          }
          skeleton={<SkeletonRows count={6} className="row-grid" />}
          empty={empty}
        />
      </TabPanel>
      {chosen && items.list.length > 0 && (
        <TidyBar
          {...{ verb, busy }}
          picked={picked.length}
          total={items.list.length}
          onAll={(on) => setChosen(new Set(on ? items.list.map(({ id }) => id) : []))}
          onClear={clear && (() => void tidy(`全部${verb}？不能恢复。`, clear))}
          onRemove={() => void tidy(`${verb} ${picked.length} 项？`, () => remove(picked))}
        />
      )}
    </div>
  )
}

/** Runs a removal after a confirmation, one removal at a time; a failure is shown as a toast. */
function useTidying(verb: string, onDone: () => void, refresh: () => Promise<unknown>) {
  const [busy, setBusy] = useState(false)
  const working = useRef(false)

  async function tidy(question: string, work: () => Promise<unknown>) {
    if (working.current || (await showModal({ content: question, confirmText: verb, type: 2 })) !== 'confirm') return
    working.current = true
    setBusy(true)
    try {
      await work()
      onDone()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!error.shown) toast(error.msg)
    } finally {
      working.current = false
      setBusy(false)
      void refresh()
    }
  }

  return { busy, tidy }
}

/** Groups consecutive items by day. */
function days(list: readonly SavedItem[]): SavedItem[][] {
  const groups: SavedItem[][] = []
  for (const item of list) {
    const last = groups.at(-1)
    if (last && dayNumber(last[0]!.at) === dayNumber(item.at)) last.push(item)
    else groups.push([item])
  }
  return groups
}

/** Row in selection mode: a tap anywhere ticks it, because its links are inert. */
function TickRow({ item, checked, onChange }: { item: SavedItem; checked: boolean; onChange(on: boolean): void }) {
  return (
    <div className="[&>label>span:last-child]:flex-1">
      <Checkbox checked={checked} onChange={onChange}>
        <span inert className="block">
          <CurriculumRow item={item} mixed />
        </span>
        <span className="sr-only">选择《{item.title}》</span>
      </Checkbox>
    </div>
  )
}

interface TidyBarProps {
  verb: string
  busy: boolean
  picked: number
  total: number
  onAll(on: boolean): void
  onClear?: () => void
  onRemove(): void
}

function TidyBar({ verb, busy, picked, total, onAll, onClear, onRemove }: TidyBarProps) {
  return (
    <div className="pb-safe px-safe hairline-t fixed inset-x-0 bottom-0 z-20 bg-card">
      <div className="frame flex items-center gap-3 py-2.5">
        <Checkbox checked={picked === total} onChange={onAll}>
          全选
        </Checkbox>
        <span className="flex-1" />
        {onClear && (
          <Button kind="plain" loading={busy} onClick={onClear}>
            清空
          </Button>
        )}
        <Button kind="danger" loading={busy} disabled={picked === 0} onClick={onRemove}>
          {verb}
          {picked > 0 && ` (${picked})`}
        </Button>
      </div>
    </div>
  )
}
