export interface SwitchProps {
  /** Accessible name; the visible text is beside the switch. */
  label: string
  checked: boolean
  onChange(checked: boolean): void
  disabled?: boolean
}

export function Switch({ label, checked, onChange, disabled }: SwitchProps) {
  return (
    // A label, so that taps beside the switch, within 44 px, also toggle it.
    <label className="tap relative inline-block h-7 w-12 shrink-0 align-middle">
      <input
        type="checkbox"
        role="switch"
        aria-label={label}
        aria-checked={checked}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className="peer absolute inset-0 z-1 cursor-pointer appearance-none rounded-full bg-control transition-colors checked:bg-primary disabled:opacity-40"
      />
      <span className="pointer-events-none absolute top-0.5 left-0.5 z-1 size-6 rounded-full bg-white transition-transform peer-checked:translate-x-5" />
    </label>
  )
}
