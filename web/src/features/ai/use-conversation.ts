import type { AiMode, AiTurn } from '@dxx/contract/calls/ai'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/error'
import { randomUuid } from '../../api/random-uuid'
import { streamCall } from '../../api/stream-call'
import { type CallInput, invalidateCalls, useCall } from '../../api/use-call'

/** A turn in the view: a streaming answer consists of rendered blocks and a plain-text tail. */
export interface ShownTurn extends AiTurn {
  tail: string
  /** Why sending failed or the connection broke; the turn can be retried. */
  problem: string
}

export type Asked = Pick<CallInput<'POST /v1/ai_ask'>, 'mode' | 'text' | 'passage' | 'questionId' | 'code' | 'lesson'>

const shown = (turn: AiTurn): ShownTurn => ({ ...turn, tail: '', problem: '' })

interface Options {
  conversationId: string | undefined
  /** Called when a new conversation has received its id. */
  onStarted(id: string): void
}

/**
 * Turns of a conversation and the functions that add turns. Hiding or closing the page does not stop a running answer:
 * a student who looks something up and returns finds the whole answer in the history.
 */
export function useConversation({ conversationId, onStarted }: Options) {
  const loaded = useCall('GET /v1/ai_conversation', { id: conversationId ?? '' }, { enabled: Boolean(conversationId) })
  const [localTurns, setLocalTurns] = useState<ShownTurn[]>([])
  const [busy, setBusy] = useState(false)
  const abort = useRef<AbortController | null>(null)
  const latest = useRef(onStarted)
  latest.current = onStarted
  const current = useRef(conversationId)

  // If another conversation (or none) is opened, drops the local turns: they belong to the previous one.
  useEffect(() => {
    if (current.current === conversationId) return
    current.current = conversationId
    abort.current?.abort()
    setLocalTurns([])
  }, [conversationId])

  const patch = (id: string, change: (turn: ShownTurn) => Partial<ShownTurn>) =>
    setLocalTurns((turns) => turns.map((turn) => (turn.id === id ? { ...turn, ...change(turn) } : turn)))

  async function send(key: string, asked: Asked, retry: boolean): Promise<ApiError | null> {
    const controller = new AbortController()
    abort.current = controller
    setBusy(true)
    try {
      await streamCall(
        'POST /v1/ai_ask',
        { ...asked, key, retry, conversationId: current.current },
        (event) => {
          if (event.type === 'start') {
            patch(key, () => ({ ...shown(event.turn), question: event.turn.question }))
            if (current.current !== event.conversationId) {
              current.current = event.conversationId
              latest.current(event.conversationId)
              void invalidateCalls('GET /v1/ai_conversations')
            }
          } else if (event.type === 'text') patch(key, ({ tail }) => ({ tail: tail + event.text }))
          else if (event.type === 'block') patch(key, ({ html, tail }) => blockDone(html, tail, event.html))
          else patch(key, () => shown(event.turn))
        },
        controller.signal,
      )
      return null
    } catch (error) {
      if (controller.signal.aborted) {
        patch(key, () => ({ state: 'stopped' }))
        return null
      }
      if (!(error instanceof ApiError)) throw error
      patch(key, () => ({ state: 'failed', problem: error.msg }))
      return error
    } finally {
      if (abort.current === controller) abort.current = null
      setBusy(false)
      void invalidateCalls('GET /v1/ai_status', 'GET /v1/ai_conversations', 'GET /v1/ai_conversation')
    }
  }

  /** Resolves with the error that prevented sending, or null. */
  async function ask(asked: Asked): Promise<ApiError | null> {
    if (busy) return null
    const key = randomUuid()
    setLocalTurns((turns) => [...turns, waiting(key, asked)])
    const error = await send(key, asked, false)
    // If the server rejected the question before storing it, removes the turn: the text goes back to the input.
    if (error?.decided) setLocalTurns((turns) => turns.filter(({ id }) => id !== key))
    return error
  }

  async function retry(turn: ShownTurn): Promise<void> {
    if (busy) return
    const again = { ...turn, html: '', tail: '', text: '', problem: '', state: 'running' as const }
    setLocalTurns((turns) =>
      turns.some(({ id }) => id === turn.id)
        ? turns.map((one) => (one.id === turn.id ? again : one))
        : [...turns, again],
    )
    const error = await send(turn.id, { mode: turn.mode, text: turn.question.slice(0, 500) }, true)
    if (error?.decided) patch(turn.id, () => ({ problem: error.msg, state: 'failed' }))
  }

  const loadedTurns = loaded.data?.id === conversationId ? (loaded.data?.turns ?? []) : []
  // A turn written on this page replaces its loaded copy, which may be older.
  const turns = [
    ...loadedTurns.map((turn) => localTurns.find(({ id }) => id === turn.id) ?? shown(turn)),
    ...localTurns.filter(({ id }) => !loadedTurns.some((turn) => turn.id === id)),
  ]
  return {
    turns,
    busy,
    loading: Boolean(conversationId) && loaded.isPending && turns.length === 0,
    error: turns.length === 0 ? loaded.error : null,
    reload: loaded.refetch,
    ask,
    retry,
    stop: () => abort.current?.abort(),
  }
}

/** Appends a rendered block and removes its text from the tail; each block ends with a blank line. */
function blockDone(html: string, tail: string, block: string): Partial<ShownTurn> {
  const cut = tail.lastIndexOf('\n\n')
  return { html: html + block, tail: cut < 0 ? '' : tail.slice(cut + 2) }
}

function waiting(key: string, { mode, text, passage, questionId, code, lesson }: Asked): ShownTurn {
  const written = questionId ? '讲讲这道题' : code ? '解释这个程序的结果' : lesson ? '这里在讲什么？' : followUps.ask
  return {
    id: key,
    mode: (mode ?? 'ask') as AiMode,
    question: text || (mode && mode !== 'ask' ? followUps[mode] : written),
    quote: passage?.quote ?? '',
    text: '',
    html: '',
    sources: [],
    held: true,
    generated: false,
    dropped: 0,
    state: 'running',
    createdAt: 0,
    tail: '',
    problem: '',
  }
}

export const followUps: Record<AiMode, string> = {
  ask: '请解释这段内容',
  hint: '再给个提示',
  guide: '引导我想',
  explain: '完整讲解',
  practice: '出 3 道练习',
  why: '我为什么做错了？',
  smaller: '先来一道小一点的题',
}
