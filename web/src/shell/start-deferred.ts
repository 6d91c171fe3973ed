import { startOutbox } from '../features/outbox/start-outbox'
import { startTracking } from '../features/tracking/start-tracking'
import { followKeyboard } from '../platform/keyboard'
import { registerServiceWorker } from '../platform/service-worker'
import { hasOverlayOrGuard } from '../router/navigation'
import { connectAsk } from '../state/ask'
import { loadPullGesture } from '../ui/paging/pull-refresh'
// Imported in advance, because both are needed when nothing can be loaded: without a network.
import '../api/probe'
import '../ui/offline-line'

/** Startup work deferred until the first page is idle. */
export function startDeferred(): void {
  // Preloaded, because modals must also open without a network.
  void import('./modal-hosts').catch(() => {})
  void loadPullGesture().catch(() => {})
  connectAsk(
    (subject) => void import('../features/ai/ask-host').then((part) => part.showAskSheet(subject)).catch(() => {}),
  )
  startOutbox()
  startTracking()
  followKeyboard()
  // Loaded at the first focus, because cutting and pasting need a focused field.
  const watchPaste = () => void import('../ui/report-cut-paste').then((part) => part.reportCutPaste()).catch(() => {})
  addEventListener('focusin', watchPaste, { once: true })
  if (import.meta.env.PROD) registerServiceWorker(hasOverlayOrGuard)
}
