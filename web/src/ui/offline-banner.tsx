import { Suspense } from 'react'
import { useReach } from '../state/reachability'
import { lazyComponent } from './lazy-component'
import type { OfflineLineProps } from './offline-line'

/** Loaded in advance, after the first page, so that it is available offline. */
const OfflineLine = lazyComponent(async () => (await import('./offline-line')).OfflineLine)

/** Shows one line while the browser is offline or the server does not respond; otherwise nothing. */
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
