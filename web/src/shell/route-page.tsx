import { memo, useEffect, useState } from 'react'
import { PageLoading } from '../features/page-states/page-states'
import type { Route } from '../router/routes'
import { loadedPage, loadPage } from './page-loader'

/**
 * Renders a route's page once its code is loaded. Not by React.lazy, because React delays suspended content by 300 ms,
 * however fast it loads, and a failed lazy component stays failed. Memoised: the location comes from the context.
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
