import type { LiveStudent } from '@dxx/contract/calls/staff/exam-control'
import { type KeyboardEvent, memo, useRef } from 'react'
import { cx } from '../../../../ui/cx'
import { kindStyles } from './kind-style'
import { type LiveKind, liveKindNames, liveKindOf } from './live-state'

interface GridProps {
  students: LiveStudent[]
  questions: number
  openId: string | undefined
  selected: ReadonlySet<string>
  onOpen(student: string): void
  onSelect(student: string): void
  /** Called with true while the pointer or the focus is in the grid, when cells must not move. */
  onHold(held: boolean): void
}

/** One cell per student, by class and student number. Arrow keys move the focus, X selects. */
export const StudentGrid = memo(function StudentGrid(props: GridProps) {
  const { students, questions, openId, selected, onOpen, onSelect, onHold } = props
  const grid = useRef<HTMLUListElement>(null)
  const focusable = students.some(({ student }) => student === openId) ? openId : students[0]?.student

  const move = (event: KeyboardEvent) => {
    const cells = [...(grid.current?.querySelectorAll<HTMLElement>('[data-student]') ?? [])]
    const at = cells.indexOf(document.activeElement as HTMLElement)
    if (at < 0) return
    // The first cell with another top begins the second row; its index is the number of columns.
    const top = cells[0]!.offsetTop
    const columns = cells.findIndex(({ offsetTop }) => offsetTop > top)
    const row = columns < 0 ? cells.length : columns
    const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: row, ArrowUp: -row }[event.key]
    if (event.key === 'x' || event.key === 'X') {
      onSelect(cells[at]!.dataset.student!)
    } else if (by === undefined) return
    else cells[Math.min(cells.length - 1, Math.max(0, at + by))]?.focus()
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <ul
      ref={grid}
      aria-label="学生"
      onKeyDown={move}
      onPointerEnter={() => onHold(true)}
      onPointerLeave={() => onHold(false)}
      onFocus={() => onHold(true)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onHold(false)
      }}
      className="grid grid-cols-[repeat(auto-fill,minmax(76px,1fr))] gap-1.5 max-desk:grid-cols-[repeat(auto-fill,minmax(92px,1fr))]"
    >
      {students.map((one) => (
        <Cell
          key={one.student}
          student={one.student}
          name={one.name}
          kind={liveKindOf(one)}
          answered={one.answered}
          questions={questions}
          isOpen={one.student === openId}
          isFocusable={one.student === focusable}
          isSelected={selected.has(one.student)}
          onOpen={onOpen}
        />
      ))}
    </ul>
  )
})

interface CellProps {
  student: string
  name: string
  kind: LiveKind
  answered: number
  questions: number
  isOpen: boolean
  isFocusable: boolean
  isSelected: boolean
  onOpen(student: string): void
}

/** Memoised: an exam of 500 students refreshes every two seconds, and only changed cells must render again. */
const Cell = memo(function Cell(props: CellProps) {
  const { student, name, kind, answered, questions, isOpen, isFocusable, isSelected, onOpen } = props
  const { icon: Icon, cell, text, bar } = kindStyles[kind]
  const share = questions === 0 ? 0 : Math.min(1, answered / questions)
  return (
    <li className="[contain-intrinsic-size:76px_44px] [content-visibility:auto]">
      <button
        type="button"
        data-student={student}
        tabIndex={isFocusable ? 0 : -1}
        aria-pressed={isOpen}
        onClick={() => onOpen(student)}
        className={cx(
          'relative flex h-11 w-full flex-col justify-center gap-1 rounded-item px-1.75 text-left inset-ring -outline-offset-2',
          cell,
          isOpen || isSelected ? 'inset-ring-2 inset-ring-primary' : 'inset-ring-line',
        )}
      >
        <span className="flex items-center gap-1">
          <span
            className={cx(
              'min-w-0 flex-1 truncate text-12',
              kind === 'waiting' || kind === 'absent' ? 'text-ink-3' : '',
            )}
          >
            {name}
          </span>
          <Icon size={12} className={cx('shrink-0', text)} />
        </span>
        <span className="sr-only">{liveKindNames[kind]}，已答</span>
        <span className="flex items-center gap-1.5">
          <span className="h-1 flex-1 overflow-hidden rounded-full bg-track">
            <span style={{ width: `${share * 100}%` }} className={cx('block h-full rounded-full', bar)} />
          </span>
          <span className="text-11 leading-none tabular-nums text-ink-2">{answered}</span>
        </span>
        <span className="sr-only">
          / {questions}
          {isSelected && '，已选中'}
        </span>
      </button>
    </li>
  )
})
