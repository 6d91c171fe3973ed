import { dateOf } from '@dxx/contract/rules/time-from'
import { allWorkKinds, type WorkKind, workKinds } from '@dxx/contract/staff'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { ApiError } from '../../api/error'
import { toast } from '../../state/flash'
import { useMedia } from '../../ui/use-media'
import { callStaff } from '../api/client'
import { queries, useStaffList } from '../api/hooks'
import { useSchool } from '../frame/school'
import { useGradingCount, useWorkCounts } from '../frame/work-counts'
import { useAddress } from '../kit/address'
import { Act } from '../kit/button'
import { Dialog } from '../kit/dialog'
import { PageHead } from '../kit/page-head'
import { useShortcut } from '../kit/shortcuts'
import { Failure, NoHit, RegionState, SkeletonRows } from '../kit/states'
import { BulkBar } from './work-parts/bulk-bar'
import { CaseView } from './work-parts/case-view'
import { KindTabs } from './work-parts/kind-tabs'
import { QueueList } from './work-parts/queue-list'

const weekdays = '日一二三四五六'

/** 4 月 21 日 星期二, in Asia/Shanghai. */
function todayText(): string {
  const [, month, day] = dateOf(Date.now() / 1000)
    .split('-')
    .map(Number)
  const weekday = weekdays[new Date(Date.now() + 8 * 3_600_000).getUTCDay()]
  return `${month} 月 ${day} 日 星期${weekday}`
}

/** 工作台: everything that waits, the case beside the list, decided by keys. */
export function WorkPage({ id }: { id?: string }) {
  const [, go] = useLocation()
  const search = useSearch()
  const isBeside = useMedia('(min-width: 1200px)')
  const [{ kind, assigned }, setFilters] = useAddress(['kind', 'assigned'])
  const counts = useWorkCounts()
  const grading = useGradingCount()
  const schoolId = useSchool()?.id
  const isKind = (allWorkKinds as string[]).includes(kind)
  const list = useStaffList('GET /staff/v1/work_list', {
    kinds: isKind ? [kind as WorkKind] : undefined,
    assigned: assigned === 'mine' ? 'mine' : 'open',
    schoolId,
  })
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [seen, setSeen] = useState<number | null>(null)
  // What waited when the list was loaded; later cases gather behind a button instead of moving the rows.
  if (seen === null && counts && !list.isPending) setSeen(counts.newest)
  const hasNew = seen !== null && counts !== undefined && counts.newest > seen

  const address = (next: string | null) => `/work${next ? `/${next}` : ''}${search ? `?${search}` : ''}`
  const open = (next: string | null, replace = false) => go(address(next), { replace })
  const at = list.rows.findIndex((item) => item.id === id)
  const step = (by: 1 | -1) => {
    const next = list.rows[Math.min(list.rows.length - 1, Math.max(0, at + by))]
    if (next) open(next.id, Boolean(id))
  }
  useShortcut('j', '下一件', () => step(1), { group: '列表' })
  useShortcut('k', '上一件', () => step(-1), { group: '列表' })
  useShortcut('escape', '关闭这一件', () => open(null), { group: '列表', enabled: Boolean(id) && isBeside })
  useShortcut('g', '领取下一件', () => void takeNext())

  function reload() {
    setSeen(null)
    setSelected(new Set())
    for (const name of ['GET /staff/v1/work_list', 'GET /staff/v1/work_counts'])
      void queries.invalidateQueries({ queryKey: [name] })
  }
  async function takeNext() {
    try {
      const kinds = isKind ? [kind as WorkKind] : undefined
      const { item } = await callStaff('GET /staff/v1/work_next', { kinds, schoolId })
      if (!item) return toast('没有等待处理的事项')
      await callStaff('POST /staff/v1/work_take', { id: item.id, version: item.version })
      reload()
      open(item.id)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!error.shown) toast(error.msg)
    }
  }
  /** Goes on with the case after the decided one. */
  function decided() {
    const next = list.rows[at + 1] ?? list.rows[at - 1]
    reload()
    open(next && next.id !== id ? next.id : null, true)
  }

  const waiting = counts?.kinds.reduce((sum, one) => sum + one.waiting, 0)
  const overdue = counts?.kinds.reduce((sum, one) => sum + one.overdue, 0) ?? 0
  const filters = [isKind && `种类“${workKinds[kind as WorkKind].name}”`, assigned === 'mine' && '分给我的'].filter(
    (text): text is string => Boolean(text),
  )
  const empty =
    filters.length > 0 ? (
      <NoHit noun="待办" filters={filters} onClear={() => setFilters({ kind: '', assigned: '' })} />
    ) : (
      <RegionState tone="green" icon={<CircleCheck size={24} />} title="都处理完了" text="有新的会自己出现在这里" />
    )
  const view = id && <CaseView key={id} id={id} onDecided={decided} onChanged={reload} />

  return (
    <>
      <PageHead
        title="工作台"
        facts={`${todayText()}${waiting === undefined ? '' : ` · 待办 ${waiting} 件`}${overdue > 0 ? `，其中 ${overdue} 件已超时` : ''}`}
        actions={
          <Act kind="line" hotkey="G" onClick={() => void takeNext()}>
            领取下一件
          </Act>
        }
      />
      <section aria-label="待办" className="flex min-h-0 flex-1 flex-col overflow-hidden rounded-card bg-card">
        <KindTabs
          counts={counts?.kinds}
          kind={isKind ? (kind as WorkKind) : ''}
          mine={assigned === 'mine'}
          grading={grading}
          onKind={(next) => {
            setSelected(new Set())
            setFilters({ kind: next })
          }}
          onMine={(mine) => setFilters({ assigned: mine ? 'mine' : '' })}
        />
        {hasNew && (
          <div role="status" className="flex justify-center border-b border-line bg-primary-soft py-1">
            <Act kind="quiet" size="tiny" onClick={reload}>
              有新的待办，点这里显示
            </Act>
          </div>
        )}
        <div className="flex min-h-0 flex-1">
          <div className={`flex min-h-0 flex-col ${isBeside && id ? 'w-93 shrink-0 border-r border-line' : 'flex-1'}`}>
            {list.isPending ? (
              <SkeletonRows height={66} />
            ) : list.error && list.rows.length === 0 ? (
              <Failure error={list.error} noun="待办" onRetry={list.refetch} />
            ) : list.rows.length === 0 ? (
              empty
            ) : (
              <QueueList
                list={list}
                openId={id}
                onOpen={(item) => open(item.id, Boolean(id) && isBeside)}
                selected={selected}
                onSelect={setSelected}
              />
            )}
            {selected.size > 0 && (
              <BulkBar
                items={list.rows.filter((item) => selected.has(item.id))}
                onClear={() => setSelected(new Set())}
                onDone={reload}
              />
            )}
          </div>
          {isBeside && view}
        </div>
      </section>
      {!isBeside && (
        <Dialog side open={Boolean(id)} onClose={() => open(null)} title="待办">
          {view}
        </Dialog>
      )}
    </>
  )
}
