import type { AiMode } from '@dxx/contract/calls/ai'
import { formatClock } from '@dxx/contract/rules/format'
import { useState } from 'react'
import { pageUrl } from '../../router/page-url'
import type { AskSubject } from '../../state/ask'
import { Sheet } from '../../ui/sheet'
import { ConversationEnd, ConversationView } from './conversation-view'
import { type Offer, QuestionForm } from './question-form'
import { useAsking } from './use-asking'
import type { Asked } from './use-conversation'

/** The subject as input of the call. */
function aboutOf(subject: AskSubject): Pick<Asked, 'passage' | 'questionId' | 'code' | 'lesson'> {
  switch (subject.kind) {
    case 'passage':
      return { passage: { chapterId: subject.chapterId, pid: subject.pid, quote: subject.quote } }
    case 'question':
      return { questionId: subject.id }
    case 'code':
      return { code: { language: subject.language, source: subject.source, stdin: subject.stdin } }
    case 'lesson':
      return { lesson: { chapterId: subject.chapterId, second: subject.second } }
  }
}

function labelOf(subject: AskSubject): string {
  switch (subject.kind) {
    case 'passage':
      return subject.quote
    case 'question':
      return '关于这道题'
    case 'code':
      return '关于这段程序和它的运行结果'
    case 'lesson':
      return `${subject.title} ${formatClock(subject.second)}`
  }
}

function offersOf(subject: AskSubject, hasModel: boolean): Offer[] {
  switch (subject.kind) {
    case 'passage':
      return [{ mode: 'ask', title: '请解释这段内容' }]
    case 'code':
      return [{ mode: 'ask', title: '解释这个结果' }]
    case 'lesson':
      return [{ mode: 'ask', title: '这里在讲什么？' }]
    case 'question':
      return [
        ...(subject.answered ? [{ mode: 'why', title: '我为什么做错了？' } as const] : []),
        { mode: 'ask', title: '给个提示' },
        ...(hasModel ? [{ mode: 'guide', title: '引导我想' } as const] : []),
        { mode: 'smaller', title: '先来一道小一点的题' },
      ]
  }
}

/** Asks the AI in a sheet over a page, so that the page stays where it is. */
export function AskSheet({ subject, onClose }: { subject: AskSubject; onClose(): void }) {
  const [isOpen, setOpen] = useState(true)
  const [chat, setChat] = useState<string>()
  const asking = useAsking({
    conversationId: chat,
    onStarted: setChat,
    about: isOpen ? aboutOf(subject) : null,
    onSubject: setOpen,
  })
  const { talk, closed, spent, disabled, status, hasModel } = asking

  return (
    <Sheet open onClose={onClose} title="问 AI" flush>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: handles only clicks on links, which the keyboard triggers too */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: see above */}
      <div
        className="flex min-h-[50dvh] flex-col bg-page"
        onClick={(event) => {
          // The sheet would cover the page that a link opens. It closes after the event: a link that is removed during
          // its click is not followed.
          if ((event.target as Element).closest('a[href^="#"]')) setTimeout(onClose, 0)
        }}
      >
        {/* Takes the focus first: with the focus in the field, the keyboard would cover the passage and the
            proposed question. */}
        <div data-autofocus tabIndex={-1} className="flex-1 space-y-3 px-4 pt-2 pb-4 outline-none">
          {talk.turns.length > 0 ? (
            <ConversationView
              {...{ talk, closed, disabled, hasModel }}
              isQuestion={subject.kind === 'question'}
              onAsk={asking.ask}
              onFollow={asking.follow}
            />
          ) : (
            <p className="text-13 text-ink-2">{introOf(subject, status?.generates !== false)}</p>
          )}
          {chat && (
            <a
              href={`#${pageUrl('pages/ai/index', { chat })}`}
              className="inline-flex min-h-11 items-center text-13 text-primary"
            >
              在 AI 助学里继续
            </a>
          )}
        </div>
        {/* No safe-area padding: the sheet itself ends above the lower edge of the screen. */}
        <div className="sticky bottom-0 [&_.pb-safe]:pb-0!">
          <QuestionForm
            {...{ closed, spent }}
            text={asking.text}
            problem={asking.problem}
            guided={asking.guided}
            subject={isOpen ? { label: labelOf(subject), offers: offersOf(subject, hasModel) } : null}
            busy={talk.busy}
            onChange={asking.setText}
            onAsk={asking.ask}
            onOffer={(mode: AiMode) => asking.follow(mode)}
            onStop={talk.stop}
            onDropSubject={() => setOpen(false)}
          />
        </div>
        <ConversationEnd talk={talk} />
      </div>
    </Sheet>
  )
}

function introOf({ kind }: AskSubject, generates: boolean): string {
  if (kind === 'code') return '先在云端把程序再运行一遍，再根据实际的结果和你的资料解释。'
  if (kind === 'question') return '先给提示，不直接给答案；做完有了结果，可以问错在哪里。'
  return generates
    ? '只根据你的资料回答，每句话都带出处；想问得更细，写在下面。'
    : '从你的资料里找出讲这段内容的段落，标出原句；想问得更细，写在下面。'
}
