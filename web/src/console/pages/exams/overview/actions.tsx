import type { StaffExam } from '@dxx/contract/calls/staff/exam-control'
import AlarmClockPlus from 'lucide-react/icons/alarm-clock-plus'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import Copy from 'lucide-react/icons/copy'
import FilePen from 'lucide-react/icons/file-pen'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import Printer from 'lucide-react/icons/printer'
import Square from 'lucide-react/icons/square'
import Undo from 'lucide-react/icons/undo-2'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { toast } from '../../../../state/flash'
import { useStaffAction } from '../../../api/hooks'
import { hasAnyPermission, useSignedInStaff } from '../../../frame/me'
import { ConsoleButton } from '../../../kit/button'
import { Confirm } from '../../../kit/confirm'
import { timeText } from '../../../kit/time'
import { EndDialog } from './end-dialog'
import { callsAfterExamAction } from './exam-changes'
import { ExtendDialog } from './extend-dialog'
import { RescheduleDialog } from './reschedule-dialog'

type Asked = 'reschedule' | 'withdraw' | 'extend' | 'pause' | 'resume' | 'end'

/** Actions that the state of the exam allows. */
export function ExamActions({ exam, onPrint }: { exam: StaffExam; onPrint(): void }) {
  const me = useSignedInStaff()
  const [, go] = useLocation()
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const open = ({ id }: { id: string }) => go(`/exams/drafts/${id}`)
  const edit = useStaffAction('POST /staff/v1/exam_draft_edit', { onDone: open })
  const copy = useStaffAction('POST /staff/v1/exam_draft_create', {
    changes: ['GET /staff/v1/exam_draft_list', 'GET /staff/v1/exam_list'],
    onDone: (draft) => {
      if (draft.note) toast(draft.note)
      open(draft)
    },
  })
  const canManage = hasAnyPermission(me, ['exam.manage'])
  const isRunning = exam.state === 'running'
  const canRevise = canManage && !exam.started && (exam.state === 'scheduled' || isRunning)
  const wide = 'w-full justify-start!'
  return (
    <section aria-label="操作" className="rounded-card bg-card px-4 py-3.5">
      <h2 className="mb-2 text-15 font-semibold">操作</h2>
      <div className="grid grid-cols-2 gap-2 wide:grid-cols-1">
        {canRevise && (
          <>
            <ConsoleButton
              className={wide}
              icon={<FilePen size={16} />}
              loading={edit.running}
              onClick={() => void edit.run({ exam: exam.id })}
            >
              修改试卷和设置
            </ConsoleButton>
            <ConsoleButton className={wide} icon={<CalendarClock size={16} />} onClick={() => setAsked('reschedule')}>
              改时间…
            </ConsoleButton>
          </>
        )}
        {canManage && isRunning && (
          <>
            <ConsoleButton className={wide} icon={<AlarmClockPlus size={16} />} onClick={() => setAsked('extend')}>
              延长时间…
            </ConsoleButton>
            {exam.paused ? (
              <ConsoleButton className={wide} kind="amber" icon={<Play size={16} />} onClick={() => setAsked('resume')}>
                继续考试…
              </ConsoleButton>
            ) : (
              <ConsoleButton className={wide} icon={<Pause size={16} />} onClick={() => setAsked('pause')}>
                暂停…
              </ConsoleButton>
            )}
            <ConsoleButton className={wide} kind="danger" icon={<Square size={16} />} onClick={() => setAsked('end')}>
              提前收卷…
            </ConsoleButton>
          </>
        )}
        {canManage && exam.state === 'scheduled' && (
          <ConsoleButton className={wide} icon={<AlarmClockPlus size={16} />} onClick={() => setAsked('extend')}>
            延长时间…
          </ConsoleButton>
        )}
        {canRevise && (
          <ConsoleButton className={wide} kind="danger" icon={<Undo size={16} />} onClick={() => setAsked('withdraw')}>
            撤回…
          </ConsoleButton>
        )}
        {canManage && (
          <ConsoleButton
            className={wide}
            icon={<Copy size={16} />}
            loading={copy.running}
            onClick={() => void copy.run({ exam: exam.id })}
          >
            复制为新草稿
          </ConsoleButton>
        )}
        <ConsoleButton className={wide} icon={<Printer size={16} />} onClick={onPrint}>
          打印试卷和答案
        </ConsoleButton>
      </div>
      {asked === 'reschedule' && <RescheduleDialog exam={exam} onClose={close} />}
      {asked === 'extend' && <ExtendDialog exam={exam} onClose={close} />}
      {asked === 'end' && <EndDialog exam={exam} onClose={close} />}
      <PlainConfirms exam={exam} asked={asked} onClose={close} />
    </section>
  )
}

/** Confirmations of actions that need at most a reason. */
function PlainConfirms({ exam, asked, onClose }: { exam: StaffExam; asked: Asked | null; onClose(): void }) {
  const changes = [...callsAfterExamAction]
  const withdraw = useStaffAction('POST /staff/v1/exam_withdraw', {
    changes,
    onDone: ({ students }) => {
      toast(`已撤回，通知了 ${students} 人`)
      onClose()
    },
  })
  const pause = useStaffAction('POST /staff/v1/exam_pause', {
    changes,
    onDone: ({ running }) => {
      toast(`已暂停，${running} 人的时间停住`)
      onClose()
    },
  })
  const resume = useStaffAction('POST /staff/v1/exam_resume', {
    changes,
    onDone: ({ endsAt }) => {
      toast(`考试继续，${timeText(endsAt)} 结束`)
      onClose()
    },
  })
  const reason = { label: '原因，学生会看到' }
  return (
    <>
      <Confirm
        open={asked === 'withdraw'}
        onClose={onClose}
        title={`撤回《${exam.title}》？`}
        effect={`${exam.students} 名学生会收到撤回的通知，考试从他们的列表里消失。试卷还在，可以复制后重新发布。`}
        confirm={`撤回并通知 ${exam.students} 人`}
        reason={reason}
        running={withdraw.running}
        onConfirm={(text) => void withdraw.run({ exam: exam.id, reason: text })}
      />
      <Confirm
        open={asked === 'pause'}
        onClose={onClose}
        kind="amber"
        title="暂停考试？"
        effect={`${exam.running} 名作答中的学生时间停住，页面上会显示原因；暂停期间的保存照样算数。继续时所有截止时间顺延。`}
        confirm={`暂停 ${exam.running} 人的考试`}
        reason={reason}
        running={pause.running}
        onConfirm={(text) => void pause.run({ exam: exam.id, reason: text })}
      />
      <Confirm
        open={asked === 'resume'}
        onClose={onClose}
        kind="amber"
        title="继续考试？"
        effect={`所有截止时间和考试结束时间顺延暂停的时长，${exam.students} 名学生会收到通知。`}
        confirm={`继续 ${exam.running} 人的考试`}
        running={resume.running}
        onConfirm={() => void resume.run({ exam: exam.id })}
      />
    </>
  )
}
