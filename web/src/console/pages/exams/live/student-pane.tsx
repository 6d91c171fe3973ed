import type { LiveStudent } from '@dxx/contract/calls/staff/exam-control'
import Megaphone from 'lucide-react/icons/megaphone'
import { ConsoleButton } from '../../../kit/button'
import { PersonAvatar } from '../../../kit/face'
import { StateTag } from '../../../kit/tag'
import { timeText } from '../../../kit/time'
import { kindStyles } from './kind-style'
import { clockText, formatSeconds, liveKindNames, liveKindOf } from './live-state'
import { type Live, useServerSeconds } from './use-live'

interface StudentDetailProps {
  student: LiveStudent
  live: Live
  updatedAt: number
  /** Whether the exam can still be extended and students can still get messages. */
  isOpen: boolean
  isSelected: boolean
  onSelect(): void
  onExtend(minutes: string): void
  onMessage(): void
}

/** Details of one student in the running exam, and the actions of staff for this student. */
export function StudentDetail(props: StudentDetailProps) {
  const { student, live, updatedAt, isOpen, isSelected, onSelect, onExtend, onMessage } = props
  const { now } = useServerSeconds(live, updatedAt)
  const { name, number, answered, leaves, seenAt, deadline, startedAt, submittedAt, extensionMinutes, tries } = student
  const kind = liveKindOf(student)
  const { icon: Icon, tone } = kindStyles[kind]
  const isAnswering = student.state === 'answering'
  const facts = [
    startedAt !== null && ['进入', timeText(startedAt)],
    isAnswering && seenAt !== null && ['最近一次联系', `${formatSeconds(now - seenAt)}前`],
    submittedAt !== null && ['交卷', timeText(submittedAt)],
    extensionMinutes > 0 && ['单独延长', `${extensionMinutes} 分钟`],
    tries > 1 && ['第几次作答', `${tries}`],
  ].filter((fact): fact is [string, string] => Boolean(fact))
  return (
    <div>
      <div className="flex items-center gap-3">
        <PersonAvatar id={student.student} name={name} size={40} />
        <p className="min-w-0 flex-1">
          <b className="block truncate text-15 font-semibold">{name}</b>
          <span className="block truncate text-12 text-ink-3">
            {number} · {student.class}
          </span>
        </p>
        <StateTag tone={tone} icon={<Icon size={12} />}>
          {liveKindNames[kind]}
        </StateTag>
      </div>
      <dl className="mt-3 grid grid-cols-3 gap-2 rounded-cover bg-fill px-2 py-2.5 text-center">
        <Figure name="已答" value={`${answered} / ${live.questions}`} />
        <Figure name="离开页面" value={`${leaves} 次`} />
        <Figure name="还剩" value={isAnswering && deadline !== null ? clockText(Math.max(0, deadline - now)) : '–'} />
      </dl>
      {facts.length > 0 && (
        <dl className="mt-2">
          {facts.map(([label, value]) => (
            <div key={label} className="flex min-h-7.5 items-center justify-between gap-3">
              <dt className="text-ink-3">{label}</dt>
              <dd className="tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {isOpen && kind !== 'submitted' && kind !== 'absent' && (
        <>
          <p className="mt-3 mb-1.5 text-12 text-ink-3">给这位学生延长</p>
          <div className="flex flex-wrap gap-2">
            {['5', '10', '15'].map((minutes) => (
              <ConsoleButton key={minutes} kind="soft" size="small" onClick={() => onExtend(minutes)}>
                {minutes} 分钟
              </ConsoleButton>
            ))}
            <ConsoleButton kind="soft" size="small" onClick={() => onExtend('')}>
              自定…
            </ConsoleButton>
          </div>
        </>
      )}
      <div className="mt-3 flex gap-2">
        {isOpen && isAnswering && (
          <ConsoleButton kind="line" size="small" icon={<Megaphone size={14} />} onClick={onMessage}>
            发消息
          </ConsoleButton>
        )}
        <ConsoleButton kind="soft" size="small" aria-pressed={isSelected} hotkey="X" onClick={onSelect}>
          {isSelected ? '取消选中' : '选中'}
        </ConsoleButton>
      </div>
    </div>
  )
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-11 text-ink-3">{name}</dt>
      <dd className="text-15 font-semibold whitespace-nowrap tabular-nums">{value}</dd>
    </div>
  )
}
