import type { AiMode } from '@dxx/contract/calls/ai'
import { useState } from 'react'
import { useCall } from '../../api/use-call'
import { pageUrl } from '../../router/place'
import { useDraft } from '../../state/drafts'
import { Sheet } from '../../ui/sheet'
import { ConversationEnd, ConversationView } from '../ai/conversation-view'
import { QuestionForm } from '../ai/question-form'
import { useConversation } from '../ai/use-conversation'

/** Passage of a chapter that the user asks about. */
export interface AskedPassage {
  chapterId: string
  pid: string
  quote: string
}

/** Asks the AI about a passage in a sheet over the book, so that the reader stays where it is. */
export function AskSheet({ passage, onClose }: { passage: AskedPassage; onClose(): void }) {
  const [subject, setSubject] = useState<AskedPassage | null>(passage)
  const [chat, setChat] = useState<string>()
  const [text, setText, clearText] = useDraft('ai', '')
  const [problem, setProblem] = useState('')
  const status = useCall('GET /v1/ai_status', {}, { staleTime: 0, supporting: true })
  const talk = useConversation({ conversationId: chat, onStarted: setChat })
  const closed = status.data?.closed === true
  const spent = status.data?.left === 0

  async function ask(words: string, mode: AiMode = 'ask') {
    setProblem('')
    const about = subject
    if (mode === 'ask') {
      clearText()
      setSubject(null)
    }
    const error = await talk.ask({ mode, text: words, passage: mode === 'ask' ? (about ?? undefined) : undefined })
    if (!error?.decided) return
    if (mode === 'ask') {
      setText(words)
      setSubject(about)
    }
    if (!error.shown) setProblem(error.msg)
  }

  return (
    <Sheet open onClose={onClose} title="问 AI" flush>
      <div className="flex min-h-[50dvh] flex-col bg-page">
        {/* Focused first: with the focus in the field, the keyboard would cover the passage and the proposal. */}
        <div data-autofocus tabIndex={-1} className="flex-1 space-y-3 px-4 pt-2 pb-4 outline-none">
          {talk.turns.length > 0 ? (
            <ConversationView
              talk={talk}
              closed={closed}
              disabled={closed || spent}
              onAsk={(idea) => void ask(idea)}
              onFollow={(mode) => void ask('', mode)}
            />
          ) : (
            <p className="text-13 text-ink-2">
              {status.data && !status.data.generates
                ? '从你的资料里找出讲这段内容的段落，标出原句；想问得更细，写在下面。'
                : '只根据你的资料回答，每句话都带出处；想问得更细，写在下面。'}
            </p>
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
        {/* The sheet itself keeps clear of the lower edge of the screen. */}
        <div className="sticky bottom-0 [&_.pb-safe]:pb-0!">
          <QuestionForm
            {...{ text, closed, spent, problem }}
            subject={subject && { quote: subject.quote, chapter: subject.chapterId, question: undefined }}
            busy={talk.busy}
            onChange={setText}
            onAsk={(words) => void ask(words)}
            onStop={talk.stop}
            onDropSubject={() => setSubject(null)}
          />
        </div>
        <ConversationEnd talk={talk} />
      </div>
    </Sheet>
  )
}
