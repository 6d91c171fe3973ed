import type { StaffExam } from '@dxx/contract/calls/staff/exam-control'
import type { Appeal } from '@dxx/contract/calls/staff/exam-regrade'
import CircleCheck from 'lucide-react/icons/circle-check'
import Inbox from 'lucide-react/icons/inbox'
import { cx } from '../../../../ui/cx'
import { useMedia } from '../../../../ui/use-media'
import { staffQueryClient, useStaffList } from '../../../api/hooks'
import { useUrlState } from '../../../kit/address'
import { ConsoleButton } from '../../../kit/button'
import { Dialog } from '../../../kit/dialog'
import { FilterSelect } from '../../../kit/fields'
import { FilterBar } from '../../../kit/filter-bar'
import { KeyLabel } from '../../../kit/key'
import { useShortcut } from '../../../kit/shortcuts'
import { Failure, NoMatchingRows, RegionState, TableSkeleton } from '../../../kit/states'
import { timeText } from '../../../kit/time'
import { pointsText } from '../figures'
import { AppealState, appealStates } from './appeal-state'
import { AppealView } from './appeal-view'
import { nextOpenAppeal } from './next-open'

const isState = (value: string): value is Appeal['state'] => value in appealStates

/** 复核申请: appeals of students with the replies, open ones first. After a reply the next open appeal is shown. */
export function AppealsTab({ exam }: { exam: StaffExam }) {
  const isBeside = useMedia('(min-width: 1200px)')
  const [{ appeal: openId, state }, setAddress] = useUrlState(['appeal', 'state'])
  const list = useStaffList('GET /staff/v1/appeal_list', { exam: exam.id, state: isState(state) ? state : undefined })
  const { rows } = list
  const at = rows.findIndex(({ id }) => id === openId)
  const open = (id: string | undefined) => setAddress({ appeal: id ?? '' }, { replace: openId !== '' })
  const step = (by: 1 | -1) => open(rows[Math.min(rows.length - 1, Math.max(0, at + by))]?.id)
  useShortcut('j', '下一份', () => step(1), { group: '列表', enabled: rows.length > 0 })
  useShortcut('k', '上一份', () => step(-1), { group: '列表', enabled: rows.length > 0 })
  useShortcut('n', '下一份没有答复的', () => open(nextOpenAppeal(rows, openId)), { enabled: rows.length > 0 })

  const chosen = rows[at]
  const onAnswered = () => {
    const next = nextOpenAppeal(rows, openId)
    for (const name of ['appeal_list', 'exam_info', 'exam_attempt_view', 'exam_results', 'exam_statistics'])
      void staffQueryClient.invalidateQueries({ queryKey: [`GET /staff/v1/${name}`] })
    if (next || !isBeside) open(next)
  }
  const view = chosen && <AppealView key={chosen.id} appeal={chosen} onAnswered={onAnswered} />
  return (
    <section
      aria-label="复核申请"
      className="flex min-h-120 flex-1 shrink-0 flex-col overflow-hidden rounded-card bg-card"
    >
      <FilterBar title={`复核申请${list.total === undefined ? '' : ` ${list.total}`}`}>
        <FilterSelect
          label="状态"
          value={state}
          onChange={(next) => setAddress({ state: next, appeal: '' })}
          options={[
            { value: '', label: '全部' },
            ...Object.entries(appealStates).map(([value, { name }]) => ({ value, label: name })),
          ]}
        />
      </FilterBar>
      {list.isPending ? (
        <TableSkeleton height={66} />
      ) : list.error && rows.length === 0 ? (
        <Failure error={list.error} noun="复核申请" onRetry={list.refetch} />
      ) : rows.length === 0 ? (
        isState(state) ? (
          <NoMatchingRows
            noun="复核申请"
            filters={[`状态“${appealStates[state].name}”`]}
            onClear={() => setAddress({ state: '' })}
          />
        ) : (
          <RegionState
            tone="green"
            icon={<CircleCheck size={24} />}
            title="没有复核申请"
            text="成绩公布后的 14 天里，学生可以在成绩页对一道题申请复核。"
          />
        )
      ) : (
        <div className="flex min-h-0 flex-1 border-t border-line">
          <div className={cx('flex min-w-0 flex-col', isBeside ? 'w-93 shrink-0 border-r border-line' : 'flex-1')}>
            <ul className="min-h-0 flex-1 overflow-y-auto">
              {rows.map((row) => (
                <AppealRow key={row.id} appeal={row} isOpen={row.id === openId} onOpen={() => open(row.id)} />
              ))}
              {list.hasMore && (
                <li className="p-3 text-center">
                  <ConsoleButton kind="soft" size="small" loading={list.isLoadingMore} onClick={list.loadMore}>
                    再看一些
                  </ConsoleButton>
                </li>
              )}
            </ul>
            <p className="flex items-center gap-2 border-t border-line px-4 py-2 text-12 text-ink-3 max-desk:hidden">
              <KeyLabel>J</KeyLabel>
              <KeyLabel>K</KeyLabel>
              上一份 / 下一份
              <KeyLabel>N</KeyLabel>
              下一份没有答复的
            </p>
          </div>
          {isBeside &&
            (view ?? (
              <RegionState
                tone="blue"
                icon={<Inbox size={24} />}
                title="选一份申请"
                text="左边选，或者按 N 打开下一份"
              />
            ))}
        </div>
      )}
      {!isBeside && (
        <Dialog side open={chosen !== undefined} onClose={() => open(undefined)} title="复核申请">
          {view}
        </Dialog>
      )}
    </section>
  )
}

function AppealRow({ appeal, isOpen, onOpen }: { appeal: Appeal; isOpen: boolean; onOpen(): void }) {
  const { student, number, score, maxScore, reason, at, state } = appeal
  return (
    <li>
      <button
        type="button"
        aria-current={isOpen || undefined}
        onClick={onOpen}
        className={cx(
          'block w-full border-b border-line px-4 py-2.5 text-left -outline-offset-2',
          isOpen ? 'bg-primary-soft' : 'hover:bg-fill',
        )}
      >
        <span className="flex items-center gap-2">
          <b className="min-w-0 flex-1 truncate font-semibold">
            {student.name} · 第 {number} 题
          </b>
          <AppealState state={state} />
        </span>
        <span className={cx('mt-0.5 flex gap-2 text-12', isOpen ? 'text-ink-2' : 'text-ink-3')}>
          <span className="min-w-0 flex-1 truncate">{reason}</span>
          <span className="tabular-nums shrink-0">
            {pointsText(score)}/{pointsText(maxScore)} 分，{timeText(at)}
          </span>
        </span>
      </button>
    </li>
  )
}
