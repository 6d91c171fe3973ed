import { dayNumber, formatDate } from '@dxx/contract/rules/time-from'
import { allWorkKinds, type WorkKind, workKinds } from '@dxx/contract/staff'
import { type ComponentProps, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { ApiError } from '../../api/error'
import { toast } from '../../state/flash'
import { useMedia } from '../../ui/use-media'
import { callStaff, type StaffData } from '../api/client'
import { staffQueryClient, useStaffList } from '../api/hooks'
import { hasAnyPermission, useSignedInStaff } from '../frame/me'
import { useSchool } from '../frame/school'
import { useGradingCount, useWorkCounts } from '../frame/work-counts'
import { useUrlState } from '../kit/address'
import { ConsoleButton } from '../kit/button'
import { Dialog } from '../kit/dialog'
import { PageHead } from '../kit/page-head'
import { useShortcut } from '../kit/shortcuts'
import { Failure, NoMatchingRows, TableSkeleton } from '../kit/states'
import { BulkBar } from './work/bulk-bar'
import { EmptyQueue, NothingDecided } from './work/empty-queue'
import { ItemView } from './work/item-view'
import { KindTabs } from './work/kind-tabs'
import { useNewItems } from './work/new-items'
import { QueueList } from './work/queue-list'
import { Today } from './work/today'

/** Weekdays in order from day 0 of the Unix epoch, a Thursday. */
const weekdays = '四五六日一二三'

/** Today in Asia/Shanghai: 4 月 21 日 星期二. */
function todayText(): string {
  const now = Date.now() / 1000
  const [, month, day] = formatDate(now).split('-').map(Number)
  return `${month} 月 ${day} 日 星期${weekdays[dayNumber(now) % 7]}`
}

/** State in the URL: the opened work item, and the filters by kind, assignee and state. */
function useWorkAddress(id: string | undefined) {
  const [, go] = useLocation()
  const search = useSearch()
  const [{ kind, assigned, closed }, setFilters] = useUrlState(['kind', 'assigned', 'closed'])
  const isKind = (allWorkKinds as string[]).includes(kind)
  return {
    kind: isKind ? (kind as WorkKind) : undefined,
    mine: assigned === 'mine',
    closed: closed === '1',
    setFilters,
    open(next: string | null, replace = Boolean(id)) {
      go(`/work${next ? `/${next}` : ''}${search ? `?${search}` : ''}`, { replace })
    },
  }
}

/** Takes the oldest waiting work item. Returns its id, or null if no work item waits. */
async function takeNext(kind: WorkKind | undefined, schoolId: string | undefined): Promise<string | null> {
  try {
    const { item } = await callStaff('GET /staff/v1/work_next', { kinds: kind && [kind], schoolId })
    if (!item) {
      toast('没有等待处理的事项')
      return null
    }
    await callStaff('POST /staff/v1/work_take', { id: item.id, version: item.version })
    return item.id
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (!error.shown) toast(error.msg)
    return null
  }
}

/** Work queue (工作台): list of waiting work items and the opened work item, both usable with the keyboard. */
export function WorkPage({ id }: { id?: string }) {
  const me = useSignedInStaff()
  const isBeside = useMedia('(min-width: 1200px)')
  const hasRoom = useMedia('(min-width: 960px) and (min-height: 760px)')
  const { kind, mine, closed, setFilters, open } = useWorkAddress(id)
  const counts = useWorkCounts()
  const grading = useGradingCount()
  const schoolId = useSchool()?.id
  const list = useStaffList('GET /staff/v1/work_list', {
    kinds: kind && [kind],
    assigned: mine ? 'mine' : closed ? 'all' : 'open',
    schoolId,
    closed,
  })
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const newItems = useNewItems({ counts, list, kind, mine, onEmpty: reload })
  const at = list.rows.findIndex((item) => item.id === id)

  function reload() {
    setSelected(new Set())
    for (const name of ['GET /staff/v1/work_list', 'GET /staff/v1/work_counts'])
      void staffQueryClient.invalidateQueries({ queryKey: [name] })
  }
  async function take() {
    const taken = await takeNext(kind, schoolId)
    if (!taken) return
    reload()
    open(taken, false)
  }
  /** Opens the work item after the decided one. */
  function decided() {
    const next = list.rows[at + 1] ?? list.rows[at - 1]
    reload()
    open(next && next.id !== id ? next.id : null, true)
  }
  const step = (by: 1 | -1) => {
    const next = list.rows[Math.min(list.rows.length - 1, Math.max(0, at + by))]
    if (next) open(next.id)
  }
  const setFilter = (changed: Parameters<typeof setFilters>[0]) => {
    setSelected(new Set())
    setFilters(changed)
  }
  useShortcut('escape', '关闭这一件', () => open(null, false), { group: '列表', enabled: Boolean(id) && isBeside })

  const keys = <QueueKeys onStep={step} onTake={() => void take()} />
  const view = id && <ItemView key={id} id={id} onDecided={decided} onChanged={reload} />
  return (
    <>
      {keys}
      <WorkHead counts={counts?.kinds} onTake={() => void take()} />
      {hasRoom && hasAnyPermission(me, ['numbers.read']) && <Today />}
      <section aria-label="待办" className="flex min-h-0 flex-1 flex-col overflow-hidden rounded-card bg-card">
        <KindTabs
          counts={counts?.kinds}
          kind={kind ?? ''}
          mine={mine}
          closed={closed}
          grading={grading}
          onKind={(next) => setFilter({ kind: next })}
          onMine={(next) => setFilter({ assigned: next ? 'mine' : '' })}
          onClosed={(next) => setFilter({ closed: next ? '1' : '' })}
        />
        {newItems !== null && !closed && (
          <div role="status" className="flex justify-center border-b border-line bg-primary-soft py-1">
            <ConsoleButton kind="quiet" size="tiny" onClick={reload}>
              {newItems > 0 ? `有 ${newItems} 件新的` : '有新的待办'}，点这里显示
            </ConsoleButton>
          </div>
        )}
        <div className="flex min-h-0 flex-1">
          <div className={`flex min-h-0 flex-col ${isBeside && id ? 'w-93 shrink-0 border-r border-line' : 'flex-1'}`}>
            <WorkList
              list={list}
              filters={[kind && `种类“${workKinds[kind].name}”`, mine && '分给我的', closed && decidedFilter].filter(
                (text) => text !== undefined && text !== false,
              )}
              grading={grading}
              onClear={() => setFilter({ kind: '', assigned: '', closed: '' })}
              onClosed={() => setFilter({ closed: '1' })}
              openId={id}
              onOpen={(item) => open(item.id, Boolean(id) && isBeside)}
              selected={selected}
              onSelect={setSelected}
              onDone={reload}
            />
          </div>
          {isBeside && view}
        </div>
      </section>
      {!isBeside && (
        <Dialog side open={Boolean(id)} onClose={() => open(null, false)} title="待办">
          {keys}
          {view}
        </Dialog>
      )}
    </>
  )
}

/** Keys of the queue, on the page and in the drawer of an opened work item. */
function QueueKeys({ onStep, onTake }: { onStep(by: 1 | -1): void; onTake(): void }) {
  useShortcut('j', '下一件', () => onStep(1), { group: '列表' })
  useShortcut('k', '上一件', () => onStep(-1), { group: '列表' })
  useShortcut('g', '领取下一件', onTake)
  return null
}

type KindCounts = StaffData<'GET /staff/v1/work_counts'>['kinds']

function WorkHead({ counts, onTake }: { counts: KindCounts | undefined; onTake(): void }) {
  const waiting = counts?.reduce((sum, one) => sum + one.waiting, 0)
  const overdue = counts?.reduce((sum, one) => sum + one.overdue, 0) ?? 0
  return (
    <PageHead
      title="工作台"
      facts={`${todayText()}${waiting === undefined ? '' : ` · 待办 ${waiting} 件`}${overdue > 0 ? `，其中 ${overdue} 件已超时` : ''}`}
      actions={
        <ConsoleButton kind="line" hotkey="G" onClick={onTake}>
          领取下一件
        </ConsoleButton>
      }
    />
  )
}

interface WorkListProps extends ComponentProps<typeof QueueList>, ComponentProps<typeof EmptyQueue> {
  /** Set filters as text. */
  filters: string[]
  onClear(): void
  /** Called after the selected work items were decided together. */
  onDone(): void
}

const decidedFilter = '已处理'

/** The list of work items, or its loading, error or empty state, and the bar for the selected work items. */
function WorkList({ filters, grading, onClear, onClosed, onDone, ...queue }: WorkListProps) {
  const { list, selected, onSelect } = queue
  if (list.isPending) return <TableSkeleton height={66} />
  if (list.error && list.rows.length === 0) return <Failure error={list.error} noun="待办" onRetry={list.refetch} />
  if (list.rows.length === 0 && filters.join() === decidedFilter) return <NothingDecided />
  if (list.rows.length === 0)
    return filters.length > 0 ? (
      <NoMatchingRows noun="待办" filters={filters} onClear={onClear} />
    ) : (
      <EmptyQueue grading={grading} onClosed={onClosed} />
    )
  return (
    <>
      <QueueList {...queue} />
      {selected.size > 0 && (
        <BulkBar
          items={list.rows.filter((item) => selected.has(item.id))}
          onClear={() => onSelect(new Set())}
          onDone={onDone}
        />
      )}
    </>
  )
}
