import { startOutbox } from '../features/outbox/start-outbox'
import { startTracking } from '../features/tracking/start-tracking'
import { keepAppFiles } from '../platform/service-worker'
import { isAskedFor } from '../router/navigation'
// Needed when nothing can be loaded any more.
import '../api/probe'
import '../ui/offline-line'

/** Startup work deferred until the first page is idle. */
export function startDeferred(): void {
  // Preloaded, because it cannot be loaded without a network.
  void import('./modal-hosts').catch(() => {})
  startOutbox()
  startTracking()
  if (import.meta.env.PROD) keepAppFiles(isAskedFor)
}
