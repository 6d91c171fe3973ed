import { useState } from 'react'
import { cx } from '../../../ui/cx'
import { useStaff } from '../../api/hooks'
import { Act } from '../../kit/button'
import { TextArea } from '../../kit/fields'
import { PopMenu } from '../../kit/menu'
import { timeText } from '../../kit/time'
import { type Attached, AttachPictures } from './attach-pictures'
import type { CasePartProps } from './case-part'
import { useDecision } from './decision'
import { Decisions } from './facts'
import { Picture } from './pictures'

/** Conversation with customer service: reply with text, canned text and pictures. */
export function SupportCase({ item, detail, ...ends }: CasePartProps<'support'>) {
  const [text, setText] = useState('')
  const [pictures, setPictures] = useState<Attached[]>([])
  const { data: canned } = useStaff('GET /staff/v1/reply_list', {})
  const reply = useDecision('POST /staff/v1/support_reply', ends, '已回复')
  const close = useDecision('POST /staff/v1/support_close', ends, '已结束')
  const isOpen = item.closedAt === null
  const isEmpty = !text.trim() && pictures.length === 0
  return (
    <>
      <ul aria-label="对话" className="space-y-3">
        {detail.messages.map((message) => (
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
                    <Picture key={id} url={url} label="图片" className="size-24" />
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
      {isOpen && (
        <>
          <div className="space-y-2">
            <TextArea label="回复" maxLength={500} value={text} onChange={setText} />
            <div className="flex flex-wrap items-center gap-2">
              {canned && canned.length > 0 && (
                <PopMenu
                  align="start"
                  trigger={
                    <Act size="small" kind="soft">
                      常用回复
                    </Act>
                  }
                  items={canned.map((one) => ({
                    label: one.title,
                    onSelect: () => setText((before) => (before ? `${before}\n${one.text}` : one.text)),
                  }))}
                />
              )}
              <AttachPictures pictures={pictures} onChange={setPictures} />
            </div>
          </div>
          <Decisions>
            <Act
              kind="primary"
              size="large"
              disabled={isEmpty}
              loading={reply.running}
              onClick={() =>
                void reply.run({
                  id: item.id,
                  version: item.version,
                  text,
                  images: pictures.map(({ id }) => id),
                  close: true,
                })
              }
            >
              回复并结束
            </Act>
            <Act
              size="large"
              loading={close.running}
              onClick={() => void close.run({ id: item.id, version: item.version })}
            >
              不用回复
            </Act>
          </Decisions>
        </>
      )}
    </>
  )
}
