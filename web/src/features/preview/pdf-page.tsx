import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { scrollParent } from '../../ui/scroll-parent'

interface PdfPageBoxProps {
  document: PDFDocumentProxy
  number: number
  /** Size of the first page, used until the size of this page is known. */
  guess: { width: number; height: number }
  /** Width of the column in pixels. */
  width: number
  zoom: number
  onSight(number: number): void
}

/** One PDF page: its space is reserved from the start, and it is rendered while near the viewport. */
export function PdfPageBox({ document, number, guess, width, zoom, onSight }: PdfPageBoxProps) {
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(false)
  const [size, setSize] = useState(guess)
  const [failed, setFailed] = useState(false)
  const scale = (width / size.width) * zoom

  useEffect(() => {
    const element = box.current
    if (!element) return
    // Skips the column itself, which scrolls only horizontally.
    const root = scrollParent(element.parentElement ?? element)
    const nearby = new IntersectionObserver(([entry]) => entry && setNear(entry.isIntersecting), {
      root,
      rootMargin: '100% 0px',
    })
    const middle = new IntersectionObserver(([entry]) => entry?.isIntersecting && onSight(number), {
      root,
      rootMargin: '-49% 0px',
    })
    nearby.observe(element)
    middle.observe(element)
    return () => {
      nearby.disconnect()
      middle.disconnect()
    }
  }, [number, onSight])

  useEffect(() => {
    const [surface, layer] = [canvas.current, text.current]
    if (!near || !surface || !layer) return
    const abort = new AbortController()
    const paint = async () => {
      const [{ drawPage }, page] = await Promise.all([import('./pdf'), document.getPage(number)])
      const { width: pageWidth, height } = page.getViewport({ scale: 1 })
      if (abort.signal.aborted) return
      setSize((known) => (known.width === pageWidth && known.height === height ? known : { width: pageWidth, height }))
      await drawPage(page, { canvas: surface, text: layer, scale: (width / pageWidth) * zoom, signal: abort.signal })
      setFailed(false)
    }
    paint().catch(() => !abort.signal.aborted && setFailed(true))
    return () => {
      abort.abort()
      // Frees the memory of a page outside the viewport.
      surface.width = 0
      layer.replaceChildren()
    }
  }, [document, number, near, width, zoom])

  return (
    <div
      ref={box}
      data-page={number}
      className="relative mx-auto mb-3 bg-white shadow-float"
      style={{ width: size.width * scale, height: size.height * scale }}
    >
      <canvas ref={canvas} className="absolute inset-0 size-full" />
      <div ref={text} className="pdf-text" />
      {failed && <p className="absolute inset-0 grid place-items-center text-13 text-black">第 {number} 页显示不了</p>}
    </div>
  )
}
