import { useState } from 'react'
import { toast } from '../../../state/flash'
import { useStaffAction, useStaffList } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { SelectField } from '../../kit/fields'
import { KeyLabel } from '../../kit/key'
import type { ClassDetail } from './class-detail'

interface MoveStudentsProps {
  of: ClassDetail
  /** Student numbers. */
  students: string[]
  onClose(): void
  onDone(): void
}

/** Moves students to another class of the same kind and school. */
export function MoveStudents({ of, students, onClose, onDone }: MoveStudentsProps) {
  const [to, setTo] = useState('')
  const [tried, setTried] = useState(false)
  const { rows } = useStaffList('GET /staff/v1/class_list', { schoolId: of.school.id })
  const classes = rows.filter(({ id, kind }) => id !== of.id && kind === of.kind)
  const move = useStaffAction('POST /staff/v1/class_students_move', {
    changes: ['GET /staff/v1/class_students', 'GET /staff/v1/class_detail', 'GET /staff/v1/class_list'],
    onDone: ({ moved }) => {
      toast(`已转班 ${moved} 人`)
      onDone()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${students.length} 人转到哪个班？`}
      note="有账号的同学会收到消息"
      actions={
        <>
          <ConsoleButton onClick={onClose}>
            再看看 <KeyLabel>Esc</KeyLabel>
          </ConsoleButton>
          <ConsoleButton
            kind="amber"
            loading={move.running}
            onClick={() => {
              setTried(true)
              if (to) void move.run({ id: of.id, to, students })
            }}
          >
            转班 {students.length} 人
          </ConsoleButton>
        </>
      }
    >
      <SelectField
        label="班级"
        value={to}
        onChange={setTo}
        error={tried && !to ? '请选择班级' : undefined}
        options={[{ value: '', label: '请选择' }, ...classes.map(({ id, name }) => ({ value: id, label: name }))]}
      />
    </Dialog>
  )
}
