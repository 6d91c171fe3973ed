import type { Grant } from '@dxx/contract/calls/staff/shapes'
import { useState } from 'react'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { EndField, type EndValue, endOf, endProblem, endValue } from './end-field'

interface EndDialogProps {
  grant: Grant
  onClose(): void
  onChoose(endsAt: number | null): void
}

/** Changes the end of a grant. */
export function EndDialog({ grant, onClose, onChoose }: EndDialogProps) {
  const [value, setValue] = useState<EndValue>(() => endValue(grant.endsAt))
  const [tried, setTried] = useState(false)
  const problem = endProblem(value)
  return (
    <Dialog
      open
      onClose={onClose}
      title="改到期时间"
      note={`${grant.roleName} · ${grant.scope.name}`}
      actions={
        <>
          <ConsoleButton onClick={onClose}>取消</ConsoleButton>
          <ConsoleButton kind="primary" onClick={() => (problem ? setTried(true) : onChoose(endOf(value)))}>
            保存
          </ConsoleButton>
        </>
      }
    >
      <EndField value={value} onChange={setValue} error={tried ? problem : undefined} />
    </Dialog>
  )
}
