import type { StaffExam } from '@dxx/contract/calls/staff/exam-control'
import { useState } from 'react'
import { toast } from '../../../../state/flash'
import { useStaffAction } from '../../../api/hooks'
import { ConsoleButton } from '../../../kit/button'
import { Confirm } from '../../../kit/confirm'
import { Dialog } from '../../../kit/dialog'
import { TextArea, TextField } from '../../../kit/fields'
import { EndDialog } from '../overview/end-dialog'
import { extendedText } from '../overview/extended-text'
import { type Addressed, MessageForm } from './message-form'

/** Action whose dialog is open. */
export type OpenLiveDialog = { what: 'extend' | 'message'; to: Addressed; minutes?: string } | { what: 'pause' | 'end' }

const changes = ['GET /staff/v1/exam_live', 'GET /staff/v1/exam_info'] as const

interface RoomDialogsProps {
  exam: StaffExam
  running: number
  asked: OpenLiveDialog | null
  onClose(): void
}

/** Dialog of the chosen action. */
export function RoomDialogs({ exam, running, asked, onClose }: RoomDialogsProps) {
  const isExtending = asked?.what === 'extend'
  const isWriting = asked?.what === 'message'
  return (
    <>
      <ExtendDialog
        exam={exam.id}
        to={isExtending ? asked.to : null}
        minutes={isExtending ? asked.minutes : undefined}
        open={isExtending}
        onClose={onClose}
      />
      <MessageDialog exam={exam} to={isWriting ? asked.to : null} open={isWriting} onClose={onClose} />
      <PauseDialog exam={exam.id} running={running} open={asked?.what === 'pause'} onClose={onClose} />
      {asked?.what === 'end' && <EndDialog exam={{ ...exam, running }} onClose={onClose} />}
    </>
  )
}

interface DialogProps {
  exam: string
  to: Addressed
  open: boolean
  onClose(): void
}

const quick = ['5', '10', '15', '30']

/** Extends the time of all or some students; the reason is recorded and sent to them. */
function ExtendDialog({ exam, to, open, onClose, minutes: first = '10' }: DialogProps & { minutes?: string }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`延长时间：${to ? to.name : '所有人'}`}
      note="作答中的立即生效，学生会收到通知"
    >
      <ExtendForm exam={exam} to={to} first={first} onClose={onClose} />
    </Dialog>
  )
}

function ExtendForm({ exam, to, first, onClose }: Omit<DialogProps, 'open'> & { first: string }) {
  const [minutes, setMinutes] = useState(first)
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const isNumber = /^\d{1,4}$/.test(minutes) && Number(minutes) >= 1 && Number(minutes) <= 1440
  const extend = useStaffAction('POST /staff/v1/exam_extend', {
    changes: [...changes],
    onDone: (done) => {
      toast(`${extendedText(done, Number(minutes))}，其中 ${done.moved} 人正在作答`)
      onClose()
    },
  })
  const submit = () => {
    setTried(true)
    if (isNumber && reason.trim())
      void extend.run({ exam, minutes: Number(minutes), students: to?.ids, reason: reason.trim() })
  }
  return (
    <div className="flex flex-col gap-3">
      <fieldset aria-label="常用的分钟数" className="flex gap-2">
        {quick.map((value) => (
          <ConsoleButton
            key={value}
            kind={minutes === value ? 'line' : 'soft'}
            size="small"
            aria-pressed={minutes === value}
            onClick={() => setMinutes(value)}
          >
            {value} 分钟
          </ConsoleButton>
        ))}
      </fieldset>
      <TextField
        label="延长的分钟数"
        inputMode="numeric"
        value={minutes}
        onChange={setMinutes}
        error={isNumber ? undefined : '请填 1 到 1440 的整数'}
      />
      <TextArea
        label="原因，学生会看到"
        maxLength={200}
        rows={2}
        value={reason}
        onChange={setReason}
        placeholder="例如：机房断电 10 分钟"
        error={isTried && !reason.trim() ? '请写明原因' : undefined}
      />
      <div className="flex justify-end gap-2">
        <ConsoleButton kind="soft" onClick={onClose}>
          取消
        </ConsoleButton>
        <ConsoleButton kind="amber" disabled={!isNumber} loading={extend.running} onClick={submit}>
          给{to ? ` ${to.ids.length} 人` : '所有人'}延长{isNumber ? ` ${minutes} 分钟` : ''}
        </ConsoleButton>
      </div>
    </div>
  )
}

/** Message shown on the exam page of students with a running attempt. */
function MessageDialog({ exam, to, open, onClose }: Omit<DialogProps, 'exam'> & { exam: StaffExam }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={to ? `发消息：${to.name}` : '发公告'}
      note="立刻出现在考试页面上，不能收回"
    >
      <MessageForm exam={exam} to={to} onSent={onClose} rows={4} />
    </Dialog>
  )
}

/** Pauses the exam: stops the clock of all students. */
function PauseDialog({ exam, running, open, onClose }: Omit<DialogProps, 'to'> & { running: number }) {
  const pause = useStaffAction('POST /staff/v1/exam_pause', {
    changes: [...changes],
    onDone: () => {
      toast('考试已暂停，所有人的时间都停住了')
      onClose()
    },
  })
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title="暂停考试"
      kind="amber"
      effect={`正在作答的 ${running} 人会看到原因，时间停住；暂停期间的保存照样算数。`}
      confirm={`暂停 ${running} 人的考试`}
      reason={{ label: '原因，学生会看到', placeholder: '例如：火警演习，请留在座位上' }}
      running={pause.running}
      onConfirm={(reason) => void pause.run({ exam, reason })}
    />
  )
}
