import './pdf.css'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { PdfFile } from './pdf'
import { PdfPageBox } from './pdf-page'
import { useFile } from './use-file'
import { FileProblemView, Opening, ViewBar, type ViewProps } from './view-states'

interface Opened extends PdfFile {
  first: { width: number; height: number }
}

async function read(file: Blob): Promise<Opened> {
  const { openPdf } = await import('./pdf')
  const opened = await openPdf(file)
  const page = await opened.document.getPage(1)
  const { width, height } = page.getViewport({ scale: 1 })
  return { ...opened, first: { width, height } }
}

export function PdfView({ url, name, onRetry }: ViewProps) {
  const file = useFile(url, read, (opened) => opened.close())
  if (file.state === 'loading') return <Opening />
  if (file.state === 'failed') return <FileProblemView problem={file.problem} onRetry={onRetry} />
  return <Pages opened={file.value} name={name} />
}

function Pages({ opened: { document, first }, name }: { opened: Opened; name: string }) {
  const column = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [zoom, setZoom] = useState(1)
  const [page, setPage] = useState(1)
  const count = document.numPages

  useEffect(() => {
    const element = column.current
    if (!element) return
    const measure = () => setWidth(Math.min(element.clientWidth, 900))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const onSight = useCallback((number: number) => setPage(number), [])

  function go(to: number) {
    const number = Math.min(count, Math.max(1, to))
    column.current?.querySelector(`[data-page="${number}"]`)?.scrollIntoView({ block: 'start' })
  }

  return (
    <>
      <div
        ref={column}
        role="document"
        aria-label={name}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto"
      >
        {width > 0 &&
          Array.from({ length: count }, (_, index) => (
            <PdfPageBox
              // biome-ignore lint/suspicious/noArrayIndexKey: pages are known by their number
              key={index}
              document={document}
              number={index + 1}
              guess={first}
              width={width}
              zoom={zoom}
              onSight={onSight}
            />
          ))}
      </div>
      <ViewBar zoom={zoom} onZoom={setZoom}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            go(Number(new FormData(event.currentTarget).get('page')))
          }}
          className="flex items-center pl-3 text-13"
        >
          <input
            key={page}
            name="page"
            inputMode="numeric"
            aria-label={`页码，共 ${count} 页`}
            defaultValue={page}
            onBlur={(event) => event.currentTarget.form?.requestSubmit()}
            className="tabular-nums h-11 w-11 bg-transparent text-center outline-none focus-visible:outline-2 focus-visible:outline-white"
          />
          <span className="tabular-nums mr-2 whitespace-nowrap">/ {count} 页</span>
        </form>
      </ViewBar>
    </>
  )
}
