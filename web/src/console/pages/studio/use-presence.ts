import { useEffect, useState } from 'react'
import { callStaff } from '../../api/client'
import type { TextSync } from '../../kit/text-sync'

const checkInEvery = 20_000

/**
 * Reports that the text is open here. Returns the names of others who have it open. A change of `draft` checks the text
 * at once, because renaming in the tree, restoring and reading a file change it outside of the editor.
 */
export function usePresence(id: string, path: string, sync: TextSync, draft: string): string[] {
  const [others, setOthers] = useState<string[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed draft is checked at once
  useEffect(() => {
    const checkIn = async () => {
      if (document.visibilityState !== 'visible') return
      const now = await callStaff('POST /staff/v1/studio_presence', { id, path })
      setOthers(now.others.filter((one) => one.path === path).map(({ name }) => name))
      await sync.meetVersion(now.hash)
    }
    // Errors are ignored here; the next save reports them.
    const run = () => void checkIn().catch(() => {})
    run()
    const timer = setInterval(run, checkInEvery)
    document.addEventListener('visibilitychange', run)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', run)
    }
  }, [id, path, sync, draft])
  return others
}
