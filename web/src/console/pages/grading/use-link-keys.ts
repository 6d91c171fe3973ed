import type { RefObject } from 'react'
import { useShortcut } from '../../kit/shortcuts'

/** J and K move the focus through the links marked `data-step` of a list; Enter opens the focused or the first one. */
export function useLinkKeys(list: RefObject<HTMLElement | null>, noun: string): void {
  const links = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-step]') ?? [])]
  const step = (by: 1 | -1) => {
    const all = links()
    const at = all.indexOf(document.activeElement as HTMLElement)
    all[Math.min(all.length - 1, Math.max(0, at + by))]?.focus()
  }
  useShortcut('j', `下一${noun}`, () => step(1), { group: '列表' })
  useShortcut('k', `上一${noun}`, () => step(-1), { group: '列表' })
  // A focused link handles Enter itself.
  useShortcut('enter', `打开第一${noun}`, () => links()[0]?.click(), { group: '列表' })
}
