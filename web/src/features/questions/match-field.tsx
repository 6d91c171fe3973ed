import Check from 'lucide-react/icons/check'
import GripVertical from 'lucide-react/icons/grip-vertical'
import X from 'lucide-react/icons/x'
import { type PointerEvent, useRef, useState } from 'react'
import { cx } from '../../ui/cx'
import { IconButton } from '../../ui/icon-button'
import { OptionText } from './choice-field'
import { letterOf } from './words'

interface Item {
  id: string
  html: string
}

export interface Pair {
  left: string
  right: string
}

export interface MatchFieldProps {
  labelledBy: string
  lefts: readonly Item[]
  rights: readonly Item[]
  pairs: readonly Pair[]
  right?: readonly Pair[]
  readOnly: boolean
  onPair(pairs: Pair[]): void
}

/** How far a finger may move before a tap is a drag. */
const slack = 8

/** A left side is tapped and then what belongs to it; or what belongs to it is dragged there. Each may be used twice. */
export function MatchField({ labelledBy, lefts, rights, pairs, right, readOnly, onPair }: MatchFieldProps) {
  const rows = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<string | null>(null)
  const [drag, setDrag] = useState<{ id: string; x: number; y: number; from: [number, number] } | null>(null)
  const [over, setOver] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  /** The click that ends a drag by mouse is none; by touch there is no such click. */
  const dragged = useRef(false)

  const rightOf = (left: string, from = pairs) => from.find((pair) => pair.left === left)?.right
  const indexOf = (id: string) => rights.findIndex((item) => item.id === id)
  const target = active ?? lefts.find(({ id }) => !rightOf(id))?.id ?? null

  function pair(left: string, to: string | null): void {
    const others = pairs.filter((one) => one.left !== left)
    const next = to ? [...others, { left, right: to }] : others
    onPair(lefts.flatMap(({ id }) => next.find((one) => one.left === id) ?? []))
    const number = lefts.findIndex(({ id }) => id === left) + 1
    setSaid(to ? `第 ${number} 项配上了 ${letterOf(indexOf(to))}` : `第 ${number} 项已取消`)
    setActive(null)
  }

  function leftAt(event: PointerEvent): string | null {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-left]')
    return found && rows.current?.contains(found) ? (found.dataset.left ?? null) : null
  }

  function dragEnd(event: PointerEvent): void {
    if (!drag) return
    const far = Math.hypot(event.clientX - drag.from[0], event.clientY - drag.from[1]) > slack
    const left = far && event.type === 'pointerup' ? leftAt(event) : null
    dragged.current = far && event.pointerType === 'mouse'
    setDrag(null)
    setOver(null)
    if (left) pair(left, drag.id)
  }

  return (
    <fieldset aria-labelledby={labelledBy} className="min-w-0 space-y-4">
      <div ref={rows} className="space-y-2.5">
        {lefts.map((left, index) => {
          const chosen = rightOf(left.id)
          const chosenIndex = chosen === undefined ? -1 : indexOf(chosen)
          const good = right && rightOf(left.id, right) === chosen
          return (
            <div
              key={left.id}
              data-left={left.id}
              className={cx(
                'flex flex-col rounded-card bg-card desk:flex-row desk:items-stretch',
                right && 'inset-ring-2',
                right && (good ? 'inset-ring-success' : 'inset-ring-danger'),
                !right && (over === left.id ? 'inset-ring-2 inset-ring-primary' : 'inset-ring inset-ring-line'),
              )}
            >
              <div className="flex min-w-0 gap-3 px-3.5 py-2.5 desk:flex-1">
                <span className="tabular-nums w-6 shrink-0 text-13 leading-6 font-semibold text-ink-2">
                  {index + 1}
                </span>
                <div className="min-w-0 flex-1">
                  <OptionText html={left.html} />
                </div>
              </div>
              <div className="flex items-stretch desk:flex-1">
                <button
                  type="button"
                  aria-pressed={!readOnly && target === left.id}
                  aria-disabled={readOnly || undefined}
                  aria-label={`第 ${index + 1} 项：${chosen ? `已配 ${letterOf(chosenIndex)}` : '还没有配'}${
                    right ? (good ? '，正确' : '，错误') : ''
                  }`}
                  onClick={() => readOnly || setActive(left.id)}
                  className={cx(
                    'm-1.5 flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-cover px-3 py-1.5 text-left',
                    chosen ? 'bg-primary-soft' : 'bg-fill text-ink-3',
                    !readOnly && target === left.id && 'outline-2 -outline-offset-2 outline-primary outline-dashed',
                  )}
                >
                  {chosen ? (
                    <>
                      <Letter index={chosenIndex} on />
                      <OptionText html={rights[chosenIndex]?.html ?? ''} />
                    </>
                  ) : (
                    <span className="text-13">{readOnly ? '没有配' : '从下面选一项'}</span>
                  )}
                </button>
                {right && <Verdict good={good === true} />}
                {chosen && !readOnly && (
                  <IconButton
                    label={`取消第 ${index + 1} 项`}
                    onClick={() => pair(left.id, null)}
                    className="self-center text-ink-3"
                  >
                    <X aria-hidden="true" size={18} />
                  </IconButton>
                )}
              </div>
            </div>
          )
        })}
      </div>
      <div className="grid gap-2 desk:grid-cols-2">
        {rights.map((item, index) => (
          <button
            key={item.id}
            type="button"
            aria-disabled={readOnly || undefined}
            onClick={() => !readOnly && !dragged.current && target && pair(target, item.id)}
            onKeyDown={() => {
              dragged.current = false
            }}
            onPointerDown={(event) => {
              if (readOnly || !event.isPrimary || event.button !== 0) return
              dragged.current = false
              setDrag({ id: item.id, x: 0, y: 0, from: [event.clientX, event.clientY] })
              event.currentTarget.setPointerCapture?.(event.pointerId)
            }}
            onPointerMove={(event) => {
              if (drag?.id !== item.id) return
              setDrag({ ...drag, x: event.clientX - drag.from[0], y: event.clientY - drag.from[1] })
              setOver(leftAt(event))
            }}
            onPointerUp={dragEnd}
            onPointerCancel={dragEnd}
            style={
              drag?.id === item.id && Math.hypot(drag.x, drag.y) > slack
                ? { transform: `translate(${drag.x}px, ${drag.y}px)`, pointerEvents: 'none', zIndex: 10 }
                : undefined
            }
            className={cx(
              'relative flex min-h-12 items-center gap-2.5 rounded-card bg-card px-3 py-2 text-left inset-ring inset-ring-edge',
              drag?.id === item.id && 'shadow-float',
            )}
          >
            <Letter index={index} on={pairs.some((one) => one.right === item.id)} />
            <span className="sr-only">选项 {letterOf(index)}：</span>
            <span className="min-w-0 flex-1">
              <OptionText html={item.html} />
            </span>
            {/* A finger that starts here drags; elsewhere it scrolls. */}
            {!readOnly && (
              <span className="-my-2 -mr-3 grid min-h-12 w-11 shrink-0 cursor-grab touch-none place-items-center text-ink-3">
                <GripVertical aria-hidden="true" size={20} />
              </span>
            )}
          </button>
        ))}
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
    </fieldset>
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
      {letterOf(index)}
    </span>
  )
}

/** Its button says it in words. */
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
