import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Check from 'lucide-react/icons/check'
import GripVertical from 'lucide-react/icons/grip-vertical'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { haptic } from '../../../platform/haptic'
import { Button } from '../../../ui/button'
import { cx } from '../../../ui/cx'
import { IconButton } from '../../../ui/icon-button'
import { OptionText } from '../option-text'

export interface OrderRowsProps {
  labelledBy: string
  items: readonly { id: string; html: string }[]
  /** Null until the student changes or confirms the shown sequence. */
  order: readonly string[] | null
  right?: readonly string[]
  readOnly: boolean
  onOrder(order: string[]): void
}

/**
 * Rows of a 排序题: the student drags them by a handle or moves them by arrow buttons; on the handle, arrow keys work.
 */
export function OrderRows({ labelledBy, items, order, right, readOnly, onOrder }: OrderRowsProps) {
  const list = useRef<HTMLOListElement>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const shown = order ?? items.map(({ id }) => id)
  const htmlOf = new Map(items.map(({ id, html }) => [id, html]))

  function move(id: string, to: number): void {
    const at = shown.indexOf(id)
    const target = Math.max(0, Math.min(shown.length - 1, to))
    if (at < 0 || at === target) return
    const next = shown.filter((one) => one !== id)
    next.splice(target, 0, id)
    onOrder(next)
    if (dragged) haptic()
    setAnnouncement(`移到第 ${target + 1} 位，共 ${shown.length} 位`)
  }

  function drag(event: PointerEvent): void {
    if (!dragged || !list.current) return
    const rows = [...list.current.children].map((row) => row.getBoundingClientRect())
    const at = shown.indexOf(dragged)
    const middle = (row: DOMRect) => row.top + row.height / 2
    let to = at
    while (to > 0 && event.clientY < middle(rows[to - 1]!)) to--
    while (to < rows.length - 1 && event.clientY > middle(rows[to + 1]!)) to++
    move(dragged, to)
  }

  function key(event: KeyboardEvent, id: string): void {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!step) return
    event.preventDefault()
    event.stopPropagation()
    move(id, shown.indexOf(id) + step)
  }

  return (
    <fieldset aria-labelledby={labelledBy} className="min-w-0">
      <ol ref={list} className="space-y-2">
        {shown.map((id, index) => (
          <li
            key={id}
            className={cx(
              'flex min-h-13 items-center gap-1 rounded-card pl-3.5 transition-shadow',
              dragged === id ? 'bg-primary-soft shadow-float inset-ring-2 inset-ring-primary' : 'bg-card inset-ring',
              dragged !== id && (right ? rowLooks[rowVerdict(right, shown, index)] : 'inset-ring-line'),
              readOnly && 'pr-3.5',
            )}
          >
            <span className="tabular-nums w-6 shrink-0 text-13 font-semibold text-ink-2">{index + 1}</span>
            <span className="min-w-0 flex-1 py-2.5">
              <OptionText html={htmlOf.get(id) ?? ''} />
            </span>
            {right && <RowVerdict verdict={rowVerdict(right, shown, index)} />}
            {!readOnly && (
              <>
                <MoveButtons at={index} last={shown.length - 1} onMove={(to) => move(id, to)} />
                <button
                  type="button"
                  aria-label={`拖动第 ${index + 1} 项，上下方向键也可以移动`}
                  onKeyDown={(event) => key(event, id)}
                  onPointerDown={(event) => {
                    if (!event.isPrimary) return
                    event.currentTarget.setPointerCapture?.(event.pointerId)
                    setDragged(id)
                  }}
                  onPointerMove={drag}
                  onPointerUp={() => setDragged(null)}
                  onPointerCancel={() => setDragged(null)}
                  onLostPointerCapture={() => setDragged(null)}
                  className="grid min-h-13 w-11 shrink-0 cursor-grab touch-none place-items-center rounded-card text-ink-3"
                >
                  <GripVertical aria-hidden="true" size={20} />
                </button>
              </>
            )}
          </li>
        ))}
      </ol>
      {!readOnly && order === null && (
        <Button kind="line" size="small" className="mt-3" onClick={() => onOrder([...shown])}>
          就是这个顺序
        </Button>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </fieldset>
  )
}

/**
 * Arrow buttons of a row. Not in the tab order, because arrow keys on the handle do the same: so Tab reaches 下一题
 * sooner.
 */
function MoveButtons({ at, last, onMove }: { at: number; last: number; onMove(to: number): void }) {
  return (
    <>
      <IconButton label={`第 ${at + 1} 项上移`} tabIndex={-1} disabled={at === 0} onClick={() => onMove(at - 1)}>
        <ArrowUp aria-hidden="true" size={18} />
      </IconButton>
      <IconButton
        label={`第 ${at + 1} 项下移`}
        tabIndex={-1}
        disabled={at === last}
        onClick={() => onMove(at + 1)}
        className="-ml-2"
      >
        <ArrowDown aria-hidden="true" size={18} />
      </IconButton>
    </>
  )
}

/** Verdict of a row: right if the row after it is its right successor, or if it belongs last and is last. */
function rowVerdict(right: readonly string[], shown: readonly string[], index: number): 'right' | 'wrong' {
  const next = right[right.indexOf(shown[index]!) + 1]
  return next === shown[index + 1] ? 'right' : 'wrong'
}

const rowLooks = { right: 'inset-ring-success', wrong: 'inset-ring-danger' }

function RowVerdict({ verdict }: { verdict: 'right' | 'wrong' }) {
  const Icon = verdict === 'right' ? Check : X
  return (
    <span className={verdict === 'right' ? 'text-success' : 'text-danger'}>
      <Icon aria-hidden="true" size={18} />
      <span className="sr-only">{verdict === 'right' ? '与下一项衔接正确' : '与下一项衔接错误'}</span>
    </span>
  )
}
