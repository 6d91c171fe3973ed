import type { Audience } from '@dxx/contract/calls/staff/broadcasts'
import { useState } from 'react'
import { toast } from '../../../state/flash'
import { useStaffAction, useStaffCall } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { forgetDraft, useConsoleDraft } from '../../kit/drafts'
import { SelectField, TextArea, TextField } from '../../kit/fields'
import { isAppLink, LinkField } from '../../kit/link-field'
import { TimeField } from '../../kit/time-field'
import { AudienceField } from './audience-field'

const drafts = { title: 'broadcast title', body: 'broadcast body', link: 'broadcast link' }

/** Writes a message: the number of recipients is shown before it is sent, and a copy can be sent to oneself first. */
export function WriteDialog({ onClose }: { onClose(): void }) {
  const [title, setTitle] = useConsoleDraft(drafts.title, '')
  const [body, setBody] = useConsoleDraft(drafts.body, '')
  const [link, setLink] = useConsoleDraft(drafts.link, '')
  const typed = { title, body, link }
  const setTyped = (next: MessageText) => {
    setTitle(next.title)
    setBody(next.body)
    setLink(next.link)
  }
  const [audience, setAudience] = useState<Audience | null>({ to: 'all' })
  const [planned, setPlanned] = useState(false)
  const [sendAt, setSendAt] = useState<number | null>(null)
  const [tried, setTried] = useState(false)
  const count = useStaffCall('GET /staff/v1/broadcast_count', audience ?? { to: 'all' }, {
    enabled: audience !== null,
    staleTime: 0,
  })
  const recipients = audience ? count.data?.recipients : undefined
  const test = useStaffAction('POST /staff/v1/broadcast_test', { onDone: () => toast('已发到你自己的消息中心') })
  const send = useStaffAction('POST /staff/v1/broadcast_send', {
    changes: ['GET /staff/v1/broadcast_list'],
    onDone: () => {
      for (const key of Object.values(drafts)) forgetDraft(key)
      toast(planned ? '已定好，到时间发送' : '正在发送')
      onClose()
    },
    onError: ({ name, msg }) => {
      if (name === 'broadcast-count') void count.refetch()
      toast(msg)
    },
  })
  const isText = title.trim() !== '' && body.trim() !== '' && isAppLink(link)
  const isLate = planned && (sendAt === null || sendAt * 1000 <= Date.now())
  const text = { title: title.trim(), body: body.trim(), link: link.trim() }
  const submit = () => {
    setTried(true)
    if (isText && !isLate && audience && recipients)
      void send.run({ ...text, audience, sendAt: planned ? sendAt : null, recipients })
  }
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="写消息"
      note="写好的内容会留着，直到发送"
      actions={
        <>
          <ConsoleButton
            className="mr-auto"
            loading={test.running}
            onClick={() => {
              setTried(true)
              if (isText) void test.run(text)
            }}
          >
            先发给自己
          </ConsoleButton>
          <ConsoleButton onClick={onClose}>取消</ConsoleButton>
          <ConsoleButton kind="amber" loading={send.running} disabled={!recipients} onClick={submit}>
            {recipients === undefined ? '发送' : `${planned ? '定时发给' : '发给'} ${recipients} 人`}
          </ConsoleButton>
        </>
      }
    >
      <div className="grid gap-3 pt-1 desk:grid-cols-2">
        <TextFields text={typed} tried={tried} onChange={setTyped} />
        <AudienceField value={audience} onChange={setAudience} />
        <SelectField
          label="什么时候"
          value={planned ? 'planned' : 'now'}
          onChange={(next) => setPlanned(next === 'planned')}
          options={[
            { value: 'now', label: '马上发送' },
            { value: 'planned', label: '定时发送' },
          ]}
        />
        {planned && (
          <TimeField
            label="发送时间"
            value={sendAt}
            onChange={setSendAt}
            error={tried && isLate ? '请选择以后的时间' : undefined}
          />
        )}
        <RecipientLine error={count.error?.msg} recipients={recipients} />
      </div>
    </Dialog>
  )
}

interface MessageText {
  title: string
  body: string
  link: string
}

interface TextFieldsProps {
  text: MessageText
  /** Whether the user tried to send: from then on missing texts are reported. */
  tried: boolean
  onChange(text: MessageText): void
}

function TextFields({ text, tried, onChange }: TextFieldsProps) {
  const { title, body, link } = text
  return (
    <>
      <TextField
        label="标题"
        maxLength={40}
        value={title}
        onChange={(next) => onChange({ ...text, title: next })}
        error={tried && !title.trim() ? '请填写标题' : undefined}
      />
      <LinkField label="点开后去哪里（可不填）" value={link} onChange={(next) => onChange({ ...text, link: next })} />
      <div className="desk:col-span-2">
        <TextArea
          label="内容"
          maxLength={500}
          rows={4}
          value={body}
          onChange={(next) => onChange({ ...text, body: next })}
          error={tried && !body.trim() ? '请填写内容' : undefined}
        />
      </div>
    </>
  )
}

/** Number of users who will receive the message. */
function RecipientLine({ error, recipients }: { error: string | undefined; recipients: number | undefined }) {
  const text =
    recipients === undefined
      ? '选好发给谁，就会数出会收到的人'
      : recipients === 0
        ? '没有人会收到，请换一个范围'
        : `${recipients} 人会收到这条消息`
  return (
    <p role="status" className="self-end text-12 text-ink-2 desk:col-span-2">
      {error ?? text}
    </p>
  )
}
