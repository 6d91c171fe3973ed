import { type ComponentType, lazy } from 'react'

/** Creates a component that is loaded when it is first shown, and renders nothing if loading fails. */
export const lazyComponent = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await load().catch((): ComponentType<P> => () => null) }))
