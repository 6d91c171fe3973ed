import { useEffect, useState } from 'react'
import { openOffline } from './open-offline'

/** Loads an offline chapter if `wanted`: undefined while loading, null if it is not on this device. */
export function useOfflineAnswer<T>(chapterId: string, wanted: boolean): T | null | undefined {
  const [found, setFound] = useState<{ id: string; answer: T | null }>()
  useEffect(() => {
    if (!wanted) return
    let here = true
    const opening = openOffline<T>(chapterId)
    void opening.then((opened) => here && setFound({ id: chapterId, answer: opened?.answer ?? null }))
    return () => {
      here = false
      setFound(undefined)
      void opening.then((opened) => opened?.close())
    }
  }, [chapterId, wanted])
  return wanted && found?.id === chapterId ? found.answer : undefined
}
