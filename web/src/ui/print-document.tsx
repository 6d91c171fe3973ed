import '../styles/print-sheet.css'
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { usePage } from '../router/page-context'

/**
 * What Ctrl+P prints instead of the page on the screen, which scrolls inside the window and would be cut off. Rendered
 * only for the print, and only by the page that is shown.
 */
export function PrintDocument({ children }: { children: ReactNode }) {
  const { active } = usePage()
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    if (!active) return
    // The browser takes its picture when the listeners have returned.
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
