import { useLayoutEffect, useRef, useState } from 'react'
import type { Painted } from './paint'

interface Box {
  key: string
  paint: string
  left: number
  top: number
  width: number
  height: number
}

/** Highlights for browsers without the CSS Custom Highlight API. */
export function HighlightBoxes({ painted, layout }: { painted: readonly Painted[]; layout: string }) {
  const layer = useRef<HTMLDivElement>(null)
  const [boxes, setBoxes] = useState<Box[]>([])

  // biome-ignore lint/correctness/useExhaustiveDependencies: measures again after each layout of the text
  useLayoutEffect(() => {
    const origin = layer.current!.getBoundingClientRect()
    setBoxes(
      painted.flatMap(({ paint, range }, at) =>
        [...range.getClientRects()].map(({ left, top, width, height }, part) => ({
          key: `${at} ${part}`,
          paint,
          left: left - origin.left,
          top: top - origin.top,
          width,
          height,
        })),
      ),
    )
  }, [painted, layout])

  return (
    <div ref={layer} aria-hidden="true" className="pointer-events-none absolute top-0 left-0">
      {boxes.map(({ key, paint, ...box }) => (
        <div key={key} className={`reader-box reader-box-${paint}`} style={{ position: 'absolute', ...box }} />
      ))}
    </div>
  )
}
