import { startOutbox } from './features/outbox/start-outbox'
import { keepAppFiles } from './platform/service-worker'
import { isAskedFor } from './router/navigation'

/** What may wait until the first page has come to rest. */
export function startLater(): void {
  startOutbox()
  if (import.meta.env.PROD) keepAppFiles(isAskedFor)
}
