import type { AiMode } from '@dxx/contract/calls/ai'
import { useEffect, useRef } from 'react'
import { Empty } from '../../ui/empty'
import { Skeleton } from '../../ui/skeleton'
import { ConversationTurn } from './turn'
import { followUps, type ShownTurn, type useConversation } from './use-conversation'

const ideas = ['为什么栈的 push 和 pop 都是 O(1)？', '外连接和内连接有什么区别？', '什么是过拟合？']

/** Follow-ups of an answer. */
function offeredModes(hasModel: boolean, isQuestion: boolean): AiMode[] {
  return ['hint', ...(hasModel ? (['guide'] as const) : []), 'explain', isQuestion ? 'smaller' : 'practice']
}

interface ConversationViewProps {
  talk: ReturnType<typeof useConversation>
  /** Whether the AI assistant is closed because of an exam. */
  closed: boolean
  /** Whether the user cannot send a question now. */
  disabled: boolean
  /** Whether a model can be asked now. */
  hasModel: boolean
  /** Whether the conversation is about a question of a bank. */
  isQuestion?: boolean
  onAsk(text: string): void
  onFollow(mode: AiMode): void
  /** Shows the sources of a turn beside the conversation; without it, they open below the answer. */
  onSources?(turnId: string): void
}

/** Turns of a conversation with follow-up buttons; a new conversation shows ideas for the first question. */
export function ConversationView(props: ConversationViewProps) {
  const { talk, closed, disabled, hasModel, isQuestion = false, onAsk, onFollow, onSources } = props
  const { turns, busy } = talk
  const last = turns.at(-1)
  return (
    <>
      {talk.error ? (
        <Empty type="error" text={talk.error.msg} onRetry={() => talk.reload()} />
      ) : talk.loading ? (
        <div role="status" className="space-y-4">
          <span className="sr-only">正在加载</span>
          <Skeleton className="ml-auto h-12 w-3/5 rounded-card" />
          <Skeleton className="h-40 rounded-card" />
        </div>
      ) : turns.length === 0 ? (
        <Welcome disabled={disabled} onAsk={onAsk} />
      ) : (
        <>
          <h2 className="sr-only">对话</h2>
          <ol className="space-y-5">
            {turns.map((turn: ShownTurn) => (
              <ConversationTurn key={turn.id} turn={turn} onRetry={() => void talk.retry(turn)} onSources={onSources} />
            ))}
          </ol>
        </>
      )}
      {last && last.state !== 'running' && !busy && last.held && !closed && (
        <div className="mt-3 flex flex-wrap gap-2">
          {offeredModes(hasModel, isQuestion).map((mode) => (
            <button
              key={mode}
              type="button"
              onClick={() => onFollow(mode)}
              className="min-h-11 rounded-full bg-primary-soft px-4 text-13 text-primary"
            >
              {followUps[mode]}
            </button>
          ))}
        </div>
      )}
    </>
  )
}

/** Pixels below the window that the follow-ups of an answer may take. */
const nearEnd = 240

/** An element at the end of the page that is kept in sight while an answer grows. */
export function ConversationEnd({ talk: { turns, busy } }: { talk: ReturnType<typeof useConversation> }) {
  const end = useRef<HTMLDivElement>(null)
  const last = turns.at(-1)
  const grown = `${turns.length} ${last?.html.length} ${last?.tail.length}`
  const wasBusy = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the answer grows
  useEffect(() => {
    // The follow-ups below a complete answer would be half covered by the form; a user who has scrolled up stays there.
    const isNear = (end.current?.getBoundingClientRect().top ?? 0) < innerHeight + nearEnd
    if (busy || (wasBusy.current && isNear)) end.current?.scrollIntoView({ block: 'end' })
    wasBusy.current = busy
  }, [grown, busy])
  return <div ref={end} />
}

function Welcome({ disabled, onAsk }: { disabled: boolean; onAsk(idea: string): void }) {
  return (
    <div className="pt-6">
      <h2 className="text-19 font-bold">有什么不明白的？</h2>
      <p className="mt-1 text-14 text-ink-2">
        我只根据你能读到的学习资料回答，先给提示，再讲完整；每句话都带出处，点一下就能打开原文。
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
