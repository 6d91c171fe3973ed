import { typeNames } from '@dxx/contract/rules/question-names'
import CloudCheck from 'lucide-react/icons/cloud-check'
import CloudOff from 'lucide-react/icons/cloud-off'
import CloudUpload from 'lucide-react/icons/cloud-upload'
import EyeOff from 'lucide-react/icons/eye-off'
import Keyboard from 'lucide-react/icons/keyboard'
import ListChecks from 'lucide-react/icons/list-checks'
import Settings2 from 'lucide-react/icons/settings-2'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'wouter'
import { cx } from '../../../ui/cx'
import type { StaffData } from '../../api/client'
import { useStaffCall } from '../../api/hooks'
import { useOverlays } from '../../frame/overlays'
import { ConsoleButton } from '../../kit/button'
import { StateTag } from '../../kit/tag'
import type { OutboxView } from './grading-outbox'
import { paceOf, remainingText } from './pace'
import { GradingProgressBar } from './progress-bar'
import { type RoomRef, roomPath } from './room-address'
import type { GradingRoom, TakeMode } from './use-room'

type Progress = StaffData<'GET /staff/v1/grading_question'>['progress']

interface RoomBarProps {
  room: RoomRef
  mode: TakeMode
  progress: Progress
  /** Menu that chooses which answers are loaded next. */
  filter: ReactNode
  onList(): void
  onSetup?(): void
}

/** Top bar of the grading screen: the question, links to the other questions of the exam, and tools. */
export function RoomBar({ room, mode, progress, filter, onList, onSetup }: RoomBarProps) {
  const { data: overview } = useStaffCall('GET /staff/v1/grading_overview', { exam: room.exam })
  const title = `第 ${progress.number} 题，${typeNames[progress.type]}`
  useEffect(() => {
    document.title = `${title} · 多享学管理台`
  }, [title])
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0">
        <p className="truncate text-12 text-ink-3">
          <Link href="/grading">批阅室</Link>
          {' › '}
          <Link href={`/grading/${room.exam}`}>{overview?.title ?? '…'}</Link>
        </p>
        <h1 className="flex flex-wrap items-center gap-2 text-17 font-semibold">
          {title}
          <StateTag tone="grey">{progress.maxScore} 分</StateTag>
          {progress.setup.anonymous && (
            <StateTag tone="teal" icon={<EyeOff size={12} />}>
              匿名批阅
            </StateTag>
          )}
          {progress.setup.double && <StateTag tone="violet">双评</StateTag>}
        </h1>
      </div>
      <span className="flex-1" />
      <nav
        aria-label="这场考试的题"
        className="no-scrollbar flex max-w-full gap-1 overflow-x-auto rounded-full bg-track p-0.5"
      >
        {overview?.questions.map((one) => {
          const { question, part, number } = one
          const isThis = question === room.question && part === room.part
          const isHere = mode === 'waiting' && isThis
          // For the open question, `progress` is newer than the numbers of the overview.
          const { graded, total } = isThis ? progress : one
          return (
            <RoomLink key={`${question}.${part}`} href={roomPath({ exam: room.exam, question, part })} isHere={isHere}>
              第 {number} 题{' '}
              <span className="tabular-nums font-normal">
                {graded}/{total}
              </span>
            </RoomLink>
          )
        })}
        {(progress.third > 0 || mode === 'third') && (
          <RoomLink href={`${roomPath(room)}?mode=third`} isHere={mode === 'third'}>
            仲裁 <span className="tabular-nums font-normal">{progress.third}</span>
          </RoomLink>
        )}
      </nav>
      <div className="flex flex-wrap gap-2">
        {filter}
        <ConsoleButton
          kind="page"
          size="small"
          className="max-desk:hidden"
          icon={<Keyboard size={15} />}
          hotkey="?"
          onClick={() => useOverlays.getState().open('help')}
        >
          快捷键
        </ConsoleButton>
        <ConsoleButton kind="page" size="small" icon={<ListChecks size={15} />} hotkey="L" onClick={onList}>
          批过的
        </ConsoleButton>
        {onSetup && (
          <ConsoleButton kind="page" size="small" icon={<Settings2 size={15} />} onClick={onSetup}>
            设置
          </ConsoleButton>
        )}
      </div>
    </div>
  )
}

function RoomLink({ href, isHere, children }: { href: string; isHere: boolean; children: ReactNode }) {
  return (
    <Link
      href={href}
      aria-current={isHere ? 'page' : undefined}
      className={cx(
        'flex min-h-9 shrink-0 items-center gap-1 rounded-full px-3 text-13 desk:min-h-7',
        isHere ? 'bg-card font-semibold' : 'text-ink-2',
      )}
    >
      {children}
    </Link>
  )
}

interface RoomProgressProps {
  progress: Progress
  room: Pick<GradingRoom, 'pending' | 'pile' | 'view' | 'times'>
  /** Whether no answer is shown: what other graders have claimed is then not left for this one. */
  isEmpty: boolean
}

/** Progress, estimated time for the rest, and whether all scores are saved. */
export function RoomProgress({ progress, room: { pending, pile, view, times }, isEmpty }: RoomProgressProps) {
  const { total, graded, forMe, average, setup } = progress
  // The first of two grades of an answer does not make its score final.
  const done = Math.min(total, graded + (setup.double ? 0 : pending))
  const held = isEmpty && pile.isExhausted ? pile.held : 0
  // Scores that are not saved yet are still open for the server.
  const left = Math.max(0, forMe - pending - held)
  const others = total - done - left
  const pace = paceOf(times)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-12 text-ink-2">
      <span className="tabular-nums">
        <b className="text-17 font-semibold text-ink">{done}</b> / {total} 个作答
      </span>
      <span className="w-80 max-wide:w-40 max-sm:w-24">
        <GradingProgressBar value={done} max={total} label="批阅进度" />
      </span>
      {left > 0 && (
        <span>
          你还有 {left} 个{pace !== null && `，按现在的速度${remainingText(left, pace)}`}
        </span>
      )}
      {others > 0 && <span>等别的老师 {others} 个</span>}
      <span className="flex-1" />
      {average !== null && (
        <span className="max-sm:hidden">
          平均 <b className="font-semibold text-ink">{average}</b> 分
        </span>
      )}
      {pace !== null && (
        <span className="max-sm:hidden">
          每个 <b className="font-semibold text-ink">{Math.round(pace)}</b> 秒
        </span>
      )}
      <SaveState view={view} />
    </div>
  )
}

function SaveState({ view: { waiting, trouble } }: { view: OutboxView }) {
  const [icon, text] =
    waiting === 0
      ? [<CloudCheck key="done" size={15} />, '已保存']
      : trouble
        ? [<CloudOff key="off" size={15} />, `${waiting} 个存在本机，连上后自动保存`]
        : [<CloudUpload key="up" size={15} />, `正在保存 ${waiting} 个`]
  return (
    <span role="status" className={cx('flex items-center gap-1.5', waiting > 0 && trouble && 'text-amber')}>
      {icon}
      {text}
    </span>
  )
}
