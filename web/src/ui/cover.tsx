import { useId } from 'react'
import { coverArt, titleLines } from './cover-art'
import { cx } from './cx'
import { Image } from './image'

type CoverShape = 'book' | 'wide'

const shapes = {
  book: { width: 120, height: 160, ratio: 'aspect-3/4' },
  wide: { width: 192, height: 108, ratio: 'aspect-video' },
}

/** Position and size of the title. Small covers have larger letters, which are still legible at a third of the size. */
const titles = {
  book: { left: 12, top: 29, font: 15, room: 6.4, lines: 4 },
  wide: { left: 14, top: 29, font: 15, room: 11, lines: 2 },
  smallBook: { left: 9, top: 33, font: 25, room: 4.2, lines: 4 },
  smallWide: { left: 13, top: 35, font: 24, room: 7, lines: 3 },
}

export interface CoverProps {
  title: string
  /** Subject that determines the colour; if omitted, the title does. */
  subject?: string
  /** Small text at the bottom: 12 章 · 36 讲. */
  note?: string
  shape?: CoverShape
  /** Picture of the curriculum, if it has one. */
  src?: string | null
  /** True below about 120 px of width: large letters and no note. */
  small?: boolean
  /** Draws a sheet of ticked answers in the corner, for question banks. */
  sheet?: boolean
  eager?: boolean
  className?: string
}

/** A ticked answer with its line, which ends where the next one begins. */
const tick = 'l4 4 7-8m7 4h20m-38 16'

/** Cover of a curriculum: its picture, or one drawn from subject and title. */
export function Cover({ shape = 'book', src, eager, className, ...drawing }: CoverProps) {
  const look = cx('block overflow-hidden', shapes[shape].ratio, className ?? 'rounded-cover')
  const drawn = <Drawn {...drawing} shape={shape} />
  if (!src) return <span className={look}>{drawn}</span>
  return <Image src={src} alt="" eager={eager} fallback={drawn} className={look} />
}

function Drawn({ title, subject, note, shape, small, sheet }: CoverProps & { shape: CoverShape }) {
  const id = useId()
  const { width, height } = shapes[shape]
  const { left, top, font, room, lines } = titles[small ? (shape === 'book' ? 'smallBook' : 'smallWide') : shape]
  const { gradient, motif } = coverArt(title, subject)
  const right = width - 14
  const bottom = height - 14
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      className="block size-full text-white"
    >
      <linearGradient id={id} x1=".2" y1="0" x2=".8" y2="1">
        <stop stopColor={gradient[0]} />
        <stop offset="1" stopColor={gradient[1]} />
      </linearGradient>
      <rect width={width} height={height} fill={`url(#${id})`} />
      <g fill="none" stroke="currentColor" strokeOpacity=".16" strokeWidth="1.5">
        {sheet && <path strokeOpacity=".6" d={`M${right - 34} ${bottom - 22}${tick}${tick}`} />}
        {motif === 'rings' && [34, 52, 70].map((r) => <circle key={r} cx={right} cy={bottom} r={r} />)}
        {motif === 'waves' &&
          [0, 12, 24].map((y) => <path key={y} d={`M${width * 0.3} ${height - 8 - y}q20-24 40 0t40 0 40 0 40 0`} />)}
        {motif === 'grid' &&
          [0, 14, 28, 42].map((step) => (
            <path key={step} d={`M${width - 56 + step} ${height - 56}v60M${width - 56} ${height - 56 + step}h60`} />
          ))}
      </g>
      <circle cx={right} cy={bottom} r="42" fill="currentColor" fillOpacity=".15" />
      <g fill="currentColor" className="font-sans">
        <text fontSize={font} fontWeight="700" letterSpacing=".4">
          {titleLines(title, room, lines).map((line, index) => (
            // The lines of one title never change their order.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <tspan key={index} x={left} y={top + index * font * (small ? 1.2 : 1.32)}>
              {line}
            </tspan>
          ))}
        </text>
        {note && !small && (
          <text fontSize="10" x={left} y={height - 13} fillOpacity=".9">
            {note}
          </text>
        )}
      </g>
    </svg>
  )
}
