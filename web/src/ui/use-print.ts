import { useEffect, useState } from 'react'

/** `print` sets `printing`, opens the print dialog after that render and resets `printing` when the dialog is closed. */
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
