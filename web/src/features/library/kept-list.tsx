import type { CurriculumCard } from '@dxx/contract/calls/catalogue'
import { dayOf } from '@dxx/contract/rules/time-from'
import type { CurriculumKind } from '@dxx/contract/shapes'
import { type ReactNode, useRef, useState } from 'react'
import { serverNow } from '../../api/clock'
import { ApiError } from '../../api/error'
import { type PagedCall, usePagedCall } from '../../api/use-paged-call'
import { usePageQuery } from '../../router/page-query'
import { toast } from '../../state/flash'
import { showModal } from '../../state/store'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { PagedList } from '../../ui/paging/paged-list'
import { TabPanel, Tabs } from '../../ui/tabs'
import { CurriculumRow } from '../catalogue/curriculum-row'
import { dayLabel } from './day-label'

export type Kept = CurriculumCard & { at: number }

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
  /** Lets go of what was chosen. */
  remove(items: Kept[]): Promise<unknown>
  /** Of everything; left out where that is not offered. */
  clear?(): Promise<unknown>
  /** What letting go is called: 取消收藏, 删除记录. */
  verb: string
  empty: ReactNode
}

/** What one keeps or has looked at, by kind and by day, with a way to tidy up. */
export function KeptList({ call, remove, clear, verb, empty }: KeptListProps) {
  const [query, changeQuery] = usePageQuery()
  const tab: TabId = tabs.find(({ id }) => id === query.kind)?.id ?? all
  const kind: CurriculumKind | undefined = tab === all ? undefined : tab
  const items = usePagedCall(call, { kind }) as PagedCall<Kept>
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const [busy, setBusy] = useState(false)
  const working = useRef(false)

  async function tidy(question: string, work: () => Promise<unknown>) {
    if (working.current || (await showModal({ content: question, confirmText: verb })) !== 'confirm') return
    working.current = true
    setBusy(true)
    try {
      await work()
      setChosen(null)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!error.shown) toast(error.msg)
    } finally {
      working.current = false
      setBusy(false)
      void items.refresh()
    }
  }

  function toggle(id: string, on: boolean) {
    const next = new Set(chosen)
    if (on) next.add(id)
    else next.delete(id)
    setChosen(next)
  }

  const picked = items.list.filter(({ id }) => chosen?.has(id))
  return (
    <div className="px-4 pb-24 desk:mx-auto desk:max-w-240">
      <div className="sticky top-0 z-10 -mx-4 flex items-center gap-3 bg-page px-4">
        <div className="min-w-0 flex-1">
          <Tabs
            id="kept"
            label="种类"
            items={tabs}
            value={tab}
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
          renderItem={(item, index) => {
            const before = items.list[index - 1]
            return (
              <>
                {(!before || dayOf(before.at) !== dayOf(item.at)) && (
                  <h2 className="pt-2 pb-2 text-13 text-ink-3">{dayLabel(item.at, serverNow())}</h2>
                )}
                {chosen ? (
                  // The whole row ticks; what it leads to rests meanwhile.
                  <div className="[&>label>span:last-child]:flex-1">
                    <Checkbox checked={chosen.has(item.id)} onChange={(on) => toggle(item.id, on)}>
                      <span inert className="block">
                        <CurriculumRow item={item} mixed />
                      </span>
                      <span className="sr-only">选择《{item.title}》</span>
                    </Checkbox>
                  </div>
                ) : (
                  <CurriculumRow item={item} mixed />
                )}
              </>
            )
          }}
          empty={empty}
        />
      </TabPanel>
      {chosen && items.list.length > 0 && (
        <div className="pb-safe px-safe hairline-t fixed inset-x-0 bottom-0 z-20 bg-card">
          <div className="frame flex items-center gap-3 py-2.5">
            <Checkbox
              checked={picked.length === items.list.length}
              onChange={(on) => setChosen(new Set(on ? items.list.map(({ id }) => id) : []))}
            >
              全选
            </Checkbox>
            <span className="flex-1" />
            {clear && (
              <Button kind="plain" loading={busy} onClick={() => void tidy(`全部${verb}？不能恢复。`, clear)}>
                清空
              </Button>
            )}
            <Button
              kind="danger"
              loading={busy}
              disabled={picked.length === 0}
              onClick={() => void tidy(`${verb} ${picked.length} 项？`, () => remove(picked))}
            >
              {verb}
              {picked.length > 0 && ` (${picked.length})`}
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
