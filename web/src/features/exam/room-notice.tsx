import { withoutStop } from '@dxx/contract/rules/format'
import Megaphone from 'lucide-react/icons/megaphone'
import PauseIcon from 'lucide-react/icons/pause'
import { useState } from 'react'
import { Button } from '../../ui/button'
import { Sheet } from '../../ui/sheet'
import { timeOf } from './labels'
import { countReadMessages, type ExamRoomNews, rememberRead } from './room'

/** Aligns a notice with the question's column on wide screens; its background spans the page. */
const column = 'desk:mx-auto desk:max-w-288 flex items-start gap-2 px-4 py-2'

/** Pause notice and newest message from the teacher; below the question, so that the question does not move. */
export function RoomNotice({ attempt, room }: { attempt: string; room: ExamRoomNews }) {
  const [read, setRead] = useState(() => countReadMessages(attempt))
  const { paused, messages } = room
  const newest = messages.length > read ? messages.at(-1) : undefined
  if (!paused && !newest) return null
  return (
    <div className="space-y-px">
      {paused && (
        <div className="bg-amber-soft text-13 text-amber">
          <p className={column}>
            <PauseIcon aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
            <span className="user-text">
              考试已暂停：{withoutStop(paused.reason)}。时间停住了，可以继续作答，照样保存。
            </span>
          </p>
        </div>
      )}
      {newest && (
        <div className="bg-primary-soft text-13 text-primary">
          <div className={column}>
            <Megaphone aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
            <p className="user-text max-h-24 min-w-0 flex-1 overflow-y-auto">
              <b>老师：</b>
              {newest.body}
            </p>
            <Button
              size="small"
              kind="line"
              onClick={() => {
                rememberRead(attempt, messages.length)
                setRead(messages.length)
              }}
            >
              知道了
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}

/** Button that opens all messages from the teacher. */
export function RoomMessages({ messages }: Pick<ExamRoomNews, 'messages'>) {
  const [open, setOpen] = useState(false)
  if (messages.length === 0) return null
  return (
    <>
      <button type="button" onClick={() => setOpen(true)} className="tap text-primary">
        老师的消息 {messages.length} 条
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title="老师的消息">
        <ul className="space-y-3">
          {messages.toReversed().map(({ id, at, body }) => (
            <li key={id} className="rounded-card bg-fill p-3.5">
              <p className="text-12 text-ink-3">{timeOf(at)}</p>
              <p className="user-text text-15">{body}</p>
            </li>
          ))}
        </ul>
      </Sheet>
    </>
  )
}

/** Note above a question that staff voided or declared 送分. */
export function RuledNote({ id, room }: { id: string; room: ExamRoomNews }) {
  const text = room.voided.includes(id)
    ? '本题已作废，不用作答：不计分，其余题按比例折算到原来的满分。'
    : room.given.includes(id)
      ? '本题全体送分：答不答都得满分。'
      : null
  return text && <p className="mb-3 rounded-card bg-amber-soft px-3.5 py-2 text-14 text-amber">{text}</p>
}
