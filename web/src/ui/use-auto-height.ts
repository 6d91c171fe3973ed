import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Returns a ref for a text area that grows with its text. */
export function useAutoHeight(value: string): RefObject<HTMLTextAreaElement | null> {
  const area = useRef<HTMLTextAreaElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height is measured whenever the text changes
  useLayoutEffect(() => {
    const element = area.current
    if (!element) return
    element.style.height = 'auto'
    if (element.scrollHeight) element.style.height = `${element.scrollHeight}px`
  }, [value])
  return area
}
