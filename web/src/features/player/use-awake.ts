import { useEffect, useState } from 'react'

/** Milliseconds that the controls stay after the last interaction. */
const stay = 3000

/** Whether the controls are visible: while paused, and for a while after each interaction. */
export function useControlsVisible(playing: boolean): { awake: boolean; wake(): void; sleep(): void } {
  const [touched, setTouched] = useState(0)
  const [awake, setAwake] = useState(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each interaction restarts the timer
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
