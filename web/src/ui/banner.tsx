import { coverArt, gradientNamed } from './cover-art'
import { cx } from './cx'
import { Image } from './image'

export interface BannerProps {
  title: string
  subtitle?: string
  /** Text of the button. It is only drawn, because the whole banner is a link. */
  action?: string
  /** Picture instead of the drawn background. */
  image?: string | null
  /** Name of a gradient; derived from the title by default. */
  colour?: string
  eager?: boolean
  /** Whether the banner is in a side column. */
  small?: boolean
}

/** Large card at the top of home: text on a gradient or picture. */
export function Banner({ title, subtitle, action, image, colour, eager, small }: BannerProps) {
  const [from, to] = gradientNamed(colour) ?? coverArt(title).gradient
  return (
    <div
      style={{ backgroundImage: `linear-gradient(150deg, ${from}, ${to})` }}
      className={cx(
        'relative flex min-h-37 flex-col items-start justify-center overflow-hidden rounded-card px-5 pt-4 pb-6 text-white',
        !small && 'tablet:px-18 desk:min-h-67',
      )}
    >
      {image ? (
        <>
          <Image src={image} alt="" eager={eager} fallback={<span />} className="absolute! inset-0 bg-transparent" />
          <span className="absolute inset-0 bg-linear-to-r from-black/55 to-transparent" />
        </>
      ) : (
        <>
          <span className="absolute inset-0 bg-black/12" />
          <span className="absolute -right-7.5 -bottom-7.5 size-27.5 rounded-full bg-white/15 desk:size-40" />
        </>
      )}
      <p className={cx('relative text-23 leading-snug font-bold', !small && 'desk:text-28')}>{title}</p>
      {subtitle && <p className={cx('relative mt-1 text-14', !small && 'desk:text-17')}>{subtitle}</p>}
      {action && (
        <span className="relative mt-3.5 rounded-full bg-white px-3.5 py-1 text-12 font-semibold text-[#2160ee] desk:px-5.5 desk:py-2 desk:text-14">
          {action}
        </span>
      )}
    </div>
  )
}
