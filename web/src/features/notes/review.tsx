import type { MyNote } from '@dxx/contract/calls/notes'
import { formatDate } from '@dxx/contract/rules/time-from'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAction } from '../../api/use-action'
import { invalidateCalls, useCall } from '../../api/use-call'
import { usePage } from '../../router/page-context'
import { pageUrl } from '../../router/page-url'
import { toast } from '../../state/flash'
import { Button, buttonClass } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { hasModifier, isKeyTaken } from '../../ui/key-target'
import { Progress } from '../../ui/progress'
import { Skeleton } from '../../ui/skeleton'
import { cardFaces } from './card-faces'
import { noteHref } from './labels'

type Memory = 'forgot' | 'unsure' | 'knew'

const answers: { memory: Memory; title: string; kind: 'plain' | 'line' | 'primary' }[] = [
  { memory: 'forgot', title: '忘了', kind: 'plain' },
  { memory: 'unsure', title: '模糊', kind: 'line' },
  { memory: 'knew', title: '记得', kind: 'primary' },
]

/** Review of due notes as cards, one at a time. */
export function NoteReview() {
  const { data, error, refetch } = useCall('GET /v1/note_cards', {}, { fresh: true })
  const [cards, setCards] = useState<MyNote[] | null>(null)
  // Only the first response counts: a refetch must not change the cards during the review.
  if (data && !cards) setCards(data.list)
  if (!cards) {
    if (error) return <Empty type="error" text={error.msg} onRetry={() => void refetch()} />
    return (
      <div className="px-4 tablet:pt-2 desk:mx-auto desk:max-w-160">
        <Skeleton className="h-80 w-full rounded-card" />
      </div>
    )
  }
  return <Cards cards={cards} />
}

function Cards({ cards }: { cards: MyNote[] }) {
  const { active } = usePage()
  const [at, setAt] = useState(0)
  const [turned, setTurned] = useState(false)
  const [knew, setKnew] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const card = cards[at]
  const { run, running } = useAction('POST /v1/note_review', {
    onDone: (_, { memory }) => {
      if (memory === 'knew') setKnew((count) => count + 1)
      setTurned(false)
      setAt((now) => now + 1)
      void invalidateCalls('GET /v1/my_notes_summary', 'GET /v1/my_notes')
      heading.current?.focus()
    },
    onError: ({ shown, msg, name }) => {
      if (!shown) toast(msg)
      // The note was deleted on another device meanwhile.
      if (name === 'note-not-found') setAt((now) => now + 1)
    },
  })
  const answer = (memory: Memory) => card && !running && void run({ id: card.id, memory })
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || hasModifier(event) || isKeyTaken(event) || document.querySelector('dialog[open]'))
      return
    const chosen = answers[Number(event.key) - 1]
    if (event.key === ' ' || event.key === 'Enter') setTurned(true)
    else if (turned && chosen) answer(chosen.memory)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    if (!active) return
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [active])

  if (!card) {
    return (
      <Empty text={cards.length === 0 ? '今天没有要复习的笔记' : `复习完了：${cards.length} 张，记得 ${knew} 张`}>
        <a href={`#${pageUrl('pages/my/notes')}`} className={`${buttonClass('line')} min-w-36`}>
          看全部笔记
        </a>
      </Empty>
    )
  }
  const { task, front, back } = cardFaces(card)
  const href = noteHref(card)
  return (
    <div className="flex min-h-full flex-col px-4 pb-6 tablet:pt-2 desk:mx-auto desk:max-w-160">
      <Progress value={(at / cards.length) * 100} label="复习进度" />
      <section className="mt-3 flex min-h-72 flex-1 flex-col rounded-card bg-card p-5 desk:flex-none">
        <h2 ref={heading} tabIndex={-1} className="text-13 text-ink-3 outline-none">
          <span className="tabular-nums">
            {at + 1} / {cards.length}
          </span>{' '}
          · {task}
        </h2>
        <p className="mt-4 text-17 leading-relaxed user-text">{front}</p>
        {turned && (
          <div role="status" className="mt-4 border-t border-line pt-4">
            <p className="text-17 leading-relaxed font-semibold user-text">{back}</p>
          </div>
        )}
        <p className="mt-auto pt-4 text-12 text-ink-3">
          《{card.curriculum.title}》{card.chapterTitle} · {formatDate(card.updatedAt)}
          {turned && href && (
            <a href={href} className="tap ml-2 rounded-item text-primary">
              看原文
            </a>
          )}
        </p>
      </section>
      <div className="mt-3 flex gap-3">
        {turned ? (
          answers.map(({ memory, title, kind }) => (
            <Button key={memory} kind={kind} className="flex-1" onClick={() => answer(memory)}>
              {title}
            </Button>
          ))
        ) : (
          <Button block onClick={() => setTurned(true)}>
            看答案
          </Button>
        )}
      </div>
      <p className="mt-2 hidden text-center text-12 text-ink-3 desk:block">空格看答案，1 忘了，2 模糊，3 记得</p>
    </div>
  )
}
