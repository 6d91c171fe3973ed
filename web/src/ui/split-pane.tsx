import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { readStored, writeStored } from '../state/local-storage'
import { cx } from './cx'

export interface SplitPaneProps {
  /** Name under which the position of the divider is stored. */
  name: string
  /** Accessible name of the divider. */
  label: string
  start: ReactNode
  end: ReactNode
  /** Share of the first pane in percent, until the user moves the divider. */
  initial?: number
  /** Whether one pane is above the other, within the height of the parent; otherwise they are side by side. */
  rows?: boolean
  className?: string
}

/** Smallest share of a pane in percent. */
const least = 25
const step = 5

/** Clamps a share to the bounds; a value that is not a number becomes the default. */
export function boundedShare(share: number, otherwise: number): number {
  return Number.isFinite(share) ? Math.round(Math.min(100 - least, Math.max(least, share))) : otherwise
}

const layouts = {
  columns: {
    box: 'desk:grid desk:grid-cols-[minmax(0,var(--split))_1rem_minmax(0,1fr)]',
    divider: 'cursor-col-resize',
    grip: 'h-16 w-1',
    end: 'max-desk:mt-4',
  },
  rows: {
    box: 'desk:grid desk:h-full desk:grid-rows-[minmax(0,var(--split))_0.75rem_minmax(0,1fr)]',
    divider: 'cursor-row-resize',
    grip: 'h-1 w-16',
    end: 'min-h-0',
  },
}

/**
 * Two panes on desktops, side by side or one above the other, with a divider that is moved by mouse, touch or arrow
 * keys; stacked on phones.
 */
export function SplitPane({ name, label, start, end, initial = 50, rows = false, className }: SplitPaneProps) {
  const layout = layouts[rows ? 'rows' : 'columns']
  const key = `dxx-split:${name}`
  const box = useRef<HTMLDivElement>(null)
  const [share, setShare] = useState(() => boundedShare(Number.parseFloat(readStored(key) ?? ''), initial))

  function move(next: number): void {
    const bounded = boundedShare(next, initial)
    setShare(bounded)
    writeStored(key, String(bounded))
  }

  function drag(event: PointerEvent): void {
    const around = box.current?.getBoundingClientRect()
    if (!around || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    const next = rows ? (event.clientY - around.top) / around.height : (event.clientX - around.left) / around.width
    move(next * 100)
  }

  function press(event: KeyboardEvent): void {
    const [less, more] = rows ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight']
    const to = { [less!]: share - step, [more!]: share + step, Home: least, End: 100 - least }[event.key]
    if (to === undefined) return
    event.preventDefault()
    event.stopPropagation()
    move(to)
  }

  return (
    <div ref={box} style={{ '--split': `${share}%` } as CSSProperties} className={cx(layout.box, className)}>
      <div className="min-h-0 min-w-0">{start}</div>
      {/* biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved */}
      <div
        role="separator"
        aria-orientation={rows ? 'horizontal' : 'vertical'}
        aria-label={label}
        aria-valuenow={share}
        aria-valuemin={least}
        aria-valuemax={100 - least}
        tabIndex={0}
        title={rows ? '拖动调整高度' : '拖动调整宽度'}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onKeyDown={press}
        className={cx('group hidden touch-none place-items-center rounded-item desk:grid', layout.divider)}
      >
        <span
          className={cx(
            layout.grip,
            'rounded-full bg-track transition-colors group-hover:bg-primary group-focus-visible:bg-primary',
          )}
        />
      </div>
      <div className={cx('min-w-0', layout.end)}>{end}</div>
    </div>
  )
}
