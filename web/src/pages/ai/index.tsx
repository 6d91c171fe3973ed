import type { AiMode } from '@dxx/contract/calls/ai'
import History from 'lucide-react/icons/history'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState } from 'react'
import { useCall } from '../../api/use-call'
import { Composer } from '../../features/ai/composer'
import { HistorySheet } from '../../features/ai/history-sheet'
import { Turn } from '../../features/ai/turn'
import { followUps, type ShownTurn, useConversation } from '../../features/ai/use-conversation'
import { navigateBack } from '../../router/navigation'
import { usePageQuery } from '../../router/page-query'
import { useDraft } from '../../state/drafts'
import { Empty } from '../../ui/empty'
import { IconButton } from '../../ui/icon-button'
import { NavBar } from '../../ui/nav-bar'
import { Skeleton } from '../../ui/skeleton'
import { Tag } from '../../ui/tag'

const ideas = ['为什么栈的 push 和 pop 都是 O(1)？', '外连接和内连接有什么区别？', '什么是过拟合？']
const offered: AiMode[] = ['hint', 'explain', 'practice']

/**
 * `?chat=` an earlier conversation; `?chapter=&pid=&quote=` asks about a selected passage, `?question=` about a question.
 */
export default function AiPage() {
  const [query, change] = usePageQuery()
  const [text, setText, clearText] = useDraft('ai', '')
  const [history, setHistory] = useState(false)
  const [problem, setProblem] = useState('')
  const status = useCall('GET /v1/ai_status', {}, { staleTime: 0, refetchOnWindowFocus: true })
  const talk = useConversation({ conversationId: query.chat, onStarted: (id) => change({ chat: id }) })
  const { turns, busy } = talk
  const closed = status.data?.closed === true
  const spent = status.data?.left === 0
  const about = { quote: query.quote ?? '', chapter: query.chapter, question: query.question }
  const isAbout = Boolean((about.chapter && about.quote) || about.question)
  const last = turns.at(-1)
  const end = useRef<HTMLDivElement>(null)

  // The end stays in sight while it grows and when a question was asked.
  const grown = `${turns.length} ${last?.html.length} ${last?.tail.length}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows what is written
  useEffect(() => {
    if (busy) end.current?.scrollIntoView({ block: 'end' })
  }, [grown, busy])

  const dropAbout = { id: undefined, chapter: undefined, pid: undefined, quote: undefined, question: undefined }

  async function ask(words: string) {
    setProblem('')
    const passage =
      about.chapter && about.quote ? { chapterId: about.chapter, pid: query.pid ?? '', quote: about.quote } : undefined
    clearText()
    if (isAbout) change(dropAbout)
    const error = await talk.ask({ mode: 'ask', text: words, passage, questionId: about.question })
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
    change({ chat: undefined, ...dropAbout })
  }

  return (
    <div className="flex min-h-dvh flex-col desk:min-h-[calc(100dvh-65px)]">
      <nav aria-label="页面导航" className="sticky top-0 z-10 bg-page">
        <NavBar
          title="AI 助学"
          back={() => void navigateBack()}
          right={
            <>
              <Tag>AI生成</Tag>
              <IconButton label="新对话" onClick={startAnew} disabled={turns.length === 0}>
                <Plus aria-hidden="true" size={22} />
              </IconButton>
              <IconButton label="对话记录" onClick={() => setHistory(true)}>
                <History aria-hidden="true" size={20} />
              </IconButton>
            </>
          }
        />
      </nav>
      <div className="mx-auto w-full max-w-180 flex-1 px-4 pt-2 pb-4">
        {status.data && !status.data.generates && (
          <p className="mb-3 rounded-item bg-amber-soft px-3 py-2 text-13 text-amber">
            没有接入大模型：现在只从你的资料里找出最相关的段落，不会另外编写。
          </p>
        )}
        {talk.error ? (
          <Empty type="error" text={talk.error.msg} onRetry={() => talk.reload()} />
        ) : talk.loading ? (
          <div role="status" className="space-y-4">
            <span className="sr-only">正在加载</span>
            <Skeleton className="ml-auto h-12 w-3/5 rounded-card" />
            <Skeleton className="h-40 rounded-card" />
          </div>
        ) : turns.length === 0 ? (
          <Welcome disabled={closed || spent} onAsk={(idea) => void ask(idea)} />
        ) : (
          <>
            <h2 className="sr-only">对话</h2>
            <ol className="space-y-5">
              {turns.map((turn: ShownTurn) => (
                <Turn key={turn.id} turn={turn} onRetry={() => void talk.retry(turn)} />
              ))}
            </ol>
          </>
        )}
        {last && last.state !== 'running' && !busy && last.held && !closed && (
          <div className="mt-3 flex flex-wrap gap-2">
            {offered.map((mode) => (
              <button
                key={mode}
                type="button"
                onClick={() => void follow(mode)}
                className="min-h-11 rounded-full bg-primary-soft px-4 text-13 text-primary"
              >
                {followUps[mode]}
              </button>
            ))}
          </div>
        )}
      </div>
      <div className="pb-safe hairline-t sticky bottom-0 z-10 bg-card">
        <div className="mx-auto max-w-180 px-4">
          {isAbout && (
            <div className="mt-2 flex items-start gap-2 rounded-item bg-fill py-1 pl-3">
              <p className="line-clamp-2 min-w-0 flex-1 py-2 text-13 text-ink-2">
                {about.question ? '关于一道题目' : about.quote}
              </p>
              <IconButton label="不问这段" onClick={() => change(dropAbout)} className="text-ink-3">
                <X aria-hidden="true" size={18} />
              </IconButton>
            </div>
          )}
          <p role="alert" className="text-13 text-danger">
            {closed
              ? '你有考试正在进行，AI 助学暂时关闭，交卷后恢复。'
              : spent
                ? '今天的提问次数用完了，明天再来吧。'
                : problem}
          </p>
          {isAbout && !closed && !spent && (
            <button
              type="button"
              onClick={() => void ask('')}
              className="mt-2 min-h-11 rounded-full bg-primary-soft px-4 text-13 text-primary"
            >
              {about.question ? '讲讲这道题' : followUps.ask}
            </button>
          )}
          <Composer
            value={text}
            onChange={setText}
            busy={busy}
            disabled={closed || spent}
            onSend={() => void ask(text.trim())}
            onStop={talk.stop}
          />
        </div>
      </div>
      <div ref={end} />
      {history && (
        <HistorySheet
          onClose={() => setHistory(false)}
          onOpen={(id) => {
            setHistory(false)
            change({ chat: id, ...dropAbout })
          }}
          onDeleted={(id) => id === query.chat && startAnew()}
        />
      )}
    </div>
  )
}

function Welcome({ disabled, onAsk }: { disabled: boolean; onAsk(idea: string): void }) {
  return (
    <div className="pt-6">
      <h2 className="text-19 font-bold">有什么不明白的？</h2>
      <p className="mt-1 text-14 text-ink-2">
        我只根据你能读到的课程、书和教材回答，先给提示，再讲完整；每句话都带出处，点一下就能打开原文。
      </p>
      <ul className="mt-4 space-y-2.5">
        {ideas.map((idea) => (
          <li key={idea}>
            <button
              type="button"
              disabled={disabled}
              onClick={() => onAsk(idea)}
              className="min-h-12 w-full rounded-card bg-card px-4 py-2.5 text-left text-15 active:bg-fill disabled:opacity-60"
            >
              {idea}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
