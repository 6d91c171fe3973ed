import { cx } from './cx'

/** Logo of 多享学. */
export function Logo({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid size-14 place-items-center rounded-[28%] bg-linear-135 from-[#3d7bff] to-[#1d46c9] text-23 font-extrabold text-white',
        className,
      )}
    >
      享
    </span>
  )
}
