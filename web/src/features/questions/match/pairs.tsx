import Check from 'lucide-react/icons/check'
import GripVertical from 'lucide-react/icons/grip-vertical'
import X from 'lucide-react/icons/x'
import { type PointerEvent, type RefObject, useRef, useState } from 'react'
import { cx } from '../../../ui/cx'
import { IconButton } from '../../../ui/icon-button'
import { optionLetter } from '../labels'
import { OptionText } from '../option-text'

interface Item {
  id: string
  html: string
}

interface Pair {
  left: string
  right: string
}

export interface MatchPairsProps {
  labelledBy: string
  lefts: readonly Item[]
  rights: readonly Item[]
  pairs: readonly Pair[]
  right?: readonly Pair[]
  readOnly: boolean
  onPair(pairs: Pair[]): void
}

/** Pixels a pointer may move before a tap becomes a drag. */
const slack = 8

const rightOf = (left: string, pairs: readonly Pair[]) => pairs.find((pair) => pair.left === left)?.right

/** 匹配题: tap a left item, then its right item, or drag the right item onto it. Right items can be reused. */
export function MatchPairs({ labelledBy, lefts, rights, pairs, right, readOnly, onPair }: MatchPairsProps) {
  const rows = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<string | null>(null)
  const [status, setStatus] = useState('')
  const target = active ?? lefts.find(({ id }) => !rightOf(id, pairs))?.id ?? null
  const indexOf = (id: string | undefined) => rights.findIndex((item) => item.id === id)

  function pair(left: string, to: string | null): void {
    const others = pairs.filter((one) => one.left !== left)
    const next = to ? [...others, { left, right: to }] : others
    onPair(lefts.flatMap(({ id }) => next.find((one) => one.left === id) ?? []))
    const number = lefts.findIndex(({ id }) => id === left) + 1
    setStatus(to ? `第 ${number} 项配上了 ${optionLetter(indexOf(to))}` : `第 ${number} 项已取消`)
    setActive(null)
  }

  const dragging = useDragging(rows, pair)
  return (
    <fieldset aria-labelledby={labelledBy} className="min-w-0 space-y-4">
      <div ref={rows} className="space-y-2.5">
        {lefts.map((left, index) => {
          const chosen = rightOf(left.id, pairs)
          return (
            <LeftItem
              key={left.id}
              item={left}
              index={index}
              chosenHtml={chosen && (rights[indexOf(chosen)]?.html ?? '')}
              chosenIndex={indexOf(chosen)}
              isRight={right && rightOf(left.id, right) === chosen}
              isTarget={!readOnly && target === left.id}
              isUnderDrag={dragging.over === left.id}
              readOnly={readOnly}
              onChoose={() => setActive(left.id)}
              onClear={() => pair(left.id, null)}
            />
          )
        })}
      </div>
      <div className="grid gap-2 desk:grid-cols-2">
        {rights.map((item, index) => (
          <RightItem
            key={item.id}
            item={item}
            index={index}
            isUsed={pairs.some((one) => one.right === item.id)}
            readOnly={readOnly}
            dragging={dragging}
            onChoose={() => target && pair(target, item.id)}
          />
        ))}
      </div>
      <p role="status" className="sr-only">
        {status}
      </p>
    </fieldset>
  )
}

type Dragging = ReturnType<typeof useDragging>

/** Drags a right item onto a left item among the rows. */
function useDragging(rows: RefObject<HTMLDivElement | null>, onDrop: (left: string, right: string) => void) {
  const [drag, setDrag] = useState<{ id: string; x: number; y: number; from: [number, number] } | null>(null)
  const [over, setOver] = useState<string | null>(null)
  /** Set after a mouse drag, to ignore the click that ends it; touch has no such click. */
  const dragged = useRef(false)

  function leftAt(event: PointerEvent): string | null {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-left]')
    return found && rows.current?.contains(found) ? (found.dataset.left ?? null) : null
  }

  function end(event: PointerEvent): void {
    if (!drag) return
    const far = Math.hypot(event.clientX - drag.from[0], event.clientY - drag.from[1]) > slack
    const left = far && event.type === 'pointerup' ? leftAt(event) : null
    dragged.current = far && event.pointerType === 'mouse'
    setDrag(null)
    setOver(null)
    if (left) onDrop(left, drag.id)
  }

  return {
    drag,
    over,
    dragged,
    start(id: string, event: PointerEvent): void {
      if (!event.isPrimary || event.button !== 0) return
      dragged.current = false
      setDrag({ id, x: 0, y: 0, from: [event.clientX, event.clientY] })
      event.currentTarget.setPointerCapture?.(event.pointerId)
    },
    move(id: string, event: PointerEvent): void {
      if (drag?.id !== id) return
      setDrag({ ...drag, x: event.clientX - drag.from[0], y: event.clientY - drag.from[1] })
      setOver(leftAt(event))
    },
    end,
  }
}

