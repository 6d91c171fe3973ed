import type { WorkItem } from '@dxx/contract/calls/staff/work'
import { useState } from 'react'
import { toast } from '../../../state/flash'
import { useStaffAction } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Confirm } from '../../kit/confirm'
import { offerUndo } from '../../kit/undo'
import { undoStudents } from './undo-decision'

/** Maximum number of work items that the server decides in one call. */
const most = 50

interface BulkBarProps {
  items: WorkItem[]
  onClear(): void
  onDone(): void
}

/** Approves the selected student authentications together. */
export function BulkBar({ items, onClear, onDone }: BulkBarProps) {
  const [asking, setAsking] = useState(false)
  const chosen = items.slice(0, most)
  const { run, running } = useStaffAction('POST /staff/v1/student_approve', {
    onDone: ({ approved, results }) => {
      const failed = results.filter(({ ok }) => !ok)
      const [first] = failed
      if (first) toast(`通过 ${approved} 件，${failed.length} 件没有：${first.msg}`)
      const passed = chosen.filter(({ id }) => results.some((result) => result.id === id && result.ok))
      if (passed.length > 0) offerUndo(`已通过 ${approved} 件`, () => undoStudents(passed))
      setAsking(false)
      onDone()
    },
  })
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line bg-primary-soft px-4 py-2">
      <span className="flex-1 font-semibold text-primary">
        已选 {items.length} 件{items.length > most && `，一次最多 ${most} 件`}
      </span>
      <ConsoleButton kind="amber" size="small" onClick={() => setAsking(true)}>
        通过 {chosen.length} 件认证
      </ConsoleButton>
      <ConsoleButton kind="page" size="small" onClick={onClear}>
        取消选择
      </ConsoleButton>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        kind="amber"
        title={`通过 ${chosen.length} 件学生认证？`}
        effect="这些同学会收到通过的消息，并能参加学校的考试。学号已被别的账号认领的，会改归这位同学。"
        confirm={`通过 ${chosen.length} 件`}
        running={running}
        onConfirm={() => void run({ items: chosen.map(({ id, version }) => ({ id, version })) })}
      />
    </div>
  )
}
