import { useEffect, useEffectEvent, useState } from 'react'

/** Milliseconds after which a book opens at the cached position; a newer position is offered when it arrives. */
const patience = 4000

/**
 * Fetches the last position of a book before the cached position is used. Returns whether the book may open: the
 * response has arrived, the request has failed, or it takes too long.
 */
export function useNewestPosition(curriculumId: string, resumes: boolean, refetch: () => Promise<boolean>): boolean {
  const [settled, setSettled] = useState('')
  const fetchNewest = useEffectEvent(refetch)
  useEffect(() => {
    if (!resumes || !curriculumId) return
    let active = true
    const settle = () => {
      if (active) setSettled(curriculumId)
    }
    const timer = setTimeout(settle, patience)
    void fetchNewest().then(settle)
    return () => {
      active = false
      clearTimeout(timer)
    }
  }, [resumes, curriculumId])
  return !resumes || settled === curriculumId
}
