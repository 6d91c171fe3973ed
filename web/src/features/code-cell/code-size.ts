import { useStore } from '../../state/store'

/** The reader's text is 12 px at 0 and 24 px at 100; code is set a little smaller. */
export function codeSize(fontSize: number): number {
  return Math.max(12, Math.round((12 + fontSize * 0.12) * 0.78))
}

/** iOS enlarges the whole page when a smaller text is tapped for editing. */
const leastForTyping = () => (globalThis.CSS?.supports?.('-webkit-touch-callout', 'none') ? 16 : 0)

/** The size of code in pixels: it follows the reader's. */
export function useCodeSize(): number {
  return Math.max(
    leastForTyping(),
    useStore(({ fontSize }) => codeSize(fontSize)),
  )
}
