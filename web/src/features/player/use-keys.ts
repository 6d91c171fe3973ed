import { useEffect, useEffectEvent } from 'react'
import { hasModifier, isKeyTaken } from '../../ui/key-target'
import { type KeyTarget, pressKey } from './keys'

/** Keys of the page that is shown. `onDone` gets the text to show for what was done. */
export function useKeys(active: boolean, player: KeyTarget & { onDone(text: string): void }): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (hasModifier(event) || isKeyTaken(event)) return
    const done = pressKey(event.key, player)
    if (done === null) return
    event.preventDefault()
    player.onDone(done)
  })
  useEffect(() => {
    if (!active) return
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [active])
}
