import { useState } from 'react'
import { loadFile } from './load-file'
import { OfficeFrame } from './office-frame'
import { Opening, Problem, ViewBar, type ViewProps } from './parts'
import { useDrawn } from './use-drawn'

async function draw(body: HTMLElement, url: string, signal: AbortSignal): Promise<() => void> {
  const [{ PptxViewer, RECOMMENDED_ZIP_LIMITS }, file] = await Promise.all([
    import('@aiden0z/pptx-renderer'),
    loadFile(url, signal),
  ])
  const box = body.ownerDocument.createElement('div')
  body.append(box)
  const viewer = await PptxViewer.open(await file.arrayBuffer(), box, {
    // Somebody's file may be made to fill the memory.
    zipLimits: RECOMMENDED_ZIP_LIMITS,
    width: body.clientWidth - 24,
    fitMode: 'contain',
    pdfjs: false,
    signal,
  })
  return () => {
    viewer.destroy()
    body.replaceChildren()
  }
}

export function PptxView({ url, name, onRetry }: ViewProps) {
  const [zoom, setZoom] = useState(1)
  const { state, problem, start } = useDrawn((body, signal) => draw(body, url, signal))
  if (problem) return <Problem problem={problem} onRetry={onRetry} />
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
