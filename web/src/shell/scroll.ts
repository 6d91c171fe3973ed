const storageKey = 'dxx-scroll'
const remembered = 50

/** Scroll position per page key. Survives a reload and the unmounting of the page. */
const tops = new Map<string, number>(readStored())

export function rememberScroll(key: string, top: number): void {
  tops.delete(key)
  if (top > 0) tops.set(key, top)
  for (const oldest of tops.keys()) {
    if (tops.size <= remembered) break
    tops.delete(oldest)
  }
}

/** Restores a page's scroll position. While the content of the page is loading, tries again until the user scrolls. */
export function restoreScroll(key: string, scroller: HTMLElement, content: HTMLElement): () => void {
  const top = tops.get(key) ?? 0
  // A scroller that is mounted or shown again begins at the top. Setting it would cost a layout of its own.
  if (top === 0) return () => {}
  const reached = () => {
    scroller.scrollTop = top
    return Math.abs(scroller.scrollTop - top) <= 1
  }
  if (reached() || typeof ResizeObserver === 'undefined') return () => {}
  const stop = () => {
    observer.disconnect()
    for (const name of takeovers) scroller.removeEventListener(name, stop)
  }
  const observer = new ResizeObserver(() => {
    if (reached()) stop()
  })
  observer.observe(content)
  for (const name of takeovers) scroller.addEventListener(name, stop, { passive: true })
  return stop
}

const takeovers = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

export function storeScroll(): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...tops]))
  } catch {
    // Without storage a reload starts at the top.
  }
}

function readStored(): [string, number][] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter((one) => typeof one?.[0] === 'string' && one[1] > 0) : []
  } catch {
    return []
  }
}
