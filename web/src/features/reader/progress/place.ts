import type { Locator } from '@dxx/contract/locator'
import { readStored, writeStored } from '../../../state/local-storage'
import { sessionScope, userId } from '../../../state/owner'

/** Last reading position on this device, which the server may not have yet. */
export interface LeftPlace {
  chapterId: string
  locator: Locator
  /** Unix seconds. */
  at: number
}

const slotOf = (curriculumId: string) => `dxx-place:${userId() ?? sessionScope()}:${curriculumId}`

export function rememberPlace(curriculumId: string, place: LeftPlace): void {
  writeStored(slotOf(curriculumId), JSON.stringify(place))
}

export function leftPlace(curriculumId: string): LeftPlace | null {
  try {
    const place = JSON.parse(readStored(slotOf(curriculumId)) ?? 'null')
    return typeof place?.chapterId === 'string' && typeof place.locator?.pid === 'string' ? place : null
  } catch {
    return null
  }
}
