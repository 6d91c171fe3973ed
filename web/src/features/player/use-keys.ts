import { type RefObject, useEffect, useEffectEvent } from 'react'
import { hasModifier, isKeyTaken } from '../../ui/key-target'
import { type KeyTarget, pressKey } from './keys'

/** Keys that scroll the page, unless the player has the focus or fills the screen. */
const scrollKeys = /^(ArrowUp|ArrowDown)$/

interface KeyOptions extends KeyTarget {
  box: RefObject<HTMLElement | null>
  fullScreen: boolean
  /** Called with the text that confirms the action. */
  onDone(text: string): void
}

/** Whether nothing on the page was focused by the user: after a load or a navigation. */
const isUnfocused = (target: Element) => target.matches('body, main, h1')

/**
 * Whether a key is meant for the player. Space controls the player unless a scrolling list or panel has the focus,
 * because users of every player expect that; Shift+Space and the vertical arrows scroll the page.
 */
export function isForPlayer({ key, shiftKey }: KeyboardEvent, target: Element, isFocused: boolean): boolean {
  if (isFocused) return true
  if (key === ' ') return !shiftKey && isUnfocused(target)
  return !scrollKeys.test(key)
}

/** Handles the player's keys while its page is shown. */
export function useKeys(active: boolean, player: KeyOptions): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (hasModifier(event) || isKeyTaken(event)) return
    const target = event.target as Element
    const isFocused = player.fullScreen || (player.box.current?.contains(target) ?? false)
    if (!isForPlayer(event, target, isFocused)) return
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
