import { useLayoutEffect, useRef } from 'react'

/** Moves the focus between the rows of the tree. */
export function useRowFocus() {
  const list = useRef<HTMLUListElement>(null)
  const next = useRef('')
  const focus = (slug: string) =>
    [...list.current!.querySelectorAll<HTMLElement>('[data-slug]')]
      .find(({ dataset }) => dataset.slug === slug)
      ?.focus()
  // Before the next key is handled, so that no key is lost.
  useLayoutEffect(() => {
    if (next.current === '') return
    focus(next.current)
    next.current = ''
  })
  return {
    list,
    focus,
    /** Moves the focus once the changed tree is shown: a moved row loses it, a removed one has none. */
    focusNext: (slug: string) => {
      next.current = slug
    },
  }
}
