import { useState } from 'react'
import { toast } from '../../../state/flash'
import { useStaffAction } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { TextArea } from '../../kit/fields'

/** Reads one student per line: number and name, in either order, separated by spaces, commas or tabs. */
export function readStudents(text: string): { students: { studentNo: string; name: string }[]; wrong: string | null } {
  const students: { studentNo: string; name: string }[] = []
  for (const line of text.split(/\r?\n/).map((one) => one.trim())) {
    if (line === '') continue
    const parts = line.split(/[\s,，\t]+/)
    const studentNo = parts.find((part) => /^[0-9A-Za-z-]*\d[0-9A-Za-z-]*$/.test(part))
    const name = parts.filter((part) => part !== studentNo).join(' ')
    if (!studentNo || !name) return { students, wrong: line }
    students.push({ studentNo, name })
  }
  return { students, wrong: null }
}

/** Adds a few students by hand. */
export function AddStudents({ id, onClose }: { id: string; onClose(): void }) {
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const { students, wrong } = readStudents(text)
  const add = useStaffAction('POST /staff/v1/class_students_add', {
    changes: ['GET /staff/v1/class_students', 'GET /staff/v1/class_detail'],
    onDone: ({ added }) => {
      toast(`已加入 ${added} 人`)
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="添加学生"
      note="已经在本校名册里的学生，会转到这个行政班，或加入这个教学班"
      actions={
        <>
          <ConsoleButton onClick={onClose}>取消</ConsoleButton>
          <ConsoleButton
            kind="amber"
            loading={add.running}
            onClick={() => {
              setTried(true)
              if (wrong === null && students.length > 0) void add.run({ id, students })
            }}
          >
            加入 {students.length} 人
          </ConsoleButton>
        </>
      }
    >
      <TextArea
        label="每行一位：学号和姓名"
        rows={8}
        maxLength={8000}
        value={text}
        onChange={setText}
        placeholder={'2026010101 周以宁\n2026010102 许清'}
        error={tried && (wrong !== null || students.length === 0) ? `这一行认不出：${wrong ?? '（空）'}` : undefined}
      />
    </Dialog>
  )
}
