import type { LiveStudent, StaffExam } from '@dxx/contract/calls/staff/exam-control'
import { useState } from 'react'
import { toast } from '../../../../state/flash'
import { useStaffAction, useStaffCall } from '../../../api/hooks'
import { CheckMark } from '../../../kit/check-mark'
import { SelectField, TextField } from '../../../kit/fields'
import { NumberField } from '../compose/number-field'
import { callsAfterExamAction } from './exam-changes'
import { extendedText } from './extended-text'
import { ReasonDialog } from './reason-dialog'

/** Extends the time of all students or of chosen ones. */
export function ExtendDialog({ exam, onClose }: { exam: StaffExam; onClose(): void }) {
  const [minutes, setMinutes] = useState(10)
  const [isNumber, setNumber] = useState(true)
  const [isAll, setAll] = useState(true)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [problem, setProblem] = useState('')
  const extend = useStaffAction('POST /staff/v1/exam_extend', {
    changes: [...callsAfterExamAction],
    onDone: (done) => {
      toast(extendedText(done, minutes))
      onClose()
    },
    onError: ({ msg }) => setProblem(msg),
  })
  const count = isAll ? exam.students : chosen.size
  return (
    <ReasonDialog
      title="延长时间"
      effect={`作答中的学生立即多 ${minutes} 分钟，没有开始的在开始后多 ${minutes} 分钟；学生会收到通知。`}
      confirm={isNumber ? `给 ${count} 人延长 ${minutes} 分钟` : '请先填好分钟数'}
      kind="amber"
      problem={problem}
      isReady={count > 0 && isNumber}
      running={extend.running}
      onClose={onClose}
      onConfirm={(reason) => {
        setProblem('')
        void extend.run({ exam: exam.id, minutes, reason, students: isAll ? undefined : [...chosen] })
      }}
    >
      <div className="grid grid-cols-2 gap-3">
        <NumberField
          label="延长（分钟）"
          value={minutes}
          min={1}
          max={1440}
          onChange={(next) => next !== null && setMinutes(next)}
          onValid={setNumber}
        />
        <SelectField
          label="给谁"
          value={isAll ? 'all' : 'some'}
          options={[
            { value: 'all', label: `所有人（${exam.students}）` },
            { value: 'some', label: '选学生' },
          ]}
          onChange={(next) => setAll(next === 'all')}
        />
      </div>
      {!isAll && <StudentPicker exam={exam} chosen={chosen} onChange={setChosen} />}
    </ReasonDialog>
  )
}

interface StudentPickerProps {
  exam: StaffExam
  chosen: ReadonlySet<string>
  onChange(chosen: ReadonlySet<string>): void
}

const matches = (word: string) => (student: LiveStudent) =>
  [student.name, student.number, student.class].some((text) => text.includes(word))

function StudentPicker({ exam, chosen, onChange }: StudentPickerProps) {
  const { data, error } = useStaffCall('GET /staff/v1/exam_live', { id: exam.id })
  const [word, setWord] = useState('')
  if (!data) return <p className="text-ink-3">{error ? `学生没有载入：${error.msg}` : '正在载入学生…'}</p>
  const shown = data.students.filter(matches(word.trim()))
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChange(next)
  }
  return (
    <div>
      <TextField
        label={`找学生，已选 ${chosen.size} 人`}
        placeholder="姓名、学号、班级"
        value={word}
        onChange={setWord}
      />
      <ul className="mt-1.5 max-h-52 divide-y divide-line overflow-y-auto">
        {shown.map(({ student, name, number, class: className }) => (
          <li key={student}>
            {/* biome-ignore lint/a11y/noLabelWithoutControl: the check mark is the control */}
            <label className="flex min-h-10 items-center gap-3 px-1 hover:bg-fill">
              <CheckMark label={name} checked={chosen.has(student)} onChange={() => toggle(student)} />
              <span aria-hidden="true" className="min-w-0 flex-1 truncate">
                {name} <span className="text-12 text-ink-3">{number}</span>
              </span>
              <span className="text-12 text-ink-3">{className}</span>
            </label>
          </li>
        ))}
        {shown.length === 0 && <li className="py-3 text-center text-ink-3">没有找到学生</li>}
      </ul>
    </div>
  )
}
