import { useState } from 'react'
import { useStaffAction, useStaffCall } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { TextField } from '../../kit/fields'

/** Adds a term of a school, and shows the terms it has. */
export function TermDialog({ schoolId, onClose }: { schoolId: string; onClose(): void }) {
  const [name, setName] = useState('')
  const [startsOn, setStartsOn] = useState('')
  const [endsOn, setEndsOn] = useState('')
  const [tried, setTried] = useState(false)
  const { data: terms = [] } = useStaffCall('GET /staff/v1/term_list', { schoolId })
  const save = useStaffAction('POST /staff/v1/term_save', { changes: ['GET /staff/v1/term_list'], onDone: onClose })
  const isOrdered = startsOn !== '' && endsOn !== '' && startsOn <= endsOn
  return (
    <Dialog
      open
      onClose={onClose}
      title="新增学期"
      note={terms.length > 0 ? `已有：${terms.map((term) => term.name).join('、')}` : undefined}
      actions={
        <>
          <ConsoleButton onClick={onClose}>取消</ConsoleButton>
          <ConsoleButton
            kind="primary"
            loading={save.running}
            onClick={() => {
              setTried(true)
              if (name.trim() && isOrdered) void save.run({ schoolId, name, startsOn, endsOn })
            }}
          >
            保存
          </ConsoleButton>
        </>
      }
    >
      <div className="grid gap-3">
        <TextField
          label="名称"
          value={name}
          maxLength={60}
          onChange={setName}
          placeholder="2026–2027 学年秋季学期"
          error={tried && !name.trim() ? '请写名称' : undefined}
          data-autofocus
        />
        <div className="grid grid-cols-2 gap-3">
          <TextField label="开始" type="date" value={startsOn} onChange={setStartsOn} />
          <TextField
            label="结束"
            type="date"
            value={endsOn}
            onChange={setEndsOn}
            error={tried && !isOrdered ? '结束要在开始以后' : undefined}
          />
        </div>
      </div>
    </Dialog>
  )
}
