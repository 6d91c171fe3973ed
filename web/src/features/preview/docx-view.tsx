import { useState } from 'react'
import { brokenFile, FileProblem, loadFile } from './load-file'
import { OfficeFrame } from './office-frame'
import { Opening, Problem, ViewBar, type ViewProps } from './parts'
import { useDrawn } from './use-drawn'

async function draw(body: HTMLElement, url: string, signal: AbortSignal): Promise<() => void> {
  const [{ renderAsync }, file] = await Promise.all([import('docx-preview'), loadFile(url, signal)])
  const narrow = body.ownerDocument.documentElement.clientWidth < 700
  // It empties what it is given: the frame's own styles must stay.
  const [styles, sheets] = [body.ownerDocument.createElement('div'), body.ownerDocument.createElement('div')]
  body.replaceChildren(styles, sheets)
  try {
    await renderAsync(file, sheets, styles, {
      // Addresses that the frame may load; blobs would have to be given back one by one.
      useBase64URL: true,
      // A phone shows the text in its own width instead of a sheet of paper.
      ignoreWidth: narrow,
      ignoreHeight: true,
      ignoreLastRenderedPageBreak: false,
      renderComments: true,
      // Other documents inside this one are HTML of unknown origin.
      renderAltChunks: false,
    })
  } catch (error) {
    throw error instanceof FileProblem ? error : brokenFile()
  }
  if (narrow) for (const sheet of body.querySelectorAll<HTMLElement>('section')) sheet.style.padding = '20px 16px'
  return () => body.replaceChildren()
}

export function DocxView({ url, name, onRetry }: ViewProps) {
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
