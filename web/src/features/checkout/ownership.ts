import { invalidate } from '../../api/query'

/** Something was bought, given back or opened: prices, locks and lists anywhere may look different now. */
export function ownershipChanged(): Promise<void> {
  return invalidate()
}
