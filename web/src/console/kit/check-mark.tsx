import Check from 'lucide-react/icons/check'
import Minus from 'lucide-react/icons/minus'

interface CheckMarkProps {
  label: string
  checked: boolean
  /** Some, but not all, of the rows are selected. */
  some?: boolean
  onChange(): void
}

/** Square check box without a visible label, for rows. */
export function CheckMark({ label, checked, some = false, onChange }: CheckMarkProps) {
  return (
    <span className="tap relative grid size-4 place-items-center">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        ref={(input) => {
          if (input) input.indeterminate = some && !checked
        }}
        onChange={onChange}
        onClick={(event) => event.stopPropagation()}
        // The clickable area is larger than the visible square.
        className="peer absolute -inset-1.5 z-10 cursor-pointer appearance-none rounded-[8px]"
      />
      <span
        aria-hidden="true"
        className="pointer-events-none grid size-4 place-items-center rounded-[5px] border-[1.5px] border-control text-on-primary peer-checked:border-primary peer-checked:bg-primary peer-indeterminate:border-primary peer-indeterminate:bg-primary"
      >
        {checked ? <Check size={12} strokeWidth={3} /> : some ? <Minus size={12} strokeWidth={3} /> : null}
      </span>
    </span>
  )
}
