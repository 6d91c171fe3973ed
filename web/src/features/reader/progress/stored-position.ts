import type { Locator } from '@dxx/contract/locator'
import { readStored, writeStored } from '../../../state/local-storage'
import { currentUserId, sessionScope } from '../../../state/owner'

/** Last reading position on this device, which the server may not have yet. */
export interface StoredPosition {
  chapterId: string
  locator: Locator
  /** Unix seconds. */
  at: number
}

const slotOf = (curriculumId: string) => `dxx-place:${currentUserId() ?? sessionScope()}:${curriculumId}`

export function storePosition(curriculumId: string, place: StoredPosition): void {
  writeStored(slotOf(curriculumId), JSON.stringify(place))
}

export function readStoredPosition(curriculumId: string): StoredPosition | null {
  try {
    const place = JSON.parse(readStored(slotOf(curriculumId)) ?? 'null')
    return typeof place?.chapterId === 'string' && typeof place.locator?.pid === 'string' ? place : null
  } catch {
    return null
  }
}
