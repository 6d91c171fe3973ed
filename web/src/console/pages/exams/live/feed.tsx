import type { LiveStudent, StaffExam } from '@dxx/contract/calls/staff/exam-control'
import { formatExactTime } from '@dxx/contract/rules/time-from'
import AppWindow from 'lucide-react/icons/app-window'
import Check from 'lucide-react/icons/check'
import LogIn from 'lucide-react/icons/log-in'
import Timer from 'lucide-react/icons/timer'
import Wifi from 'lucide-react/icons/wifi'
import WifiOff from 'lucide-react/icons/wifi-off'
import type { ComponentType } from 'react'
import { timeText } from '../../../kit/time'
import { type LiveEvent, type LiveEventKind, readersOf } from './live-state'
import { MessageForm } from './message-form'

const icons: Record<LiveEventKind, [ComponentType<{ size?: number; className?: string }>, string]> = {
  entered: [LogIn, 'text-ink-2'],
  left: [AppWindow, 'text-amber'],
  offline: [WifiOff, 'text-danger'],
  back: [Wifi, 'text-success'],
  submitted: [Check, 'text-success'],
  closed: [Check, 'text-ink-2'],
  extended: [Timer, 'text-primary'],
}

/** Events of students since the page was opened, newest first. */
export function Feed({ events, onOpen }: { events: LiveEvent[]; onOpen(student: string): void }) {
  return (
    <section aria-label="动态" className="rounded-card bg-card px-4 py-3.5">
      <h2 className="text-15 font-semibold">
        动态 <span className="text-12 font-normal text-ink-3">打开本页以来</span>
      </h2>
      {events.length === 0 ? (
        <p className="mt-1 text-ink-3">还没有变化</p>
      ) : (
        <ul className="mt-1 max-h-60 overflow-y-auto">
          {events.slice(0, 50).map(({ id, kind, name, text, at, student }) => {
            const [Icon, colour] = icons[kind]
            return (
              <li key={id}>
                <button
                  type="button"
                  onClick={() => onOpen(student)}
                  className="flex min-h-8 w-full items-center gap-2 text-left -outline-offset-2 hover:bg-fill max-desk:min-h-11"
                >
                  <Icon size={15} className={`shrink-0 ${colour}`} />
                  <span className="min-w-0 flex-1 truncate">
                    <b className="font-semibold">{name}</b> {text}
                  </span>
                  <span className="shrink-0 text-12 tabular-nums text-ink-3">{formatExactTime(at).slice(11)}</span>
                </button>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}

type RoomMessage = StaffExam['messages'][number]

/** The question that a message is about. */
function AboutQuestion({ message: { question } }: { message: RoomMessage }) {
  if (!question) return null
  return (
    <p className="text-12 text-ink-2">
      关于第 {question.number} 题“{question.stem}”
    </p>
  )
}

/** How many students confirmed a message; opens the names of those who have not. */
function Readers({ message, students }: { message: RoomMessage; students: readonly LiveStudent[] }) {
  const { read, unread } = readersOf(message, students)
  if (unread.length === 0) return <p className="text-12 text-ink-2">{read.length > 0 && `${read.length} 人都看过了`}</p>
  return (
    <details className="text-12 text-ink-2">
      <summary className="max-desk:min-h-11">
        {read.length} 人看过，{unread.length} 人没有点“知道了”
      </summary>
      <p className="max-h-24 overflow-y-auto">
        {unread.map(({ name, offline }) => (offline ? `${name}（断线）` : name)).join('、')}
      </p>
    </details>
  )
}

/** Messages sent to the students of the exam, and the field for a new one. */
interface MessagesProps {
  exam: StaffExam
  students: readonly LiveStudent[]
  canSend: boolean
}

export function Messages({ exam, students, canSend }: MessagesProps) {
  return (
    <section aria-label="公告" className="rounded-card bg-card px-4 py-3.5">
      <h2 className="text-15 font-semibold">公告</h2>
      <ul className="mt-1.5 flex max-h-52 flex-col gap-2 overflow-y-auto">
        {exam.messages.map((message) => (
          <li key={message.id} className="rounded-cover bg-amber-soft px-3 py-2">
            <AboutQuestion message={message} />
            <p className="break-words whitespace-pre-wrap">{message.body}</p>
            <p className="text-12 text-amber">
              {timeText(message.at)} · {message.to === null ? '整个考场' : `${message.to} 人`}
            </p>
            <Readers message={message} students={students} />
          </li>
        ))}
      </ul>
      {exam.messages.length === 0 && <p className="text-ink-3">还没有发过</p>}
      {canSend && (
        <div className="mt-2">
          <MessageForm exam={exam} to={null} onSent={() => {}} />
        </div>
      )}
    </section>
  )
}
