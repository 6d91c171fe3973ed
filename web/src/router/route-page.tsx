import { memo, useEffect, useState } from 'react'
import type { Route } from '../routes'
import { PageLoading } from './frame/page-states'
import { loadedPage, loadPage } from './page-loader'

/**
 * A route's page once its code is here. Not React.lazy: React holds back what was suspended for 300 ms, however quickly
 * it came, and a failed lazy component stays failed. Remembered: pages hear of navigation through their context.
 */
export const RoutePage = memo(({ route }: { route: Route }) => {
  const [state, setState] = useState<{ error?: unknown }>({})
  const Page = loadedPage(route)
  useEffect(() => {
    if (Page) return
    let here = true
    loadPage(route).then(
      () => here && setState({}),
      (error: unknown) => here && setState({ error }),
    )
    return () => {
      here = false
    }
  }, [route, Page])
  if (!Page && state.error) throw state.error
  return Page ? <Page /> : <PageLoading />
})
