import type { WrongCause, WrongItem } from '@dxx/contract/calls/bank'
import { useState } from 'react'
import { useAction } from '../../api/use-action'
import { useDraft } from '../../state/drafts'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { Sheet } from '../../ui/sheet'
import { Textarea } from '../../ui/textarea'
import { causeNames } from './wrong-labels'

interface CauseSheetProps {
  open: boolean
  onClose(): void
  item: Pick<WrongItem, 'id' | 'causes' | 'note'>
  onSaved(): void
}

/** Sheet for the causes of a wrong answer: tags and a note. */
export function CauseSheet({ open, onClose, item, onSaved }: CauseSheetProps) {
  const [causes, setCauses] = useState<readonly WrongCause[] | null>(null)
  const [note, setNote, clearNote] = useDraft(`wrong-note:${item.id}`, item.note)
  const chosen = causes ?? item.causes
  const save = useAction('POST /v1/wrong_tag', {
    onDone: () => {
      clearNote()
      setCauses(null)
      onSaved()
      onClose()
    },
  })
  const all = Object.entries(causeNames) as [WrongCause, string][]
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="为什么错了"
      footer={
        <Button block loading={save.running} onClick={() => void save.run({ id: item.id, causes: [...chosen], note })}>
          保存
        </Button>
      }
    >
      <div className="mb-3 grid grid-cols-2 gap-x-4">
        {all.map(([cause, title]) => (
          <Checkbox
            key={cause}
            checked={chosen.includes(cause)}
            onChange={(on) => setCauses(on ? [...chosen, cause] : chosen.filter((one) => one !== cause))}
          >
            {title}
          </Checkbox>
        ))}
      </div>
      <Textarea label="一句话提醒自己" value={note} onChange={setNote} maxLength={200} />
    </Sheet>
  )
}
