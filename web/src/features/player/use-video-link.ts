import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Trouble } from './attachment'

interface LinkOptions {
  url: string
  startAt: number
  refresh(): Promise<string>
}

/** The link in use with the second to go on at. A new one is fetched when it fails, and when the network is back. */
export function useVideoLink(video: RefObject<HTMLVideoElement | null>, options: LinkOptions) {
  const [failure, setFailure] = useState<'network' | 'broken' | null>(null)
  const [link, setLink] = useState({ url: options.url, at: options.startAt })
  /** Second of the last refresh: a failure at the same second means that another link does not help. */
  const refreshedAt = useRef(-1)
  const currentSecond = () => video.current?.currentTime || link.at

  async function refresh() {
    const at = currentSecond()
    refreshedAt.current = at
    try {
      const url = await options.refresh()
      setFailure(null)
      setLink({ url, at })
    } catch {
      setFailure('network')
    }
  }

  function onTrouble(trouble: Trouble) {
    // Once by itself, also for a network that failed: most failures are over before the user could tap.
    if (trouble !== 'broken' && refreshedAt.current !== currentSecond()) return void refresh()
    setFailure(trouble === 'broken' ? 'broken' : 'network')
  }

  const again = useEffectEvent(() => void refresh())
  useEffect(() => {
    if (failure !== 'network') return
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [failure])

  return { link, failure, setFailure, refresh, onTrouble }
}
