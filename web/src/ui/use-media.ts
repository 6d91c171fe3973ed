import { px } from '@dxx/contract/rules/constants'
import { useSyncExternalStore } from 'react'

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = window.matchMedia?.(query)
      media?.addEventListener('change', changed)
      return () => media?.removeEventListener('change', changed)
    },
    () => window.matchMedia?.(query).matches ?? false,
  )
}

/** Whether the window has the top bar instead of the phone's tab bar. */
export const useTopBar = () => useMedia(`(min-width: ${px.tabletFrom}px)`)

export const useDesktop = () => useMedia(`(min-width: ${px.desktopFrom}px)`)

export const useReducedMotion = () => useMedia('(prefers-reduced-motion: reduce)')

/** Returns the behaviour of programmatic scrolling: smooth, except with reduced motion. */
export function scrollBehavior(): ScrollBehavior {
  return window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
}
