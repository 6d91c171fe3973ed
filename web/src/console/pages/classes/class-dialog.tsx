import type { ClassBrief, ClassKind } from '@dxx/contract/calls/staff/classes'
import { useState } from 'react'
import { useStaffAction, useStaffCall } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { SelectField, TextField } from '../../kit/fields'
import { SchoolField, useManagedSchool } from './school-field'

interface ClassDialogProps {
  /** The class to change; a new one if omitted. */
  stored?: ClassBrief
  onClose(): void
  onSaved?(id: string): void
}

/** Creates a class or changes its name, college, year and term. */
export function ClassDialog({ stored, onClose, onSaved }: ClassDialogProps) {
  const { school, setSchool } = useManagedSchool(stored?.school.id)
  const [name, setName] = useState(stored?.name ?? '')
  const [college, setCollege] = useState(stored?.college ?? '')
  const [year, setYear] = useState(String(stored?.year ?? new Date().getFullYear()))
  const [kind, setKind] = useState<ClassKind>(stored?.kind ?? 'home')
  const [term, setTerm] = useState(stored?.term?.id ?? '')
  const [tried, setTried] = useState(false)
  const { data: terms = [] } = useStaffCall('GET /staff/v1/term_list', { schoolId: school || undefined })
  const save = useStaffAction('POST /staff/v1/class_save', {
    changes: ['GET /staff/v1/class_list', 'GET /staff/v1/class_detail'],
    onDone: ({ id }) => {
      onClose()
      onSaved?.(id)
    },
  })
  const isYear = /^(19[5-9]\d|20\d\d)$/.test(year)
  return (
    <Dialog
      open
      onClose={onClose}
      title={stored ? '修改班级' : '新建班级'}
      actions={
        <>
          <ConsoleButton onClick={onClose}>取消</ConsoleButton>
          <ConsoleButton
            kind="primary"
            loading={save.running}
            onClick={() => {
              setTried(true)
              if (!name.trim() || !isYear || !school) return
              const fields = { schoolId: school, name, college, year: Number(year), kind, term: term || null }
              void save.run(stored ? { ...fields, id: stored.id } : fields)
            }}
          >
            保存
          </ConsoleButton>
        </>
      }
    >
      <div className="grid gap-3">
        {!stored && <SchoolField value={school} onChange={setSchool} />}
        <TextField
          label="名称"
          value={name}
          maxLength={60}
          onChange={setName}
          placeholder="计算机 2401 班"
          error={tried && !name.trim() ? '请写名称' : undefined}
          data-autofocus
        />
        <div className="grid grid-cols-2 gap-3">
          <TextField label="学院" value={college} maxLength={60} onChange={setCollege} />
          <TextField
            label="年级"
            value={year}
            inputMode="numeric"
            maxLength={4}
            onChange={setYear}
            error={tried && !isYear ? '写四位年份' : undefined}
          />
        </div>
        <div className="grid grid-cols-2 gap-3">
          {stored ? (
            <p className="text-12 text-ink-3">类型：{kind === 'home' ? '行政班' : '教学班'}，建好后不能改</p>
          ) : (
            <SelectField
              label="类型"
              value={kind}
              onChange={(next) => setKind(next as ClassKind)}
              options={[
                { value: 'home', label: '行政班（每人一个）' },
                { value: 'course', label: '教学班（可以有几个）' },
              ]}
            />
          )}
          <SelectField
            label="学期"
            value={term}
            onChange={setTerm}
            options={[{ value: '', label: '不分学期' }, ...terms.map(({ id, name: label }) => ({ value: id, label }))]}
          />
        </div>
      </div>
    </Dialog>
  )
}
