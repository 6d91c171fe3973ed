import type { StaffExam } from '@dxx/contract/calls/staff/exam-control'
import type { Regrade } from '@dxx/contract/calls/staff/exam-regrade'
import { useEffect, useRef, useState } from 'react'
import { Progress } from '../../../../ui/progress'
import { staffQueryClient, useStaffCall, useStaffList } from '../../../api/hooks'
import { ConsoleButton } from '../../../kit/button'
import { Dialog } from '../../../kit/dialog'
import { Failure, TableSkeleton } from '../../../kit/states'
import { timeText } from '../../../kit/time'
import { RulingTag } from '../ruling-tag'
import { ChangeTable } from './preview'

const pollEvery = 2000

/** Regrades of an exam, polled while one is running. A regrade continues on the server if the page is closed. */
export function useRegrades(exam: string) {
  const query = useStaffCall('GET /staff/v1/exam_regrade_list', { exam })
  const running = query.data?.some(({ state }) => state === 'running') ?? false
  useStaffCall(
    'GET /staff/v1/exam_regrade_list',
    { exam },
    { enabled: running, refetchInterval: pollEvery, staleTime: 0 },
  )
  // When the running regrade ends, the cached scores are out of date.
  const was = useRef(running)
  useEffect(() => {
    if (was.current && !running)
      for (const name of ['exam_results', 'exam_statistics', 'exam_analysis', 'exam_attempt_view', 'exam_info'])
        void staffQueryClient.invalidateQueries({ queryKey: [`GET /staff/v1/${name}`] })
    was.current = running
  }, [running])
  return { ...query, running }
}

interface HistoryProps {
  exam: StaffExam
  regrades: ReturnType<typeof useRegrades>
}

export function RegradeHistory({ regrades }: HistoryProps) {
  const [open, setOpen] = useState<Regrade | null>(null)
  const { data, error, refetch } = regrades
  return (
    <section aria-label="改评分记录" className="shrink-0 rounded-card bg-card p-4 desk:p-5">
      <h2 className="mb-2 text-15 font-semibold">改评分记录</h2>
      {error && !data ? (
        <Failure error={error} noun="改评分记录" onRetry={() => void refetch()} />
      ) : !data ? (
        <TableSkeleton count={2} height={56} />
      ) : data.length === 0 ? (
        <p className="text-ink-3">这场考试没有改过评分。</p>
      ) : (
        <ul className="divide-y divide-line">
          {data.map((one) => (
            <HistoryRow key={one.id} regrade={one} onOpen={() => setOpen(one)} />
          ))}
        </ul>
      )}
      <Dialog
        wide
        open={open !== null}
        onClose={() => setOpen(null)}
        title={open ? `第 ${open.number} 题：成绩变了的学生` : ''}
        note={open?.reason}
      >
        {open && <Changes id={open.id} />}
      </Dialog>
    </section>
  )
}

function HistoryRow({ regrade, onOpen }: { regrade: Regrade; onOpen(): void }) {
  const { number, kind, reason, by, at, state, done, total, changed, up, down } = regrade
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
      <b className="tabular-nums font-semibold">第 {number} 题</b>
      <RulingTag kind={kind} />
      <span className="user-text min-w-40 flex-1">{reason}</span>
      <span className="text-12 text-ink-3">
        {by}，{timeText(at)}
      </span>
      {state === 'stopped' ? (
        <span role="alert" className="text-12 text-danger">
          重新评分中途停了（{done} / {total}），请所有者在“站点状态”里重试
        </span>
      ) : state === 'running' ? (
        <span role="status" className="flex w-full items-center gap-3">
          <Progress value={total === 0 ? 100 : (done / total) * 100} label="重新评分" />
          <span className="tabular-nums shrink-0 text-12 text-ink-2">
            正在重新评分 {done} / {total}，可以离开这个页面
          </span>
        </span>
      ) : changed === 0 ? (
        <span className="text-12 text-ink-3">没有一份总分变化</span>
      ) : (
        <ConsoleButton kind="line" size="small" onClick={onOpen}>
          {changed} 份有变：{up} 加 {down} 减
        </ConsoleButton>
      )}
    </li>
  )
}

function Changes({ id }: { id: string }) {
  const list = useStaffList('GET /staff/v1/exam_regrade_changes', { id })
  if (list.error && list.rows.length === 0) return <Failure error={list.error} noun="变化" onRetry={list.refetch} />
  if (list.isPending) return <TableSkeleton count={4} height={40} />
  return (
    <div className="space-y-2">
      <ChangeTable changes={list.rows} />
      {list.hasMore && (
        <ConsoleButton kind="soft" size="small" loading={list.isLoadingMore} onClick={list.loadMore}>
          再看一些（已列 {list.rows.length}，共 {list.total}）
        </ConsoleButton>
      )}
    </div>
  )
}
