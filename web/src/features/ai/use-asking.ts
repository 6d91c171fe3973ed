import type { AiMode } from '@dxx/contract/calls/ai'
import { useState } from 'react'
import { useCall } from '../../api/use-call'
import { useDraft } from '../../state/drafts'
import { type Asked, useConversation } from './use-conversation'

interface Options {
  conversationId: string | undefined
  onStarted(id: string): void
  /** What the next question refers to. */
  about: Pick<Asked, 'passage' | 'questionId' | 'code' | 'lesson'> | null
  /** Called with false when the question was sent together with its subject, and with true if the server refused it. */
  onSubject(needed: boolean): void
}

/** State of a conversation with its input: used by the page and by the sheet over other pages. */
export function useAsking({ conversationId, onStarted, about, onSubject }: Options) {
  const [text, setText, clearText] = useDraft('ai', '')
  const [problem, setProblem] = useState('')
  const status = useCall('GET /v1/ai_status', {}, { staleTime: 0, refetchOnWindowFocus: true, supporting: true })
  const talk = useConversation({ conversationId, onStarted })
  const closed = status.data?.closed === true
  const spent = status.data?.left === 0
  // While the AI guides by questions, the text of the student is the answer to the last question.
  const guided = talk.turns.at(-1)?.mode === 'guide' && !about

  async function send(words: string, mode: AiMode): Promise<void> {
    setProblem('')
    if (words) clearText()
    if (about) onSubject(false)
    const error = await talk.ask({ mode, text: words, ...about })
    if (!error?.decided) return
    if (words) setText(words)
    if (about) onSubject(true)
    if (!error.shown) setProblem(error.msg)
  }

  return {
    text,
    setText,
    problem,
    talk,
    closed,
    spent,
    guided,
    disabled: closed || spent,
    status: status.data,
    /** Whether a model can be asked now. */
    hasModel: status.data?.generates === true && status.data.spent === null,
    ask: (words: string) => void send(words, guided ? 'guide' : 'ask'),
    follow: (mode: AiMode) => void send('', mode),
    clearProblem: () => setProblem(''),
  }
}
