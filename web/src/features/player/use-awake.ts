import { useEffect, useState } from 'react'

/** How long the controls stay after the last touch. */
const stay = 3000

/** Whether the controls are in sight: while nothing plays, and for a while after every touch. */
export function useAwake(playing: boolean): { awake: boolean; wake(): void; sleep(): void } {
  const [touched, setTouched] = useState(0)
  const [awake, setAwake] = useState(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every touch starts the time anew
  useEffect(() => {
    if (!awake || !playing) return
    const timer = setTimeout(() => setAwake(false), stay)
    return () => clearTimeout(timer)
  }, [awake, playing, touched])
  return {
    awake: awake || !playing,
    wake: () => {
      setAwake(true)
      setTouched((count) => count + 1)
    },
    sleep: () => setAwake(false),
  }
}
