import { ResponseCode } from '@dxx/contract/envelope'
import { appLimits } from '@dxx/contract/rules/constants'
import { useRef } from 'react'
import { useLocation } from 'wouter'
import { toast } from '../../../state/flash'
import { cx } from '../../../ui/cx'
import { callStaff } from '../../api/client'
import { useStaffAction, useStaffCall } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { forgetDraft, useConsoleDraft } from '../../kit/drafts'
import { TextArea } from '../../kit/fields'
import { PopMenu } from '../../kit/menu'
import { useShortcut } from '../../kit/shortcuts'
import { timeText } from '../../kit/time'
import { offerUndo } from '../../kit/undo'
import type { CannedReply } from '../replies/reply-dialog'
import { type AttachedPicture, AttachPictures } from './attach-pictures'
import { useDecision } from './decision'
import { Decisions } from './facts'
import type { ItemProps } from './item-props'
import { PictureThumbnail } from './pictures'
import { undoDecision } from './undo-decision'

type Detail = ItemProps<'support'>['detail']

/** Conversation with customer service. Staff reply with text, canned replies and pictures. */
export function SupportItem({ item, detail, ...ends }: ItemProps<'support'>) {
  const [, go] = useLocation()
  const draft = `reply ${item.id}`
  const [text, setText] = useConsoleDraft(draft, '')
  const [pictures, setPictures] = useConsoleDraft<readonly AttachedPicture[]>(`pictures ${item.id}`, [])
  const { data: canned } = useStaffCall('GET /staff/v1/reply_list', {})
  const reply = useDecision('POST /staff/v1/support_reply', ends, () => {
    forgetDraft(draft)
    forgetDraft(`pictures ${item.id}`)
    return '已回复'
  })
  const close = useStaffAction('POST /staff/v1/support_close', {
    onDone: () => {
      offerUndo('已结束对话', () => {
        void undoDecision(() => callStaff('POST /staff/v1/support_reopen', { id: item.id }))
      })
      ends.onDecided()
    },
    onError: (error) => (error.code === ResponseCode.conflict ? ends.onCollision(error.msg) : toast(error.msg)),
  })
  const answer = useStaffAction('POST /staff/v1/support_reply', {
    changes: ['GET /staff/v1/work_item'],
    onDone: () => {
      setText('')
      setPictures([])
      toast('已回复，还在待办里')
    },
    onError: (error) => (error.code === ResponseCode.conflict ? ends.onCollision(error.msg) : toast(error.msg)),
  })
  const isOpen = item.closedAt === null
  const isEmpty = !text.trim() && pictures.length === 0
  const field = useRef<HTMLTextAreaElement>(null)
  const send = (ends: boolean) => {
    if (isEmpty) return
    const images = pictures.map(({ id }) => id)
    if (ends) void reply.run({ id: item.id, version: item.version, text, images, close: true })
    else void answer.run({ id: item.id, version: item.version, text, images, close: false })
  }
  const end = () => void close.run({ id: item.id, version: item.version })
  useShortcut('r', '写回复', () => field.current?.focus(), { enabled: isOpen })
  useShortcut('mod+enter', '回复并结束', () => send(true), { enabled: isOpen })
  useShortcut('e', '不用回复，结束', end, { enabled: isOpen })

  function fill(one: CannedReply) {
    setText((before) => (before ? `${before}\n${one.text}` : one.text).slice(0, 500))
    setPictures((before) =>
      [...before, ...one.images.filter(({ id }) => before.every((had) => had.id !== id))].slice(0, appLimits.albumMax),
    )
    field.current?.focus()
  }
  return (
    <>
      <Conversation messages={detail.messages} />
      {isOpen && (
        <>
          <div className="space-y-2">
            <TextArea fieldRef={field} label="回复" maxLength={500} value={text} onChange={setText} />
            <div className="flex flex-wrap items-center gap-2">
              <PopMenu
                align="start"
                trigger={
                  <ConsoleButton size="small" kind="soft">
                    常用回复
                  </ConsoleButton>
                }
                items={[
                  ...(canned ?? []).map((one) => ({ label: one.title, onSelect: () => fill(one) })),
                  { label: '管理常用回复…', onSelect: () => go('/replies') },
                ]}
              />
              <AttachPictures pictures={pictures} onChange={setPictures} />
            </div>
          </div>
          <Decisions>
            <ConsoleButton
              kind="primary"
              size="large"
              disabled={isEmpty}
              loading={reply.running}
              hotkey="Ctrl ↵"
              onClick={() => send(true)}
            >
              回复并结束
            </ConsoleButton>
            <ConsoleButton size="large" disabled={isEmpty} loading={answer.running} onClick={() => send(false)}>
              先回复
            </ConsoleButton>
            <ConsoleButton size="large" hotkey="E" loading={close.running} onClick={end}>
              不用回复
            </ConsoleButton>
          </Decisions>
        </>
      )}
    </>
  )
}

function Conversation({ messages }: { messages: Detail['messages'] }) {
  return (
    <ul aria-label="对话" className="space-y-3">
      {messages.map((message) => (
        <li key={message.id} className={cx('flex', message.from === 'staff' && 'justify-end')}>
          <div
            className={cx(
              'max-w-4/5 rounded-card px-3.5 py-2',
              message.from === 'staff' ? 'bg-primary-soft' : 'bg-fill',
            )}
          >
            {message.text && <p className="user-text text-14">{message.text}</p>}
            {message.images.length > 0 && (
              <div className="mt-1.5 flex flex-wrap gap-2">
                {message.images.map(({ id, url }) => (
                  <PictureThumbnail key={id} url={url} label="图片" className="size-24" />
                ))}
              </div>
            )}
            {message.videos.map(({ id, url }) => (
              // biome-ignore lint/a11y/useMediaCaption: a user's own video has no captions
              <video key={id} src={url} controls className="mt-1.5 max-h-60 max-w-full rounded-cover" />
            ))}
            <p className="mt-0.5 text-11 text-ink-2">
              {message.from === 'staff' ? '客服 · ' : ''}
              {timeText(message.createdAt)}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
