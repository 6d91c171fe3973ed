import { brokenFile, FileProblem, loadFile } from './load-file'
import { OfficeView } from './office-view'
import type { ViewProps } from './view-states'

async function draw(body: HTMLElement, url: string, signal: AbortSignal): Promise<() => void> {
  const [{ renderAsync }, file] = await Promise.all([import('docx-preview'), loadFile(url, signal)])
  const narrow = body.ownerDocument.documentElement.clientWidth < 700
  // Separate targets, because the library empties them and the frame's own styles must stay.
  const [styles, sheets] = [body.ownerDocument.createElement('div'), body.ownerDocument.createElement('div')]
  body.replaceChildren(styles, sheets)
  try {
    await renderAsync(file, sheets, styles, {
      // Data URLs, which the frame may load; blob URLs would have to be revoked one by one.
      useBase64URL: true,
      // On phones the text uses the screen width instead of the paper width.
      ignoreWidth: narrow,
      ignoreHeight: true,
      ignoreLastRenderedPageBreak: false,
      renderComments: true,
      // Not rendered, because embedded documents are HTML of unknown origin.
      renderAltChunks: false,
    })
  } catch (error) {
    throw error instanceof FileProblem ? error : brokenFile()
  }
  if (narrow) for (const sheet of body.querySelectorAll<HTMLElement>('section')) sheet.style.padding = '20px 16px'
  return () => body.replaceChildren()
}

export const DocxView = (props: ViewProps) => <OfficeView {...props} draw={draw} />
