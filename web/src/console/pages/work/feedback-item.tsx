import { useRef, useState } from 'react'
import { opinionKinds } from '../../../features/support/opinion-kinds'
import { useStaffAction } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { forgetDraft, useConsoleDraft } from '../../kit/drafts'
import { TextArea } from '../../kit/fields'
import { useShortcut } from '../../kit/shortcuts'
import { timeText } from '../../kit/time'
import { useDecision } from './decision'
import { Decisions } from './facts'
import type { ItemProps } from './item-props'
import { PictureThumbnail } from './pictures'

/** Feedback of a user: text, pictures, and the reply, which is sent to the user as a message. */
export function FeedbackItem({ item, detail, ...ends }: ItemProps<'feedback'>) {
  const draft = `answer ${item.id}`
  const [text, setText] = useConsoleDraft(draft, '')
  const answer = useDecision('POST /staff/v1/feedback_answer', ends, () => {
    forgetDraft(draft)
    return '已答复'
  })
  const field = useRef<HTMLTextAreaElement>(null)
  const isOpen = item.closedAt === null
  const send = () => {
    if (text.trim()) void answer.run({ id: item.id, version: item.version, text })
  }
  useShortcut('r', '写答复', () => field.current?.focus(), { enabled: isOpen })
  useShortcut('mod+enter', '发送答复', send, { enabled: isOpen })
  return (
    <>
      <section aria-label="反馈">
        <h3 className="text-15 font-semibold">
          {opinionKinds.find(({ value }) => value === detail.feedbackKind)?.title}{' '}
          <span className="text-12 font-normal text-ink-3">{timeText(detail.createdAt)}</span>
        </h3>
        {detail.contact && <Contact id={item.id} masked={detail.contact} />}
        <p className="user-text mt-1 text-14">{detail.text}</p>
        <div className="mt-2 flex flex-wrap gap-2">
          {detail.images.map(({ id, url }) => (
            <PictureThumbnail key={id} url={url} label="反馈的图片" className="size-24" />
          ))}
          {detail.videos.map(({ id, url }) => (
            // biome-ignore lint/a11y/useMediaCaption: a user's own video has no captions
            <video key={id} src={url} controls className="max-h-60 max-w-full rounded-cover" />
          ))}
        </div>
      </section>
      {isOpen && (
        <>
          <TextArea fieldRef={field} label="答复（对方会收到消息）" maxLength={500} value={text} onChange={setText} />
          <Decisions>
            <ConsoleButton
              kind="primary"
              size="large"
              disabled={!text.trim()}
              loading={answer.running}
              hotkey="Ctrl ↵"
              onClick={send}
            >
              发送答复
            </ConsoleButton>
          </Decisions>
        </>
      )}
    </>
  )
}

/** Contact of the user, masked until revealed. Revealing it is recorded in the audit log. */
function Contact({ id, masked }: { id: string; masked: string }) {
  const [whole, setWhole] = useState<string | null>(null)
  const reveal = useStaffAction('POST /staff/v1/feedback_contact', { onDone: ({ contact }) => setWhole(contact) })
  return (
    <p className="flex flex-wrap items-center gap-2 text-12 text-ink-2">
      联系方式 {whole ?? masked}
      {whole === null && (
        <ConsoleButton kind="quiet" size="tiny" loading={reveal.running} onClick={() => void reveal.run({ id })}>
          查看（会记录）
        </ConsoleButton>
      )}
    </p>
  )
}
