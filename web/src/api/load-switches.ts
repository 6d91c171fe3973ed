import { writeStored } from '../state/local-storage'
import { showBookKey, useStore } from '../state/store'
import { callApi } from './client'
import { invalidate } from './query'

/**
 * Loads the switches for app store reviews. The last known ones apply until then, on failure and at the next start, also
 * offline.
 */
export async function loadSwitches(): Promise<void> {
  try {
    const before = useStore.getState().showBook
    const gvss = await callApi('GET /v130/gvss', {})
    writeStored(showBookKey, gvss.showBook ? 'on' : 'off')
    useStore.setState({ gvss, showBook: gvss.showBook })
    // Cached lists still hold what is hidden now.
    if (gvss.showBook !== before) void invalidate()
  } catch {
    // The next start retries.
  }
}
