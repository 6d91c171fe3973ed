import { Suspense } from 'react'
import { useReach } from '../state/reachability'
import { lazyComponent } from './lazy-component'
import type { OfflineLineProps } from './offline-line'

/** Loaded after the first page, so that it is available when offline. */
const OfflineLine = lazyComponent(async () => (await import('./offline-line')).OfflineLine)

/** One line while offline or while the server does not respond; otherwise nothing. */
export function OfflineBanner({ shownFrom }: Pick<OfflineLineProps, 'shownFrom'>) {
  const reach = useReach()
  return (
    <div role="status" className="shrink-0">
      {reach !== 'ok' && (
        <Suspense>
          <OfflineLine down={reach === 'down'} shownFrom={shownFrom} />
        </Suspense>
      )}
    </div>
  )
}
