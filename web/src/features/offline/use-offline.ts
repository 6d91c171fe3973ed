import { useEffect, useState, useSyncExternalStore } from 'react'
import { currentUserId } from '../../state/owner'
import { subscribeToken } from '../../state/token'
import { offlineChapters, subscribeOffline } from './downloads'
import type { OfflineChapter } from './offline-store'

/** The logged-in user's downloads, kept up to date; undefined until loaded. */
export function useOffline(): OfflineChapter[] | undefined {
  const user = useSyncExternalStore(subscribeToken, currentUserId)
  const [chapters, setChapters] = useState<OfflineChapter[]>()
  useEffect(() => {
    if (!user) return setChapters([])
    let here = true
    const read = () => void offlineChapters(user).then((all) => here && setChapters(all))
    read()
    const stop = subscribeOffline(read)
    return () => {
      here = false
      stop()
    }
  }, [user])
  return chapters
}
