import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs'
import worker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

GlobalWorkerOptions.workerSrc = worker

/** Resources that PDFs may reference without embedding: CJK character maps and the standard fonts. */
const extras = {
  cMapUrl: import.meta.glob<string>('../../../../node_modules/pdfjs-dist/cmaps/*.bcmap', {
    query: '?url&no-inline',
    import: 'default',
    eager: true,
  }),
  standardFontDataUrl: import.meta.glob<string>('../../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
    query: '?url&no-inline',
    import: 'default',
    eager: true,
  }),
} as Record<string, Record<string, string>>

/** Loads these resources by their build URLs, because the build gives them no common folder. */
class BuiltFiles {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const files = extras[kind] ?? {}
    const path = Object.keys(files).find((name) => name.endsWith(`/${filename}`))
    if (!path) throw new Error(`no ${filename}`)
    const response = await fetch(files[path]!)
    if (!response.ok) throw new Error(`no ${filename}`)
    return new Uint8Array(await response.arrayBuffer())
  }
}

export type PdfPage = Awaited<ReturnType<PDFDocumentProxy['getPage']>>

export interface PdfFile {
  document: PDFDocumentProxy
  close(): void
}

export async function openPdf(file: Blob): Promise<PdfFile> {
  const task = getDocument({
    data: await file.arrayBuffer(),
    // Our content security policy allows neither eval nor WebAssembly. Scripts inside a PDF are never run.
    isEvalSupported: false,
    useWasm: false,
    useWorkerFetch: false,
    cMapUrl: 'cmaps/',
    standardFontDataUrl: 'fonts/',
    BinaryDataFactory: BuiltFiles,
  })
  const document = await task.promise
  return { document, close: () => void task.destroy().catch(() => {}) }
}

/** Renders a page with a text layer for selection and screen readers. */
export async function drawPage(
  page: PdfPage,
  { canvas, text, scale, signal }: { canvas: HTMLCanvasElement; text: HTMLElement; scale: number; signal: AbortSignal },
): Promise<void> {
  const viewport = page.getViewport({ scale })
  // Device pixel ratios above 2 cost memory without a visible difference.
  const sharp = Math.min(2, window.devicePixelRatio || 1)
  canvas.width = Math.floor(viewport.width * sharp)
  canvas.height = Math.floor(viewport.height * sharp)
  const painting = page.render({ canvas, viewport, transform: sharp === 1 ? undefined : [sharp, 0, 0, sharp, 0, 0] })
  signal.addEventListener('abort', () => painting.cancel())
  await painting.promise
  if (signal.aborted) return
  text.replaceChildren()
  text.style.setProperty('--total-scale-factor', String(scale))
  text.style.setProperty('--scale-factor', String(scale))
  await new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport }).render()
}
