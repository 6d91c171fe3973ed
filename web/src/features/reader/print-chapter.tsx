import '../../styles/print-sheet.css'
import type { Chapter } from '@dxx/contract/calls/study'
import { type RefObject, useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { printedHtml } from './printed-html'

interface PrintChapterProps {
  chapter: Chapter
  /** Text as shown, with pictures that are loaded. */
  body: RefObject<HTMLElement | null>
  /** Whether this page is visible: only the visible page is printed. */
  active: boolean
}

/**
 * The chapter as a document that is visible only on paper. The reader scrolls inside the window, so that printing the
 * reader would give one clipped screen. Rendered when the browser is about to print.
 */
export function PrintChapter({ chapter, body, active }: PrintChapterProps) {
  const [html, setHtml] = useState<string | null>(null)
  useEffect(() => {
    if (!active) return
    const before = () => flushSync(() => setHtml(printedHtml(body.current)))
    const after = () => setHtml(null)
    addEventListener('beforeprint', before)
    addEventListener('afterprint', after)
    return () => {
      removeEventListener('beforeprint', before)
      removeEventListener('afterprint', after)
    }
  }, [active, body])
  if (html === null) return null
  return createPortal(<PrintedChapter chapter={chapter} html={html} />, document.body)
}

function PrintedChapter({ chapter, html }: { chapter: Chapter; html: string }) {
  return (
    <article className="print-sheet paper-colors">
      <p className="text-12">{chapter.curriculum.title}</p>
      <h1 className="mb-4 text-23 font-bold">{chapter.title}</h1>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a copy of the chapter, which the server has sanitised */}
      <div className="prose reader-print" dangerouslySetInnerHTML={{ __html: html }} />
    </article>
  )
}
