import { useId } from 'react'
import { coverArt, titleLines } from './cover-art'
import { cx } from './cx'
import { Image } from './image'

type CoverShape = 'book' | 'wide'

const shapes = {
  book: { width: 120, height: 160, ratio: 'aspect-3/4', left: 12, top: 29, font: 15, room: 6.4, lines: 4 },
  wide: { width: 192, height: 108, ratio: 'aspect-video', left: 14, top: 29, font: 15, room: 11, lines: 2 },
}

export interface CoverProps {
  title: string
  /** Determines the colour; the title does if it is omitted. */
  subject?: string
  /** Small text at the bottom: 12 章 · 36 讲. */
  note?: string
  shape?: CoverShape
  /** Picture of the curriculum, if it has one. */
  src?: string | null
  /** Draws no text, for covers that are too small. */
  plain?: boolean
  eager?: boolean
  className?: string
}

/** Cover of a curriculum: its picture, or one drawn from subject and title. */
export function Cover({ title, subject, note, shape = 'book', src, plain, eager, className }: CoverProps) {
  const look = cx('block overflow-hidden', shapes[shape].ratio, className ?? 'rounded-cover')
  const drawn = <Drawn title={title} subject={subject} note={note} shape={shape} plain={plain} />
  if (!src) return <span className={look}>{drawn}</span>
  return <Image src={src} alt="" eager={eager} fallback={drawn} className={look} />
}

function Drawn({ title, subject, note, shape, plain }: Required<Pick<CoverProps, 'title' | 'shape'>> & CoverProps) {
  const id = useId()
  const { width, height, left, top, font, room, lines } = shapes[shape]
  const { gradient, motif } = coverArt(title, subject)
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
        {motif === 'rings' && [34, 52, 70].map((r) => <circle key={r} cx={width - 14} cy={height - 14} r={r} />)}
        {motif === 'waves' &&
          [0, 12, 24].map((y) => <path key={y} d={`M${width * 0.3} ${height - 8 - y}q20-24 40 0t40 0 40 0 40 0`} />)}
        {motif === 'grid' &&
          [0, 14, 28, 42].map((step) => (
            <path key={step} d={`M${width - 56 + step} ${height - 56}v60M${width - 56} ${height - 56 + step}h60`} />
          ))}
      </g>
      <circle cx={width - 14} cy={height - 14} r="42" fill="currentColor" fillOpacity=".15" />
      {!plain && (
        <g fill="currentColor" className="font-sans">
          <text fontSize={font} fontWeight="700" letterSpacing=".4">
            {titleLines(title, room, lines).map((line, index) => (
              // The lines of one title never change their order.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <tspan key={index} x={left} y={top + index * font * 1.32}>
                {line}
              </tspan>
            ))}
          </text>
          {note && (
            <text fontSize="10" x={left} y={height - 13} fillOpacity=".9">
              {note}
            </text>
          )}
        </g>
      )}
    </svg>
  )
}
