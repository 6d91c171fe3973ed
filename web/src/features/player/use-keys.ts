import { type RefObject, useEffect, useEffectEvent } from 'react'
import { hasModifier, isKeyTaken } from '../../ui/key-target'
import { type KeyTarget, pressKey } from './keys'

/** Keys that scroll the page, unless the player has the focus or fills the screen. */
const scrollKeys = /^( |ArrowUp|ArrowDown)$/

interface KeyOptions extends KeyTarget {
  box: RefObject<HTMLElement | null>
  fullScreen: boolean
  /** Called with the text that confirms the action. */
  onDone(text: string): void
}

/** Handles the player's keys while its page is shown. */
export function useKeys(active: boolean, player: KeyOptions): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (hasModifier(event) || isKeyTaken(event)) return
    const isFocused = player.fullScreen || player.box.current?.contains(event.target as Element)
    if (scrollKeys.test(event.key) && !isFocused) return
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
