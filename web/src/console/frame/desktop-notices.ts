import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { create } from 'zustand'
import { readStored, writeStored } from '../../state/local-storage'

const storeKey = 'dxx-console-notices'

/** `missing`: the browser has no Notification API; `denied`: the user or the browser forbids notifications. */
export type NoticeState = 'missing' | 'denied' | 'off' | 'on'

function readState(): NoticeState {
  if (!('Notification' in globalThis)) return 'missing'
  if (Notification.permission === 'denied') return 'denied'
  return Notification.permission === 'granted' && readStored(storeKey) === '1' ? 'on' : 'off'
}

export const useNotices = create<{ state: NoticeState }>()(() => ({ state: readState() }))

/** Switches notifications. `true` asks the browser for permission, so call it only from a click. */
export async function switchNotices(on: boolean): Promise<void> {
  if (on) await Notification.requestPermission()
  writeStored(storeKey, on ? '1' : null)
  useNotices.setState({ state: readState() })
}

/** Shows a desktop notification when work arrives while the console is in the background. */
export function useDesktopNotices(counts: { newest: number; fresh: number } | undefined): void {
  const [, go] = useLocation()
  const state = useNotices((notices) => notices.state)
  const before = useRef<typeof counts>(undefined)
  useEffect(() => {
    const last = before.current
    if (counts) before.current = counts
    if (!counts || !last || state !== 'on' || !document.hidden) return
    if (counts.newest <= last.newest && counts.fresh <= last.fresh) return
    // The notification has no names or texts, because other people may see the screen.
    const body = counts.fresh > 0 ? `${counts.fresh} 件新的待办` : '有新的待办'
    const notice = new Notification('多享学管理台', { body, tag: 'dxx-work' })
    notice.onclick = () => {
      window.focus()
      go('/work')
      notice.close()
    }
  }, [counts, state, go])
}
