import '../styles/print-sheet.css'
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { usePage } from '../router/page-context'

/**
 * Content that Ctrl+P prints instead of the page on the screen, which scrolls inside the window and would be clipped.
 * Rendered only during the print, and only by the visible page.
 */
export function PrintDocument({ children }: { children: ReactNode }) {
  const { active } = usePage()
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    if (!active) return
    // The browser renders the paper after the listeners have returned.
    const before = () => flushSync(() => setPrinting(true))
    const after = () => setPrinting(false)
    addEventListener('beforeprint', before)
    addEventListener('afterprint', after)
    return () => {
      removeEventListener('beforeprint', before)
      removeEventListener('afterprint', after)
    }
  }, [active])
  return printing && createPortal(<div className="print-sheet paper-colors">{children}</div>, document.body)
}
