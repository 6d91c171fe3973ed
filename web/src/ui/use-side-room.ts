import { px } from '@dxx/contract/rules/constants'
import { useDesktop, useMedia } from './use-media'

/** Whether a window has room for a second column. A phone held sideways is as wide as a tablet, but not tall enough. */
export function useSideRoom(): boolean {
  const tablet = useMedia(`(min-width: ${px.tabletFrom}px) and (min-height: 481px)`)
  return useDesktop() || tablet
}
