import { writeStored } from '../state/local-storage'
import { showBookKey, useStore } from '../state/store'
import { callApi } from './client'
import { invalidate } from './query'

/**
 * Loads the switches for app store reviews and stores them. Until they are loaded, the stored switches of an earlier
 * start apply.
 */
export async function loadSwitches(): Promise<void> {
  try {
    const before = useStore.getState().showBook
    const gvss = await callApi('GET /v130/gvss', {})
    writeStored(showBookKey, gvss.showBook ? 'on' : 'off')
    useStore.setState({ gvss, showBook: gvss.showBook })
    // Refetches cached lists, which still contain items that are now hidden.
    if (gvss.showBook !== before) void invalidate()
  } catch {
    // Ignored: the next start loads them again.
  }
}
