import type { ExamState } from '@dxx/contract/calls/staff/exam-shapes'
import Ban from 'lucide-react/icons/ban'
import CircleCheck from 'lucide-react/icons/circle-check'
import Clock from 'lucide-react/icons/clock'
import Pause from 'lucide-react/icons/pause'
import PenLine from 'lucide-react/icons/pen-line'
import Radio from 'lucide-react/icons/radio'
import type { ComponentType } from 'react'
import { StateTag, type Tone } from '../../kit/tag'

const examStates: Record<ExamState, { name: string; tone: Tone; icon: ComponentType<{ size?: number }> }> = {
  scheduled: { name: '未开始', tone: 'blue', icon: Clock },
  running: { name: '进行中', tone: 'green', icon: Radio },
  marking: { name: '待批阅', tone: 'amber', icon: PenLine },
  finished: { name: '已结束', tone: 'grey', icon: CircleCheck },
  withdrawn: { name: '已撤回', tone: 'grey', icon: Ban },
}

const collectingState = { name: '收卷中', tone: 'amber' as const, icon: Clock }

interface ExamStateTagProps {
  state: ExamState
  paused: boolean
  /** Whether the time is over and the last saves are still accepted. */
  collecting?: boolean
}

/** State of an exam, 已暂停 while it is paused, or 收卷中 after its end. */
export function ExamStateTag({ state, paused, collecting = false }: ExamStateTagProps) {
  if (paused) {
    return (
      <StateTag tone="amber" icon={<Pause size={12} />}>
        已暂停
      </StateTag>
    )
  }
  const { name, tone, icon: Icon } = collecting ? collectingState : examStates[state]
  return (
    <StateTag tone={tone} icon={<Icon size={12} />}>
      {name}
    </StateTag>
  )
}
