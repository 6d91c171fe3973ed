import { useSyncExternalStore } from 'react'
import type { Playhead } from './playhead'

/** Reads a value from the playhead; the component renders again only if the value changes. */
export const usePlayhead = <T>(playhead: Playhead, read: (playhead: Playhead) => T): T =>
  useSyncExternalStore(playhead.subscribe, () => read(playhead))
