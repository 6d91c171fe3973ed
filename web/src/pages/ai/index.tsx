import History from 'lucide-react/icons/history'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import type { CallData } from '../../api/use-call'
import { ConversationEnd, ConversationView } from '../../features/ai/conversation-view'
import { ConversationsSheet } from '../../features/ai/history-sheet'
import { type Offer, QuestionForm } from '../../features/ai/question-form'
import { useAsking } from '../../features/ai/use-asking'
import { navigateBack } from '../../router/navigation'
import { usePageQuery } from '../../router/page-query'
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
  const [history, setHistory] = useState(false)
  const [dropped, setDropped] = useState(false)
  const { quote = '', chapter, question } = query
  const about =
    chapter && quote
      ? { passage: { chapterId: chapter, pid: query.pid ?? '', quote } }
      : question
        ? { questionId: question }
        : null
  const asking = useAsking({
    conversationId: query.chat,
    onStarted: (id) => change({ chat: id, ...dropSubject }),
    about: dropped ? null : about,
    onSubject: (needed) => setDropped(!needed),
  })
  const { talk, closed, spent, disabled, hasModel, status } = asking
  const offers: Offer[] = [{ mode: 'ask', title: question ? '讲讲这道题' : '请解释这段内容' }]
  const subject = about && !dropped ? { label: question ? '关于一道题目' : quote, offers } : null

  function startAnew() {
    talk.stop()
    asking.clearProblem()
    setDropped(false)
    change({ chat: undefined, ...dropSubject })
  }

  const list = {
    current: query.chat,
    onOpen: (id: string) => change({ chat: id, ...dropSubject }),
    onDeleted: (id: string | null) => {
      if (id === null || id === query.chat) startAnew()
    },
  }

  return (
    <AiColumns turns={talk.turns} onNew={startAnew} {...list}>
      {(onSources) => (
        <>
          <AiNavBar
            generates={status?.generates === true}
            isEmpty={talk.turns.length === 0}
            onNew={startAnew}
            onHistory={() => setHistory(true)}
          />
          <div className="mx-auto w-full max-w-180 flex-1 px-4 pt-2 pb-4">
            <ConversationView
              {...{ talk, closed, onSources, disabled, hasModel }}
              onAsk={asking.ask}
              onFollow={asking.follow}
            />
            {/* Below the conversation, so that nothing moves when this note is loaded. */}
            {status && <ModelNote generates={status.generates} spent={status.spent} />}
          </div>
          <QuestionForm
            {...{ subject, closed, spent }}
            text={asking.text}
            problem={asking.problem}
            guided={asking.guided}
            busy={talk.busy}
            onChange={asking.setText}
            onAsk={asking.ask}
            onOffer={asking.follow}
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

const spentTexts = {
  user: '你今天的 AI 额度用完了，明天恢复；现在只从你的资料里找出最相关的段落。',
  site: '今天全站的 AI 额度用完了，明天恢复；现在只从你的资料里找出最相关的段落。',
} as const

/** Text on why answers contain quotations only. */
function ModelNote({ generates, spent }: Pick<CallData<'GET /v1/ai_status'>, 'generates' | 'spent'>) {
  if (generates && !spent) return null
  return (
    <p className="mt-3 rounded-item bg-amber-soft px-3 py-2 text-13 text-amber">
      {spent ? spentTexts[spent] : '现在只从你的资料里找出最相关的段落，不会另外编写。'}
    </p>
  )
}

interface AiNavBarProps {
  /** Whether a model writes the answers; quotations are not labelled as generated. */
  generates: boolean
  isEmpty: boolean
  onNew(): void
  onHistory(): void
}

/** On desktop, the column with the conversations replaces the buttons back, new and history. */
function AiNavBar({ generates, isEmpty, onNew, onHistory }: AiNavBarProps) {
  const desktop = useDesktop()
  return (
    <nav aria-label="页面导航" className="sticky top-0 z-10 bg-page">
      <div className="mx-auto max-w-180">
        <NavBar
          title="AI 助学"
          back={desktop ? undefined : () => void navigateBack()}
          right={
            <>
              {generates && <Tag>AI生成</Tag>}
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
      </div>
    </nav>
  )
}
