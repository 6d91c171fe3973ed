import { useEffect, useState } from 'react'

/** Hook: `print` sets `printing`, opens the print dialog after the render, and resets `printing` when it closes. */
export function usePrint(): { printing: boolean; print(): void } {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    if (!printing) return
    const done = () => setPrinting(false)
    addEventListener('afterprint', done)
    window.print()
    return () => removeEventListener('afterprint', done)
  }, [printing])
  return { printing, print: () => setPrinting(true) }
}
