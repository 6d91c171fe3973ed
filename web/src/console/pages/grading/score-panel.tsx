import Check from 'lucide-react/icons/check'
import Minus from 'lucide-react/icons/minus'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import { type ReactNode, useEffect, useState } from 'react'
import { OptionText } from '../../../features/questions/option-text'
import { cx } from '../../../ui/cx'
import { parseScore } from './score-entry'

interface RubricProps {
  rubric: { score: number; html: string }[]
  met: number[]
  onToggle(point: number): void
  /** Opens the grading setup; absent without the permission. */
  onEdit?(): void
}

const signed = (score: number) => (score < 0 ? `−${-score}` : `+${score}`)

/** Rubric points as toggle buttons, with their keyboard shortcuts. */
export function RubricList({ rubric, met, onToggle, onEdit }: RubricProps) {
  return (
    <section aria-label="评分点">
      <div className="mb-2 flex items-center justify-between">
        <h2 className="text-15 font-semibold">评分点</h2>
        {onEdit && (
          <button type="button" onClick={onEdit} className="tap flex items-center gap-1 text-primary">
            <Pencil size={13} />
            编辑
          </button>
        )}
      </div>
      {rubric.length === 0 && <p className="text-ink-3">没有评分点：直接按数字给分，按 . 加半分，退格重来</p>}
      <ul className="flex flex-col gap-1.5">
        {rubric.map(({ score, html }, point) => {
          const isMet = met.includes(point)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: rubric points are identified by their index
            <li key={point}>
              <button
                type="button"
                aria-pressed={isMet}
                aria-keyshortcuts={point < 9 ? String(point + 1) : undefined}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onToggle(point)}
                className={cx(
                  'flex min-h-10 w-full items-center gap-2.5 rounded-cover px-2.5 py-1.5 text-left inset-ring max-desk:min-h-11.5',
                  isMet
                    ? 'bg-primary-soft inset-ring-primary inset-ring-[1.5px]'
                    : 'bg-fill inset-ring-transparent hover:bg-track',
                )}
              >
                <span
                  aria-hidden="true"
                  className={cx(
                    'grid size-5 shrink-0 place-items-center rounded-[5px] text-11',
                    isMet ? 'bg-primary text-on-primary' : 'bg-card text-ink-2',
                  )}
                >
                  {point < 9 ? point + 1 : '·'}
                </span>
                <span className="min-w-0 flex-1 text-13 [&_.question-option]:text-13">
                  <OptionText html={html} />
                </span>
                {isMet && <Check size={15} className="shrink-0 text-primary" />}
                <span
                  className={cx(
                    'shrink-0 tabular-nums font-semibold',
                    score < 0 ? 'text-danger' : isMet ? 'text-primary' : 'text-ink-2',
                  )}
                >
                  {signed(score)}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

interface ScoreBoxProps {
  score: number | null
  max: number
  /** Whether the score is the sum of the rubric points. */
  isSum: boolean
  onChange(score: number | null): void
  onStep(by: 0.5 | -0.5): void
  onEnter(): void
}

/** Score field: typed, or changed in steps of a half. */
export function ScoreBox({ score, max, isSum, onChange, onStep, onEnter }: ScoreBoxProps) {
  const [text, setText] = useState('')
  const [isTyping, setTyping] = useState(false)
  useEffect(() => setText(score === null ? '' : String(score)), [score])
  const isWrong = isTyping && text !== '' && parseScore(text, max) === null
  return (
    <div className="flex items-center gap-3">
      <p className="min-w-0 flex-1 text-12 text-ink-3">
        <span className="block text-ink-2">得分</span>
        {isWrong ? (
          <span className="text-danger">要在 0 到 {max} 之间</span>
        ) : isSum ? (
          '勾选合计，可直接改'
        ) : (
          '可以有半分'
        )}
      </p>
      <RoundButton label="减半分" onClick={() => onStep(-0.5)}>
        <Minus size={16} />
      </RoundButton>
      <span
        className={cx(
          'flex h-12 items-baseline justify-center gap-1.5 rounded-cover px-3 inset-ring-2 has-focus-visible:outline-2 has-focus-visible:outline-focus',
          isWrong ? 'inset-ring-danger' : 'inset-ring-primary',
        )}
      >
        <input
          aria-label="得分"
          inputMode="decimal"
          autoComplete="off"
          value={text}
          placeholder="–"
          onFocus={(event) => {
            setTyping(true)
            event.target.select()
          }}
          onBlur={() => {
            setTyping(false)
            setText(score === null ? '' : String(score))
          }}
          onChange={(event) => {
            setText(event.target.value)
            const typed = parseScore(event.target.value, max)
            if (typed !== null) onChange(typed)
            else if (event.target.value === '') onChange(null)
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            if (event.key === 'Enter' && !isWrong) {
              event.preventDefault()
              onEnter()
            }
            if (event.key === 'Escape') event.currentTarget.blur()
          }}
          className="w-14 self-center bg-transparent text-right text-23 font-semibold tabular-nums outline-none"
        />
        <span className="self-center text-12 whitespace-nowrap text-ink-2">/ {max}</span>
      </span>
      <RoundButton label="加半分" onClick={() => onStep(0.5)}>
        <Plus size={16} />
      </RoundButton>
    </div>
  )
}

function RoundButton({ label, onClick, children }: { label: string; onClick(): void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
      className="grid size-8 shrink-0 place-items-center rounded-full bg-fill text-ink-2 hover:bg-track max-desk:size-11"
    >
      {children}
    </button>
  )
}
