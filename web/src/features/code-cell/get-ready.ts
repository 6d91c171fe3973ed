import type { CodeLanguage } from '@dxx/contract/calls/runcode'
import { callApi } from '../../api/client'
import { getToken } from '../../state/token'
import { prepareLocally } from './local/run-locally'

const preloaded = new Set<CodeLanguage>()

/**
 * Preloads the server's compiler and the offline engines for the first run while the user is editing. Failures are
 * ignored here: they occur again and are reported when the program runs.
 */
export function preloadEngines(language: CodeLanguage): void {
  if (preloaded.has(language) || !navigator.onLine) return
  preloaded.add(language)
  if ((language === 'c' || language === 'cpp') && getToken())
    callApi('POST /v1/runcode_prepare', { language }).catch(() => preloaded.delete(language))
  // Preloads both engines: a user who goes offline with one language open may need the other.
  whenIdle(() => Promise.all([prepareLocally('javascript'), prepareLocally('sql')]))
}

function whenIdle(work: () => Promise<unknown>): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData) return
  const start = () => void work().catch(() => {})
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 5000 })
  else setTimeout(start, 2000)
}
