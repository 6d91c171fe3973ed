import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Trouble } from './attachment'

interface LinkOptions {
  url: string
  startAt: number
  refresh(): Promise<string>
}

/** The video's link and its start second. A new link is fetched when the link fails and when the network returns. */
export function useVideoLink(video: RefObject<HTMLVideoElement | null>, options: LinkOptions) {
  const [failure, setFailure] = useState<'network' | 'broken' | null>(null)
  const [link, setLink] = useState({ url: options.url, at: options.startAt })
  /** Second of the last refresh: if the video fails again at the same second, another link does not help. */
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
    // Retries once without a tap, also after a network failure, because most failures are short.
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
