import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/**
 * Creates portal targets inside HTML that React did not render, once per text: React runs effects again when a hidden
 * page is shown, and creating the targets again would remove nodes that React still uses.
 */
export function useMounts<T>(root: RefObject<HTMLElement | null>, text: string, make: (root: HTMLElement) => T[]): T[] {
  const [mounts, setMounts] = useState<T[]>([])
  const made = useRef<{ root: HTMLElement; text: string } | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `make` is a new function in every render
  useLayoutEffect(() => {
    const element = root.current
    if (!element || (made.current?.root === element && made.current.text === text)) return
    made.current = { root: element, text }
    setMounts(make(element))
  }, [text])

  return mounts
}
