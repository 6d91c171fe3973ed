import { useState } from 'react'
import { cx } from './cx'

export interface AvatarProps {
  name: string
  src?: string | null
  /** In pixels. */
  size?: number
  className?: string
}

/** Picture of a user, or the first letter of the name. Hidden from screen readers, because the name is beside it. */
export function Avatar({ name, src, size = 40, className }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const letter = Array.from(name.trim())[0]?.toUpperCase() ?? '学'
  return (
    <span
      aria-hidden="true"
      style={{ width: size, height: size, fontSize: size * 0.4 }}
      className={cx(
        'inline-grid shrink-0 place-items-center overflow-hidden rounded-full bg-linear-135 from-[#ffd36a] to-[#ff9d3d] leading-none font-bold text-on-amber select-none',
        className,
      )}
    >
      {src && src !== failed ? (
        <img
          src={src}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          onError={() => setFailed(src)}
          className="size-full object-cover"
        />
      ) : (
        letter
      )}
    </span>
  )
}
