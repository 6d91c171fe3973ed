import { useState } from 'react'
import type { ApiError } from '../../../api/error'
import { toast } from '../../../state/flash'
import type { StaffData } from '../../api/client'
import { staffQueryClient, useStaffAction } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import type { RoomRef } from './room-address'
import { parseRubricScore, RubricEditor, type RubricRow, rowProblem, rubricPlainText } from './rubric-editor'

type Progress = StaffData<'GET /staff/v1/grading_question'>['progress']

interface SetupDialogProps {
  open: boolean
  onClose(): void
  room: RoomRef
  progress: Progress
}

/** Settings for grading a question: one or two graders, anonymous or with names, and the rubric. */
export function SetupDialog({ open, onClose, room, progress }: SetupDialogProps) {
  return (
    <Dialog wide open={open} onClose={onClose} title={`批阅设置：第 ${progress.number} 题`} note="已经打的分不变">
      <SetupForm room={room} progress={progress} onClose={onClose} />
    </Dialog>
  )
}

type FormProps = Omit<SetupDialogProps, 'open'>

/** State of the form and its submission. */
function useSetupForm({ room, progress: { setup }, onClose }: FormProps) {
  const [double, setDouble] = useState(setup.double)
  const [difference, setDifference] = useState(String(setup.difference))
  const [anonymous, setAnonymous] = useState(setup.anonymous)
  const [rows, setRows] = useState<RubricRow[]>(() =>
    setup.rubric.map(({ score, html }, id) => ({ id, score: String(score), text: rubricPlainText(html) })),
  )
  const [isEdited, setEdited] = useState(false)
  const [isTried, setTried] = useState(false)
  const isDifference = /^\d{1,3}(\.\d{1,2})?$/.test(difference.trim())
  const problem = rows.map(rowProblem).find(Boolean) ?? (isDifference ? '' : '分差是 0 到 999 之间的数，最多两位小数')
  const save = useStaffAction('POST /staff/v1/grading_setup', {
    changes: ['GET /staff/v1/grading_question', 'GET /staff/v1/grading_overview'],
    onDone: () => {
      toast('批阅设置已保存')
      onClose()
    },
    onError: (error: ApiError) => {
      toast(error.msg)
      if (error.name === 'setup-changed')
        void staffQueryClient.invalidateQueries({ queryKey: ['GET /staff/v1/grading_question'] })
    },
  })
  const send = (rubric: { score: number; text: string }[] | null | undefined) =>
    void save.run({
      ...room,
      version: setup.version,
      double,
      difference: isDifference ? Number(difference) : setup.difference,
      anonymous,
      rubric,
    })
  return {
    double,
    setDouble,
    difference,
    setDifference,
    isDifference,
    anonymous,
    setAnonymous,
    rows,
    problem: isTried ? problem : '',
    isSaving: save.running,
    edit: (change: (rows: RubricRow[]) => RubricRow[]) => {
      setEdited(true)
      setRows(change)
    },
    submit: () => {
      setTried(true)
      if (problem) return
      // An unchanged rubric is not sent, because its formulas would be replaced by plain text.
      send(
        isEdited ? rows.map(({ score, text }) => ({ score: parseRubricScore(score), text: text.trim() })) : undefined,
      )
    },
    useRubricOfQuestion: () => send(null),
  }
}

/** Effect of a change of double grading on answers that have a score; empty if nothing changes. */
export function doublingNote(isDouble: boolean, { setup, second, third, graded }: Progress): string {
  if (setup.double && !isDouble && second + third > 0)
    return `${second + third} 个还没有定分，将直接采用最近一位老师的分`
  if (!setup.double && isDouble && graded > 0) return `已经批完的 ${graded} 个不变，双评从没批的开始`
  return ''
}

function SetupForm(props: FormProps) {
  const { progress, onClose } = props
  const form = useSetupForm(props)
  const note = doublingNote(form.double, progress)
  return (
    <div className="flex flex-col gap-4">
      <Toggle
        label="双评"
        hint="每份答卷由两位老师各批一次，互相看不到"
        checked={form.double}
        onChange={form.setDouble}
      />
      {note && (
        <p role="status" className="rounded-item bg-amber-soft px-3 py-2 text-12 text-amber">
          {note}
        </p>
      )}
      {form.double && (
        <label className="flex items-center gap-2">
          两人相差不超过
          <input
            inputMode="decimal"
            value={form.difference}
            onChange={(event) => form.setDifference(event.target.value)}
            aria-invalid={!form.isDifference}
            className="h-11 w-20 rounded-cover bg-fill px-3 text-right text-[1rem] tabular-nums desk:h-9 desk:text-13"
          />
          分取平均，超过的由第三人仲裁
        </label>
      )}
      <Toggle
        label="匿名批阅"
        hint="阅卷人看不到学生的姓名和学号"
        checked={form.anonymous}
        onChange={form.setAnonymous}
      />
      <RubricEditor rows={form.rows} maxScore={progress.maxScore} onEdit={form.edit} />
      {form.problem && (
        <p role="alert" className="text-12 text-danger">
          {form.problem}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <ConsoleButton kind="quiet" className="mr-auto" onClick={form.useRubricOfQuestion}>
          用题目自带的评分点
        </ConsoleButton>
        <ConsoleButton kind="soft" onClick={onClose}>
          取消
        </ConsoleButton>
        <ConsoleButton kind="primary" loading={form.isSaving} onClick={form.submit}>
          保存设置
        </ConsoleButton>
      </div>
    </div>
  )
}

interface ToggleProps {
  label: string
  hint: string
  checked: boolean
  onChange(checked: boolean): void
}

function Toggle({ label, hint, checked, onChange }: ToggleProps) {
  return (
    <label className="flex min-h-9 cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4.5 accent-primary"
      />
      <span>
        <b className="block font-semibold">{label}</b>
        <span className="text-12 text-ink-3">{hint}</span>
      </span>
    </label>
  )
}
