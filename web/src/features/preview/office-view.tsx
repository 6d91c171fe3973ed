import { useState } from 'react'
import { OfficeFrame } from './office-frame'
import { useDrawn } from './use-drawn'
import { FileProblemView, Opening, ViewBar, type ViewProps } from './view-states'

interface OfficeViewProps extends ViewProps {
  /** Draws the file into the frame. Returns the clean-up. */
  draw(body: HTMLElement, url: string, signal: AbortSignal): Promise<() => void>
}

/** A document that a library renders into an iframe. */
export function OfficeView({ draw, url, name, onRetry }: OfficeViewProps) {
  const [zoom, setZoom] = useState(1)
  const { state, problem, start } = useDrawn((body, signal) => draw(body, url, signal))
  if (problem) return <FileProblemView problem={problem} onRetry={onRetry} />
  return (
    <>
      {state === 'loading' && <Opening />}
      <div className={state === 'ready' ? undefined : 'opacity-0'}>
        <OfficeFrame title={name} zoom={zoom} onReady={start} />
      </div>
      {state === 'ready' && <ViewBar zoom={zoom} onZoom={setZoom} />}
    </>
  )
}
