import type { AiMode } from '@dxx/contract/calls/ai'
import History from 'lucide-react/icons/history'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useCall } from '../../api/use-call'
import { ConversationEnd, ConversationView } from '../../features/ai/conversation-view'
import { ConversationsSheet } from '../../features/ai/history-sheet'
import { QuestionForm, type Subject } from '../../features/ai/question-form'
import { useConversation } from '../../features/ai/use-conversation'
import { navigateBack } from '../../router/navigation'
import { usePageQuery } from '../../router/page-query'
import { useDraft } from '../../state/drafts'
import { IconButton } from '../../ui/icon-button'
import { NavBar } from '../../ui/nav-bar'
import { Tag } from '../../ui/tag'
import { useDesktop } from '../../ui/use-media'
import { AiColumns } from './columns'

const dropSubject = { id: undefined, chapter: undefined, pid: undefined, quote: undefined, question: undefined }

/**
 * `?chat=` opens an earlier conversation; `?chapter=&pid=&quote=` asks about a selected passage, `?question=` about a
 * question.
 */
export default function AiPage() {
  const [query, change] = usePageQuery()
  const [text, setText, clearText] = useDraft('ai', '')
  const [history, setHistory] = useState(false)
  const [problem, setProblem] = useState('')
  const status = useCall('GET /v1/ai_status', {}, { staleTime: 0, refetchOnWindowFocus: true, supporting: true })
  const talk = useConversation({ conversationId: query.chat, onStarted: (id) => change({ chat: id }) })
  const closed = status.data?.closed === true
  const spent = status.data?.left === 0
  const { quote = '', chapter, question } = query
  const subject: Subject | null = (chapter && quote) || question ? { quote, chapter, question } : null

  async function ask(words: string) {
    setProblem('')
    const passage = chapter && quote ? { chapterId: chapter, pid: query.pid ?? '', quote } : undefined
    clearText()
    if (subject) change(dropSubject)
    const error = await talk.ask({ mode: 'ask', text: words, passage, questionId: question })
    if (!error?.decided) return
    setText(words)
    if (!error.shown) setProblem(error.msg)
  }

  async function follow(mode: AiMode) {
    setProblem('')
    const error = await talk.ask({ mode, text: '' })
    if (error?.decided && !error.shown) setProblem(error.msg)
  }

  function startAnew() {
    talk.stop()
    setProblem('')
    change({ chat: undefined, ...dropSubject })
  }

  const list = {
    current: query.chat,
    onOpen: (id: string) => change({ chat: id, ...dropSubject }),
    onDeleted: (id: string) => {
      if (id === query.chat) startAnew()
    },
  }

  return (
    <AiColumns turns={talk.turns} onNew={startAnew} {...list}>
      {(onSources) => (
        <>
          <AiNavBar isEmpty={talk.turns.length === 0} onNew={startAnew} onHistory={() => setHistory(true)} />
          <div className="mx-auto w-full max-w-180 flex-1 px-4 pt-2 pb-4">
            {status.data && !status.data.generates && (
              <p className="mb-3 rounded-item bg-amber-soft px-3 py-2 text-13 text-amber">
                现在只从你的资料里找出最相关的段落，不会另外编写。
              </p>
            )}
            <ConversationView
              {...{ talk, closed, onSources }}
              disabled={closed || spent}
              onAsk={(idea) => void ask(idea)}
              onFollow={(mode) => void follow(mode)}
            />
          </div>
          <QuestionForm
            {...{ subject, text, closed, spent, problem }}
            busy={talk.busy}
            onChange={setText}
            onAsk={(words) => void ask(words)}
            onStop={talk.stop}
            onDropSubject={() => change(dropSubject)}
          />
          <ConversationEnd talk={talk} />
          {history && (
            <ConversationsSheet
              {...list}
              onClose={() => setHistory(false)}
              onOpen={(id) => {
                setHistory(false)
                list.onOpen(id)
              }}
            />
          )}
        </>
      )}
    </AiColumns>
  )
}

interface AiNavBarProps {
  isEmpty: boolean
  onNew(): void
  onHistory(): void
}

/** On desktop, the column with the conversations replaces the buttons back, new and history. */
function AiNavBar({ isEmpty, onNew, onHistory }: AiNavBarProps) {
  const desktop = useDesktop()
  return (
    <nav aria-label="页面导航" className="sticky top-0 z-10 bg-page">
      <NavBar
        title="AI 助学"
        back={desktop ? undefined : () => void navigateBack()}
        right={
          <>
            <Tag>AI生成</Tag>
            {!desktop && (
              <>
                <IconButton label="新对话" onClick={onNew} disabled={isEmpty}>
                  <Plus aria-hidden="true" size={22} />
                </IconButton>
                <IconButton label="对话记录" onClick={onHistory}>
                  <History aria-hidden="true" size={20} />
                </IconButton>
              </>
            )}
          </>
        }
      />
    </nav>
  )
}
