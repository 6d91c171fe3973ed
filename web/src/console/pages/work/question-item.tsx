import { useRef } from 'react'
import { ConsoleButton } from '../../kit/button'
import { forgetDraft, useConsoleDraft } from '../../kit/drafts'
import { TextArea } from '../../kit/fields'
import { useShortcut } from '../../kit/shortcuts'
import { timeText } from '../../kit/time'
import { useDecision } from './decision'
import { Decisions } from './facts'
import type { ItemProps } from './item-props'

/** A student's question about a passage. The answer is a reply in the discussion, marked as the answer. */
export function QuestionItem({ item, detail, ...ends }: ItemProps<'question'>) {
  const draft = `answer ${item.id}`
  const [text, setText] = useConsoleDraft(draft, '')
  const answer = useDecision('POST /staff/v1/question_answer', ends, () => {
    forgetDraft(draft)
    return '已回答'
  })
  const dismiss = useDecision('POST /staff/v1/question_dismiss', ends, '已结束')
  const field = useRef<HTMLTextAreaElement>(null)
  const isOpen = item.closedAt === null
  const send = () => {
    if (text.trim()) void answer.run({ id: item.id, version: item.version, text })
  }
  const end = () => void dismiss.run({ id: item.id, version: item.version })
  useShortcut('r', '写回答', () => field.current?.focus(), { enabled: isOpen })
  useShortcut('mod+enter', '发送回答', send, { enabled: isOpen })
  useShortcut('e', '不用回答，结束', end, { enabled: isOpen })
  return (
    <>
      <section aria-label="提问">
        <h3 className="text-15 font-semibold">
          {detail.place} <span className="text-12 font-normal text-ink-3">{timeText(detail.askedAt)}</span>
        </h3>
        {detail.quote && (
          <blockquote className="user-text mt-2 border-l-3 border-amber pl-2.5 text-ink-2">{detail.quote}</blockquote>
        )}
        <p className="user-text mt-2 text-14">{detail.text}</p>
        {detail.replies.length > 0 && (
          <ul aria-label="已有的回复" className="mt-3 space-y-2 rounded-cover bg-fill p-3">
            {detail.replies.map((reply) => (
              <li key={`${reply.createdAt} ${reply.author}`}>
                <b className="font-semibold">{reply.author}</b>{' '}
                <span className="text-12 text-ink-3">{timeText(reply.createdAt)}</span>
                <p className="user-text">{reply.text}</p>
              </li>
            ))}
          </ul>
        )}
      </section>
      {isOpen && (
        <>
          <TextArea
            fieldRef={field}
            label="回答（讨论里的同学都能看到，标为答案）"
            maxLength={500}
            value={text}
            onChange={setText}
          />
          <Decisions>
            <ConsoleButton
              kind="primary"
              size="large"
              disabled={!text.trim()}
              loading={answer.running}
              hotkey="Ctrl ↵"
              onClick={send}
            >
              发送回答
            </ConsoleButton>
            <ConsoleButton size="large" hotkey="E" loading={dismiss.running} onClick={end}>
              不用回答
            </ConsoleButton>
          </Decisions>
        </>
      )}
    </>
  )
}
