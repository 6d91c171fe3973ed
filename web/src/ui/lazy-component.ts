import { type ComponentType, lazy } from 'react'

/** Component loaded when shown, and omitted if loading fails. */
export const lazyComponent = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await load().catch((): ComponentType<P> => () => null) }))
