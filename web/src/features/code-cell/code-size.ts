import { useStore } from '../../state/store'

/** Code size in pixels. Chapter text is 12 px at font size 0 and 24 px at 100; code is slightly smaller. */
export function codeSize(fontSize: number): number {
  return Math.max(12, Math.round((12 + fontSize * 0.12) * 0.78))
}

/** Minimum size for editing: iOS zooms the page when smaller text is focused. */
const leastForTyping = () => (globalThis.CSS?.supports?.('-webkit-touch-callout', 'none') ? 16 : 0)

/** Code size in pixels, derived from the font size set on the reading page. */
export function useCodeSize(): number {
  return Math.max(
    leastForTyping(),
    useStore(({ fontSize }) => codeSize(fontSize)),
  )
}
