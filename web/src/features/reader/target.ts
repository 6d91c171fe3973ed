import type { Locator } from '@dxx/contract/locator'
import { anchorLocator } from '@dxx/contract/rules/anchor'
import type { TextIndex } from './text/text-index'

/** Target in a chapter: its start or end, a paragraph with an optional range, or a locator. */
export type Target = 'start' | 'end' | { pid: string; start?: number; end?: number } | { locator: Locator }

/** Returns the character range of a target; the start of the text if it cannot be found. */
export function targetRange(index: TextIndex, to: Target): { start: number | 'end'; end: number } {
  if (to === 'start' || to === 'end') return { start: to === 'end' ? 'end' : 0, end: 0 }
  if ('locator' in to) {
    const found = anchorLocator(index, to.locator)
    const home = index.byPid.get(to.locator.pid)
    return found ?? { start: home?.start ?? 0, end: 0 }
  }
  const block = index.byPid.get(to.pid)
  if (!block) return { start: 0, end: 0 }
  return { start: block.start + (to.start ?? 0), end: block.start + (to.end ?? block.end - block.start) }
}
