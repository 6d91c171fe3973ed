import type { StaffExam } from '@dxx/contract/calls/staff/exam-control'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { toast } from '../../../../state/flash'
import type { StaffData } from '../../../api/client'
import { useStaffAction } from '../../../api/hooks'
import { hasAnyPermission, useSignedInStaff } from '../../../frame/me'
import { useUrlState } from '../../../kit/address'
import { ConsoleButton } from '../../../kit/button'
import { Dialog } from '../../../kit/dialog'
import { SelectField } from '../../../kit/fields'
import { saveBase64 } from '../../../kit/save-text'
import { useShortcut } from '../../../kit/shortcuts'

/** Button that exports the results; an export with names needs its own permission. */
export function ExportButton({ exam }: { exam: StaffExam }) {
  const [open, setOpen] = useState(false)
  useShortcut('e', '导出成绩', () => setOpen(true))
  return (
    <>
      <ConsoleButton kind="primary" icon={<Download size={16} />} hotkey="E" onClick={() => setOpen(true)}>
        导出成绩
      </ConsoleButton>
      <Dialog open={open} onClose={() => setOpen(false)} title="导出成绩" note="名次、得分、每题得分、用时和离开次数">
        <ExportForm exam={exam} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function ExportForm({ exam, onDone }: { exam: StaffExam; onDone(): void }) {
  const mayName = hasAnyPermission(useSignedInStaff(), ['export.names'])
  const [filters] = useUrlState(['class'])
  const [chosen, setChosen] = useState(filters.class)
  const [format, setFormat] = useState<'xlsx' | 'csv'>('xlsx')
  const [names, setNames] = useState(mayName)
  const save = ({ fileName, mime, base64, rows }: StaffData<'POST /staff/v1/exam_export'>) => {
    saveBase64(fileName, base64, mime)
    toast(`已导出 ${rows} 人`)
    onDone()
  }
  const plain = useStaffAction('POST /staff/v1/exam_export', { onDone: save })
  const named = useStaffAction('POST /staff/v1/exam_export_names', { onDone: save })
  const input = { exam: exam.id, format, class: exam.classList.some(({ id }) => id === chosen) ? chosen : undefined }
  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault()
        void (names ? named : plain).run(input)
      }}
    >
      <SelectField
        label="范围"
        value={chosen}
        onChange={setChosen}
        options={[
          { value: '', label: `全部 ${exam.students} 人` },
          ...exam.classList.map(({ id, name, students }) => ({ value: id, label: `${name}，${students} 人` })),
        ]}
      />
      <SelectField
        label="格式"
        value={format}
        onChange={(next) => setFormat(next === 'csv' ? 'csv' : 'xlsx')}
        options={[
          { value: 'xlsx', label: 'Excel 工作簿（xlsx）' },
          { value: 'csv', label: 'csv（UTF-8，Excel 可以直接打开）' },
        ]}
      />
      <label className="flex min-h-11 items-center gap-2 desk:min-h-9">
        <input
          type="checkbox"
          checked={names}
          disabled={!mayName}
          onChange={(event) => setNames(event.target.checked)}
          className="size-4 accent-primary"
        />
        含姓名、学号和班级
      </label>
      <p className="text-12 text-ink-3">
        {mayName
          ? '含姓名的导出会记入操作记录，并可能要求再次确认身份。'
          : '你的角色不能导出姓名，文件里每位学生是一个编号，每次导出都一样，缺考的也有；学校管理员可以导出实名成绩。'}
      </p>
      <div className="flex justify-end gap-2">
        <ConsoleButton onClick={onDone}>取消</ConsoleButton>
        <ConsoleButton kind="primary" type="submit" loading={plain.running || named.running}>
          导出
        </ConsoleButton>
      </div>
    </form>
  )
}