interface LeftItemProps {
  item: Item
  index: number
  chosenHtml: string | undefined
  chosenIndex: number
  /** Undefined until the results are shown. */
  isRight: boolean | undefined
  isTarget: boolean
  isUnderDrag: boolean
  readOnly: boolean
  onChoose(): void
  onClear(): void
}

function LeftItem(props: LeftItemProps) {
  const { item, index, chosenHtml, chosenIndex, isRight, isTarget, isUnderDrag, readOnly, onChoose, onClear } = props
  const hasResult = isRight !== undefined
  const isChosen = chosenHtml !== undefined
  return (
    <div
      data-left={item.id}
      className={cx(
        'flex flex-col rounded-card bg-card desk:flex-row desk:items-stretch',
        hasResult && 'inset-ring-2',
        hasResult && (isRight ? 'inset-ring-success' : 'inset-ring-danger'),
        !hasResult && (isUnderDrag ? 'inset-ring-2 inset-ring-primary' : 'inset-ring inset-ring-line'),
      )}
    >
      <div className="flex min-w-0 gap-3 px-3.5 py-2.5 desk:flex-1">
        <span className="tabular-nums w-6 shrink-0 text-13 leading-6 font-semibold text-ink-2">{index + 1}</span>
        <div className="min-w-0 flex-1">
          <OptionText html={item.html} />
        </div>
      </div>
      <div className="flex items-stretch desk:flex-1">
        <button
          type="button"
          aria-pressed={isTarget}
          aria-disabled={readOnly || undefined}
          aria-label={`第 ${index + 1} 项：${isChosen ? `已配 ${optionLetter(chosenIndex)}` : '还没有配'}${
            hasResult ? (isRight ? '，正确' : '，错误') : ''
          }`}
          onClick={() => readOnly || onChoose()}
          className={cx(
            'm-1.5 flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-cover px-3 py-1.5 text-left',
            isChosen ? 'bg-primary-soft' : 'bg-fill text-ink-3',
            isTarget && 'outline-2 -outline-offset-2 outline-primary outline-dashed',
          )}
        >
          {isChosen ? (
            <>
              <Letter index={chosenIndex} on />
              <OptionText html={chosenHtml} />
            </>
          ) : (
            <span className="text-13">{readOnly ? '没有配' : '从下面选一项'}</span>
          )}
        </button>
        {hasResult && <Verdict good={isRight} />}
        {isChosen && !readOnly && (
          <IconButton label={`取消第 ${index + 1} 项`} onClick={onClear} className="self-center text-ink-3">
            <X aria-hidden="true" size={18} />
          </IconButton>
        )}
      </div>
    </div>
  )
}

interface RightItemProps {
  item: Item
  index: number
  isUsed: boolean
  readOnly: boolean
  dragging: Dragging
  onChoose(): void
}

function RightItem({ item, index, isUsed, readOnly, dragging, onChoose }: RightItemProps) {
  const drag = dragging.drag?.id === item.id ? dragging.drag : null
  return (
    <button
      type="button"
      aria-disabled={readOnly || undefined}
      onClick={() => !readOnly && !dragging.dragged.current && onChoose()}
      onKeyDown={() => {
        dragging.dragged.current = false
      }}
      onPointerDown={(event) => readOnly || dragging.start(item.id, event)}
      onPointerMove={(event) => dragging.move(item.id, event)}
      onPointerUp={dragging.end}
      onPointerCancel={dragging.end}
      style={
        drag && Math.hypot(drag.x, drag.y) > slack
          ? { transform: `translate(${drag.x}px, ${drag.y}px)`, pointerEvents: 'none', zIndex: 10 }
          : undefined
      }
      className={cx(
        'relative flex min-h-12 items-center gap-2.5 rounded-card bg-card px-3 py-2 text-left inset-ring inset-ring-edge',
        drag && 'shadow-float',
      )}
    >
      <Letter index={index} on={isUsed} />
      <span className="sr-only">选项 {optionLetter(index)}：</span>
      <span className="min-w-0 flex-1">
        <OptionText html={item.html} />
      </span>
      {/* A touch that starts here drags; elsewhere it scrolls. */}
      {!readOnly && (
        <span className="-my-2 -mr-3 grid min-h-12 w-11 shrink-0 cursor-grab touch-none place-items-center text-ink-3">
          <GripVertical aria-hidden="true" size={20} />
        </span>
      )}
    </button>
  )
}

function Letter({ index, on }: { index: number; on: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid size-6.5 shrink-0 place-items-center rounded-item text-13 font-semibold',
        on ? 'bg-primary text-on-primary' : 'bg-fill text-ink-2',
      )}
    >
      {optionLetter(index)}
    </span>
  )
}

/** Verdict icon, hidden from screen readers: the label of the button beside it names the verdict. */
function Verdict({ good }: { good: boolean }) {
  const Icon = good ? Check : X
  return (
    <Icon
      aria-hidden="true"
      size={18}
      className={cx('mr-3 shrink-0 self-center', good ? 'text-success' : 'text-danger')}
    />
  )
}
