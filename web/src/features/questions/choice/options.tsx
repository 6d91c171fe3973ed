import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { cx } from '../../../ui/cx'
import { optionOfKey } from '../keys'
import { optionLetter } from '../labels'

interface ChoiceOption {
  id: string
  label: ReactNode
}

export interface ChoiceOptionsProps {
  /** Id of the question's label. */
  labelledBy: string
  options: readonly ChoiceOption[]
  chosen: readonly string[]
  many: boolean
  /** Ids of the right options, once they are released. */
  right?: readonly string[]
  readOnly: boolean
  /** Whether keyboard keys choose options regardless of the focus. */
  pageKeys: boolean
  onChoose(chosen: string[]): void
}

/** Radios or checkboxes styled as rows; keys 1-9 and A-I also choose. */
export function ChoiceOptions(props: ChoiceOptionsProps) {
  const { labelledBy, options, chosen, many, right, readOnly, pageKeys, onChoose } = props
  const name = useId()
  const group = useRef<HTMLFieldSetElement>(null)

  function toggle(id: string): void {
    if (readOnly) return
    if (!many) onChoose([id])
    // Sorted as shown, so that the order of tapping does not matter.
    else onChoose(options.map((option) => option.id).filter((one) => chosen.includes(one) !== (one === id)))
  }

  const press = useRef(toggle)
  press.current = toggle
  const ids = options.map((option) => option.id).join()
  useEffect(() => {
    if (readOnly) return
    const listen = (event: KeyboardEvent) => {
      const id = optionOfKey(event, ids.split(','))
      if (id === undefined) return
      event.preventDefault()
      press.current(id)
      group.current?.querySelectorAll('input')[ids.split(',').indexOf(id)]?.focus()
    }
    const target = pageKeys ? document : group.current
    target?.addEventListener('keydown', listen as EventListener)
    return () => target?.removeEventListener('keydown', listen as EventListener)
  }, [ids, readOnly, pageKeys])

  return (
    <fieldset
      ref={group}
      role={many ? undefined : 'radiogroup'}
      aria-labelledby={labelledBy}
      className="min-w-0 space-y-2.5"
    >
      {options.map((option, index) => (
        <OptionRow
          key={option.id}
          letter={optionLetter(index)}
          name={name}
          many={many}
          on={chosen.includes(option.id)}
          verdict={right && verdictOf(right.includes(option.id), chosen.includes(option.id))}
          readOnly={readOnly}
          onToggle={() => toggle(option.id)}
        >
          {option.label}
        </OptionRow>
      ))}
    </fieldset>
  )
}

type OptionVerdict = 'right' | 'missed' | 'wrong'

function verdictOf(isRight: boolean, isChosen: boolean): OptionVerdict | undefined {
  if (isRight) return isChosen ? 'right' : 'missed'
  return isChosen ? 'wrong' : undefined
}

const verdictText: Record<OptionVerdict, string> = { right: '选对了', missed: '正确答案', wrong: '选错了' }

interface OptionRowProps {
  letter: string
  name: string
  many: boolean
  on: boolean
  verdict: OptionVerdict | undefined
  readOnly: boolean
  onToggle(): void
  children: ReactNode
}

function OptionRow({ letter, name, many, on, verdict, readOnly, onToggle, children }: OptionRowProps) {
  const good = verdict === 'right' || verdict === 'missed'
  return (
    <label
      className={cx(
        'relative flex min-h-13 items-center gap-3 rounded-card px-3.5 py-2.5 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-focus',
        good && 'inset-ring-2 inset-ring-success',
        verdict === 'right' && 'bg-success-soft',
        verdict === 'missed' && 'bg-card',
        verdict === 'wrong' && 'bg-danger-soft inset-ring-2 inset-ring-danger',
        !verdict && (on ? 'bg-primary-soft inset-ring-2 inset-ring-primary' : 'bg-card inset-ring inset-ring-line'),
        readOnly && 'cursor-default',
      )}
    >
      <input
        type={many ? 'checkbox' : 'radio'}
        name={name}
        checked={on}
        aria-disabled={readOnly || undefined}
        onChange={onToggle}
        className={cx('absolute inset-0 opacity-0', readOnly ? 'cursor-default' : 'cursor-pointer')}
      />
      <span
        aria-hidden="true"
        className={cx(
          'grid size-7 shrink-0 place-items-center text-13 font-semibold',
          many ? 'rounded-item' : 'rounded-full',
          good && 'bg-success-soft text-success inset-ring inset-ring-success',
          verdict === 'wrong' && 'bg-danger text-on-danger',
          !verdict && (on ? 'bg-primary text-on-primary' : 'bg-fill text-ink-2'),
        )}
      >
        {letter}
      </span>
      <span className="sr-only">选项 {letter}：</span>
      <span className="min-w-0 flex-1">{children}</span>
      {verdict && (
        <span className={cx('flex shrink-0 items-center gap-1 text-12', good ? 'text-success' : 'text-danger')}>
          {verdict === 'right' && <Check aria-hidden="true" size={14} />}
          {verdict === 'wrong' && <X aria-hidden="true" size={14} />}
          {verdictText[verdict]}
        </span>
      )}
    </label>
  )
}
