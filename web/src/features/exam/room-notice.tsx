import { withoutStop } from '@dxx/contract/rules/format'
import Megaphone from 'lucide-react/icons/megaphone'
import PauseIcon from 'lucide-react/icons/pause'
import { useState } from 'react'
import { Button } from '../../ui/button'
import { Sheet } from '../../ui/sheet'
import { timeOf } from './labels'
import { countReadMessages, type ExamRoomNews, type RoomMessage } from './room'

/** Aligns a notice with the question's column on wide screens; its background spans the page. */
const column = 'desk:mx-auto desk:max-w-288 wide:max-w-338 flex items-start gap-2 px-4 py-2'

/** A question of the student's paper: the number that the student sees, and a function that shows the question. */
export interface QuestionJump {
  numberOf(question: string): number | undefined
  go(question: string): void
}

interface RoomNoticeProps {
  attempt: string
  room: ExamRoomNews
  jump: QuestionJump
  /** The student has read all messages. */
  onRead(): void
}

/** Pause notice and unread messages from the teacher; below the question, so that the question does not move. */
export function RoomNotice({ attempt, room, jump, onRead }: RoomNoticeProps) {
  const [read, setRead] = useState(() => countReadMessages(attempt))
  const { paused, messages } = room
  const unread = messages.slice(read)
  if (!paused && unread.length === 0) return null
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
      {unread.length > 0 && (
        <div className="bg-primary-soft text-13 text-primary">
          <div className={column}>
            <Megaphone aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
            <ul className="max-h-32 min-w-0 flex-1 space-y-1 overflow-y-auto">
              {unread.map((message) => (
                <li key={message.id} className="user-text">
                  <b>老师：</b>
                  <MessageText message={message} jump={jump} />
                </li>
              ))}
            </ul>
            <Button
              size="small"
              kind="line"
              onClick={() => {
                onRead()
                setRead(messages.length)
              }}
            >
              {unread.length > 1 ? `${unread.length} 条知道了` : '知道了'}
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}

/**
 * Message with the question it is about: the student's number of it, the start of the stem, and a button that shows it.
 * A void question is missing on pages opened after the ruling, which show only the stem.
 */
function MessageText({ message: { body, question }, jump }: { message: RoomMessage; jump: QuestionJump }) {
  const number = question && jump.numberOf(question.id)
  return (
    <>
      {question && number === undefined && `“${question.stem}”这道题`}
      {question && number !== undefined && (
        <>
          <button type="button" className="tap font-semibold underline" onClick={() => jump.go(question.id)}>
            你的第 {number} 题
          </button>
          （“{question.stem}”）：
        </>
      )}
      {body}
    </>
  )
}

/** Button that opens all messages from the teacher. */
export function RoomMessages({ messages, jump }: Pick<ExamRoomNews, 'messages'> & { jump: QuestionJump }) {
  const [open, setOpen] = useState(false)
  if (messages.length === 0) return null
  return (
    <>
      <button type="button" onClick={() => setOpen(true)} className="tap text-primary">
        老师的消息 {messages.length} 条
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title="老师的消息">
        <ul className="space-y-3">
          {messages.toReversed().map((message) => (
            <li key={message.id} className="rounded-card bg-fill p-3.5">
              <p className="text-12 text-ink-3">{timeOf(message.at)}</p>
              <p className="user-text text-15">
                <MessageText
                  message={message}
                  jump={{
                    ...jump,
                    go: (question) => {
                      setOpen(false)
                      jump.go(question)
                    },
                  }}
                />
              </p>
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
