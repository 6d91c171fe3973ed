import Megaphone from 'lucide-react/icons/megaphone'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import Timer from 'lucide-react/icons/timer'
import Users from 'lucide-react/icons/users'
import type { ComponentType } from 'react'
import { toast } from '../../../../state/flash'
import { cx } from '../../../../ui/cx'
import { useStaffAction } from '../../../api/hooks'
import { ConsoleButton } from '../../../kit/button'
import { timeText } from '../../../kit/time'
import { kindStyles } from './kind-style'
import { clockText, formatSeconds, isCollecting, type LiveCounts, lastDeadline, medianLeft } from './live-state'
import { type Live, useServerSeconds } from './use-live'

/** Age of the data in seconds from which it is shown as a warning. */
const oldAge = 10

/** Text with the last deadline, if an extension has moved it behind the end of the exam. */
function lateText({ students, endsAt }: Live): string {
  const last = lastDeadline(students)
  return last !== null && last > endsAt ? `，延长后最晚 ${timeText(last)} 收卷` : ''
}

interface RoomHeadProps {
  exam: string
  live: Live
  updatedAt: number
  onAsk(what: 'extend' | 'message' | 'pause' | 'end'): void
}

/** Age of the data, median of the time left, and actions on the whole exam. */
export function RoomHead({ exam, live, updatedAt, onAsk }: RoomHeadProps) {
  const { now, age } = useServerSeconds(live, updatedAt)
  const left = medianLeft(live.students, now)
  const isRunning = live.state === 'running'
  const isOver = isCollecting(live, now)
  const isOpen = (isRunning && !isOver) || live.state === 'scheduled'
  const resume = useStaffAction('POST /staff/v1/exam_resume', {
    changes: ['GET /staff/v1/exam_live', 'GET /staff/v1/exam_info'],
    onDone: ({ seconds }) => toast(`考试继续，所有截止时间顺延 ${formatSeconds(seconds)}`),
  })
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0 flex-1 text-ink-3">
        <span className={age > oldAge && isOpen ? 'font-semibold text-amber' : ''}>
          {age > oldAge && isOpen ? `数据已 ${formatSeconds(age)}没有更新，正在重试` : `数据 ${age} 秒前更新`}
        </span>
        {live.state === 'scheduled' && `，${timeText(live.startsAt)} 开始`}
        {isOver
          ? '，时间到，正在收卷：30 秒内送到的保存仍然算数'
          : isRunning && !live.paused && `，${timeText(live.endsAt)} 结束${lateText(live)}`}
        {live.paused && (
          <b className="block font-semibold text-amber">
            {timeText(live.paused.since)} 起暂停：{live.paused.reason}
          </b>
        )}
      </p>
      {left !== null && !isOver && (
        <p className="text-right leading-tight">
          <span className="block text-12 text-ink-3">{live.paused ? '时间已停住' : '多数人还剩'}</span>
          <b role="timer" className="text-23 font-semibold tabular-nums">
            {clockText(left)}
          </b>
        </p>
      )}
      {isOpen && (
        <div className="flex flex-wrap gap-2 max-desk:grid max-desk:w-full max-desk:grid-cols-2">
          {isRunning && (
            <ConsoleButton kind="danger" onClick={() => onAsk('end')}>
              提前收卷…
            </ConsoleButton>
          )}
          {live.paused ? (
            <ConsoleButton
              kind="amber"
              icon={<Play size={15} />}
              loading={resume.running}
              onClick={() => void resume.run({ exam })}
            >
              继续考试
            </ConsoleButton>
          ) : (
            isRunning && (
              <ConsoleButton kind="page" icon={<Pause size={15} />} hotkey="P" onClick={() => onAsk('pause')}>
                暂停…
              </ConsoleButton>
            )
          )}
          <ConsoleButton kind="page" icon={<Megaphone size={15} />} hotkey="B" onClick={() => onAsk('message')}>
            发公告
          </ConsoleButton>
          <ConsoleButton kind="primary" icon={<Timer size={15} />} hotkey="T" onClick={() => onAsk('extend')}>
            延长时间
          </ConsoleButton>
        </div>
      )}
    </div>
  )
}

interface LiveFiguresProps {
  figures: LiveCounts
  questions: number
  kind: string
  onKind(kind: string): void
}

type Shown = {
  kind: string
  name: string
  value: number
  icon: ComponentType<{ size?: number; className?: string }>
  colour: string
}

/** Numbers of students by state; a click on one filters the students below. */
export function LiveFigures({ figures, questions, kind, onKind }: LiveFiguresProps) {
  const isOver = figures.absent > 0
  const shown: Shown[] = [
    { kind: '', name: '应考', value: figures.all, icon: Users, colour: 'text-ink-2' },
    isOver
      ? {
          kind: 'absent',
          name: '缺考',
          value: figures.absent,
          icon: kindStyles.absent.icon,
          colour: kindStyles.absent.text,
        }
      : {
          kind: 'waiting',
          name: '未进入',
          value: figures.waiting,
          icon: kindStyles.waiting.icon,
          colour: kindStyles.waiting.text,
        },
    {
      kind: 'answering',
      name: '作答中',
      value: figures.answering,
      icon: kindStyles.answering.icon,
      colour: kindStyles.answering.text,
    },
    { kind: 'left', name: '离开过', value: figures.left, icon: kindStyles.left.icon, colour: kindStyles.left.text },
    {
      kind: 'offline',
      name: '离线',
      value: figures.offline,
      icon: kindStyles.offline.icon,
      colour: kindStyles.offline.text,
    },
    {
      kind: 'submitted',
      name: '已交卷',
      value: figures.submitted,
      icon: kindStyles.submitted.icon,
      colour: kindStyles.submitted.text,
    },
  ]
  return (
    <fieldset
      aria-label="按状态筛选"
      className="grid shrink-0 grid-cols-7 rounded-card bg-card py-2 max-wide:grid-cols-4 max-sm:grid-cols-3"
    >
      {shown.map(({ kind: one, name, value, icon: Icon, colour }) => (
        <button
          key={name}
          type="button"
          aria-pressed={kind === one}
          onClick={() => onKind(kind === one ? '' : one)}
          className={cx(
            'border-l border-line px-4 py-1.5 text-left -outline-offset-2 first:border-0 max-wide:border-0',
            kind === one && one && 'bg-primary-soft',
          )}
        >
          <span className="flex items-center gap-1.5 text-12 text-ink-2">
            <Icon size={14} className={colour} />
            {name}
          </span>
          <b className="text-23 leading-tight font-semibold tabular-nums">{value}</b>{' '}
          <span className="text-12 text-ink-2">人</span>
        </button>
      ))}
      <p className="border-l border-line px-4 py-1.5 max-wide:border-0">
        <span className="block text-12 text-ink-2">平均进度</span>
        <b className="text-23 leading-tight font-semibold tabular-nums">{figures.average ?? '–'}</b>{' '}
        <span className="text-12 text-ink-2">/ {questions} 题</span>
      </p>
    </fieldset>
  )
}
