import { type ComponentType, lazy } from 'react'

/** A part that is fetched when a text first needs it. */
export function lazyFeature<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load() }))
}
