import { appLimits } from '@dxx/contract/rules/constants'
import { useId } from 'react'
import { cx } from './cx'

const shape =
  'm12 2.500 2.900 6.100 6.700.850-4.900 4.650 1.250 6.650L12 17.550l-5.950 3.200 1.250-6.650L2.400 9.450l6.700-.850z'
const stars = Array.from({ length: appLimits.stars }, (_, index) => index + 1)
const words = ['很差', '较差', '一般', '推荐', '力荐']

function Star({ filled, size }: { filled: number; size: number }) {
  const id = useId()
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 24 24">
      <path d={shape} className="fill-track stroke-ink-3" strokeWidth="1" strokeLinejoin="round" />
      {filled > 0 && (
        <>
          <clipPath id={id}>
            <rect width={24 * filled} height="24" />
          </clipPath>
          <path d={shape} clipPath={`url(#${id})`} className="fill-amber stroke-amber" strokeWidth="1" />
        </>
      )}
    </svg>
  )
}

/** Shows a rating in stars, rounded to half stars. */
export function Rate({ value, size = 16 }: { value: number; size?: number }) {
  const halves = Math.round(Math.min(appLimits.stars, Math.max(0, value)) * 2) / 2
  return (
    <span role="img" aria-label={`${value} 分，满分 ${appLimits.stars} 分`} className="inline-flex gap-0.5">
      {stars.map((star) => (
        <Star key={star} size={size} filled={Math.min(1, Math.max(0, halves - star + 1))} />
      ))}
    </span>
  )
}

export interface RateInputProps {
  label: string
  /** Number of stars; 0 if none is chosen. */
  value: number
  onChange(value: number): void
}

/** Input for a rating: native radios, drawn as stars. */
export function RateInput({ label, value, onChange }: RateInputProps) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className="flex items-center">
      {stars.map((star) => (
        <label
          key={star}
          className="relative grid size-11 place-items-center rounded-item has-focus-visible:outline-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            checked={star === value}
            onChange={() => onChange(star)}
            aria-label={`${star} 星，${words[star - 1]}`}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          <Star size={28} filled={star <= value ? 1 : 0} />
        </label>
      ))}
      <span aria-hidden="true" className={cx('ml-2 text-13', value ? 'text-amber' : 'text-ink-3')}>
        {words[value - 1] ?? '点星评分'}
      </span>
    </div>
  )
}
