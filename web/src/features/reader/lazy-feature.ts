import { type ComponentType, lazy } from 'react'

/** Lazy component, loaded when a chapter first needs it. */
export function lazyFeature<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load() }))
}
