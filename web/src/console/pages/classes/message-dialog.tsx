import { useState } from 'react'
import { toast } from '../../../state/flash'
import { useStaffAction } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { useFormDraft } from '../../kit/drafts'
import { TextArea, TextField } from '../../kit/fields'

interface MessageDialogProps {
  id: string
  name: string
  /** Student numbers; null: the whole class. */
  students: string[] | null
  /** Number of recipients of the whole class. */
  count?: number
  /** Text to begin with. */
  draft?: { title: string; text: string }
  onClose(): void
  onDone?(): void
}

/**
 * Writes to the class or to chosen students. Only students with an account receive the message. Typed text stays until
 * it is sent.
 */
export function MessageDialog({ id, name, students, count = 0, draft, onClose, onDone }: MessageDialogProps) {
  const { form, change, forget } = useFormDraft(`class message ${id} ${students?.join(' ') ?? 'all'}`, () => ({
    title: draft?.title ?? '',
    text: draft?.text ?? '',
  }))
  const { title, text } = form
  const [tried, setTried] = useState(false)
  const recipients = students?.length ?? count
  const send = useStaffAction('POST /staff/v1/class_message', {
    onDone: ({ sent }) => {
      toast(sent === recipients ? `已发给 ${sent} 人` : `已发给 ${sent} 人，其余还没有账号`)
      forget()
      onDone?.()
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={students === null ? `给${name}发消息` : `给选中的 ${recipients} 人发消息`}
      actions={
        <>
          <ConsoleButton onClick={onClose}>取消</ConsoleButton>
          <ConsoleButton
            kind="amber"
            loading={send.running}
            onClick={() => {
              setTried(true)
              if (title.trim() && text.trim()) void send.run({ id, students, title, text })
            }}
          >
            发给 {recipients} 人
          </ConsoleButton>
        </>
      }
    >
      <div className="grid gap-3">
        <TextField
          label="标题"
          value={title}
          maxLength={30}
          onChange={(next) => change({ title: next })}
          error={tried && !title.trim() ? '请写标题' : undefined}
          data-autofocus
        />
        <TextArea
          label="内容"
          rows={5}
          value={text}
          maxLength={500}
          onChange={(next) => change({ text: next })}
          error={tried && !text.trim() ? '请写内容' : undefined}
        />
      </div>
    </Dialog>
  )
}
