import { useState } from 'react'
import { toast } from '../../../state/flash'
import type { StaffData } from '../../api/client'
import { useStaffAction } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { TextArea, TextField } from '../../kit/fields'
import { type AttachedPicture, AttachPictures } from '../work/attach-pictures'

export type CannedReply = StaffData<'GET /staff/v1/reply_list'>[number]

/** Adds or changes a canned reply. */
export function ReplyDialog({ reply, onClose }: { reply: CannedReply | null; onClose(): void }) {
  const [title, setTitle] = useState(reply?.title ?? '')
  const [text, setText] = useState(reply?.text ?? '')
  const [pictures, setPictures] = useState<readonly AttachedPicture[]>(reply?.images ?? [])
  const [tried, setTried] = useState(false)
  const save = useStaffAction('POST /staff/v1/reply_save', {
    changes: ['GET /staff/v1/reply_list'],
    onDone: () => {
      toast('已保存')
      onClose()
    },
  })
  const submit = () => {
    setTried(true)
    if (!title.trim() || !text.trim()) return
    void save.run({ id: reply?.id, title, text, images: pictures.map(({ id }) => id) })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={reply ? '修改常用回复' : '新增常用回复'}
      actions={
        <>
          <ConsoleButton onClick={onClose}>取消</ConsoleButton>
          <ConsoleButton kind="primary" loading={save.running} onClick={submit}>
            保存
          </ConsoleButton>
        </>
      }
    >
      <div className="space-y-3 pt-1">
        <TextField
          label="标题（只有客服看得到）"
          maxLength={30}
          value={title}
          onChange={setTitle}
          error={tried && !title.trim() ? '请写标题' : undefined}
        />
        <TextArea
          label="内容"
          maxLength={500}
          rows={5}
          value={text}
          onChange={setText}
          error={tried && !text.trim() ? '请写内容' : undefined}
        />
        <div className="flex flex-wrap items-center gap-2">
          <AttachPictures pictures={pictures} onChange={setPictures} />
        </div>
      </div>
    </Dialog>
  )
}
