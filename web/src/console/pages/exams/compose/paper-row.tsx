import Ellipsis from 'lucide-react/icons/ellipsis'
import GripVertical from 'lucide-react/icons/grip-vertical'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useState } from 'react'
import { cx } from '../../../../ui/cx'
import { PopMenu } from '../../../kit/menu'
import { StateTag } from '../../../kit/tag'
import {
  type DraftQuestion,
  moveQuestion,
  placeOf,
  type QuestionPosition,
  questionNumberAt,
  setPoints,
} from './draft-edits'
import { difficultyNames, pointsOn } from './draft-figures'
import { NumberInput } from './number-input'
import { scrollToPaperQuestion } from './paper-focus'
import { QuestionPeek } from './question-peek'
import { useOpenDraft } from './use-draft'

export interface Drag {
  question: string | null
  start(question: string): void
  end(): void
  /** Moves the dragged question before the question at this place. */
  drop(to: QuestionPosition): void
}

interface PaperRowProps {
  item: DraftQuestion
  place: QuestionPosition
  twins: readonly string[]
  drag: Drag
  onStep(from: QuestionPosition, by: -1 | 1): void
  onRemove(from: QuestionPosition): void
}

/** A question of the paper: number, text, difficulty and points. */
export function PaperRow({ item, place, twins, drag, onStep, onRemove }: PaperRowProps) {
  const { view, edit } = useOpenDraft()
  const { body, briefs } = view
  const [isOver, setOver] = useState(false)
  const [peeks, setPeeks] = useState(false)
  const brief = briefs.get(item.question)
  const number = questionNumberAt(body, place)
  const text = brief?.text ?? '不可用的题：不存在或不归你使用，请换一题'

  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== event.currentTarget) return
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (event.altKey && by !== 0) onStep(place, by)
    else if (by !== 0 && !event.altKey) focusNeighbour(event.currentTarget as HTMLElement, by)
    else if (event.key === 'Delete') onRemove(place)
    else if (event.key === ' ' || event.key === 'Enter') setPeeks(true)
    else return
    event.preventDefault()
  }
  return (
    <li className="relative border-t border-line">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be dragged */}
      <div
        role="group"
        aria-label={`第 ${number} 题：${text}`}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Delete"
        data-paper-question={item.question}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move and remove the row
        tabIndex={0}
        draggable
        onKeyDown={onKeyDown}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData('text/plain', text)
          drag.start(item.question)
        }}
        onDragEnd={drag.end}
        onDragOver={(event) => {
          if (drag.question === null) return
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          drag.drop(place)
        }}
        className={cx(
          'group flex min-h-10 items-center gap-2 rounded-item px-2 py-1 -outline-offset-2 hover:bg-fill max-desk:flex-wrap',
          drag.question === item.question && 'opacity-40',
        )}
      >
        {isOver && <span aria-hidden="true" className="absolute inset-x-2 -top-px h-0.5 rounded-full bg-primary" />}
        <GripVertical size={14} className="shrink-0 cursor-grab text-ink-3 max-desk:hidden" />
        <span className="tabular-nums w-6 shrink-0 text-right text-ink-3">{number}</span>
        <button
          type="button"
          tabIndex={-1}
          onClick={() => setPeeks(true)}
          className={cx(
            'min-w-0 flex-1 truncate text-left max-desk:line-clamp-2 max-desk:whitespace-normal',
            !brief && 'text-danger',
          )}
        >
          {text}
        </button>
        {twins.length > 0 && <TwinMenu number={number} twins={twins} />}
        {brief && (
          <span className="tabular-nums hidden shrink-0 text-12 text-ink-3 2xl:inline">
            {difficultyNames[brief.difficulty - 1]} {brief.expected.toFixed(2)}
          </span>
        )}
        <NumberInput
          label={`第 ${number} 题的分值`}
          value={pointsOn(item, briefs)}
          min={0.01}
          max={1000}
          step={0.01}
          onChange={(points) => points !== null && edit((now) => setPoints(now, place, points))}
          className="w-13 shrink-0 bg-fill text-center group-hover:bg-card"
        />
        <MoveMenu number={number} place={place} onStep={onStep} onRemove={onRemove} question={item.question} />
        <button
          type="button"
          aria-label={`移出第 ${number} 题`}
          onClick={() => onRemove(place)}
          className="grid size-6 shrink-0 place-items-center rounded-full text-ink-3 hover:bg-track max-desk:hidden"
        >
          <X size={15} />
        </button>
      </div>
      {peeks && <QuestionPeek id={item.question} onClose={() => setPeeks(false)} />}
    </li>
  )
}

function focusNeighbour(row: HTMLElement, by: -1 | 1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-paper-question]')]
  rows[rows.indexOf(row) + by]?.focus()
}

/** Menu of the questions with almost the same text; a click scrolls to the question. */
function TwinMenu({ number, twins }: { number: number; twins: readonly string[] }) {
  const { view } = useOpenDraft()
  const named = twins.flatMap((question) => {
    const place = placeOf(view.body, question)
    return place ? [{ question, number: questionNumberAt(view.body, place) }] : []
  })
  if (named.length === 0) return null
  const text = `与第 ${named.map((one) => one.number).join('、')} 题近似`
  return (
    <PopMenu
      heading="文字几乎一样的题"
      trigger={
        <button
          type="button"
          aria-label={`第 ${number} 题${text}`}
          className="shrink-0 rounded-tag max-desk:order-last max-desk:ml-8"
        >
          <StateTag tone="amber">{text}</StateTag>
        </button>
      }
      items={named.map((one) => ({
        label: `看第 ${one.number} 题`,
        onSelect: () => setTimeout(() => scrollToPaperQuestion(one.question)),
      }))}
    />
  )
}

interface MoveMenuProps {
  number: number
  place: QuestionPosition
  question: string
  onStep(from: QuestionPosition, by: -1 | 1): void
  onRemove(from: QuestionPosition): void
}

function MoveMenu({ number, place, question, onStep, onRemove }: MoveMenuProps) {
  const { view, edit } = useOpenDraft()
  const { sections } = view.body
  const toSection = (section: number) =>
    edit((now) => {
      const from = placeOf(now, question)
      return from ? moveQuestion(now, from, { section, index: now.sections[section]?.questions.length ?? 0 }) : now
    })
  return (
    <PopMenu
      trigger={
        <button
          type="button"
          aria-label={`移动第 ${number} 题`}
          className="tap grid size-6 shrink-0 place-items-center rounded-full text-ink-3 hover:bg-track"
        >
          <Ellipsis size={15} />
        </button>
      }
      items={[
        { label: '上移', onSelect: () => onStep(place, -1) },
        { label: '下移', onSelect: () => onStep(place, 1) },
        ...sections.map(
          ({ title }, at) =>
            at !== place.section && { label: `移到“${title || `第 ${at + 1} 大题`}”`, onSelect: () => toSection(at) },
        ),
        { label: '移出试卷', danger: true, onSelect: () => onRemove(place) },
      ]}
    />
  )
}
