import { loadFile } from './load-file'
import { OfficeView } from './office-view'
import type { ViewProps } from './view-states'

async function draw(body: HTMLElement, url: string, signal: AbortSignal): Promise<() => void> {
  const [{ PptxViewer, RECOMMENDED_ZIP_LIMITS }, file] = await Promise.all([
    import('@aiden0z/pptx-renderer'),
    loadFile(url, signal),
  ])
  const box = body.ownerDocument.createElement('div')
  body.append(box)
  const viewer = await PptxViewer.open(await file.arrayBuffer(), box, {
    // Limits, because a hostile file may try to exhaust the memory.
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

export const PptxView = (props: ViewProps) => <OfficeView {...props} draw={draw} />
