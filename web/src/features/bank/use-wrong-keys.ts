import type { WrongItem } from '@dxx/contract/calls/bank'
import { useEffect, useEffectEvent, useState } from 'react'
import { usePage } from '../../router/page-context'
import { hasModifier, isKeyTaken } from '../../ui/key-target'
import { useMemory } from './use-memory'

export type WrongKey = 'next' | 'previous' | 'show' | 'knew' | 'forgot'

const keys: Partial<Record<string, WrongKey>> = {
  j: 'next',
  k: 'previous',
  ' ': 'show',
  1: 'knew',
  2: 'forgot',
}

/** The action of a key in 错题本; undefined if the key belongs to a field, a dialog or the browser. */
export function wrongKeyOf(event: KeyboardEvent): WrongKey | undefined {
  if (event.defaultPrevented || event.shiftKey || hasModifier(event) || isKeyTaken(event)) return undefined
  return keys[event.key.toLowerCase()]
}

/**
 * Handles the keyboard in 错题本. Returns the index of the current question, -1 until a key is pressed, and the questions
 * whose answers are shown.
 */
export function useWrongKeys(list: readonly WrongItem[]) {
  const { active } = usePage()
  const [at, setAt] = useState(-1)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const { judge } = useMemory()

  function open(id: string, on: boolean): void {
    setOpened((before) => new Set(on ? [...before, id] : [...before].filter((one) => one !== id)))
  }

  function move(to: number): void {
    const item = list[to]
    if (!item) return
    setAt(to)
    const card = document.querySelector<HTMLElement>(`[data-question="${item.id}"]`)
    card?.focus({ preventScroll: true })
    card?.scrollIntoView({ block: 'nearest' })
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const key = wrongKeyOf(event)
    if (!key || document.querySelector('dialog[open]')) return
    const item = list[at]
    if (key === 'next') move(at + 1)
    else if (key === 'previous') move(at - 1)
    // Without a current question, Space scrolls the page as usual.
    else if (!item) return
    else if (key === 'show') open(item.id, !opened.has(item.id))
    else if (opened.has(item.id)) judge(item.id, key === 'knew')
    event.preventDefault()
  })
  useEffect(() => {
    if (!active) return
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [active])

  return { at, opened, open }
}
