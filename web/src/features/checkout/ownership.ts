import { invalidate } from '../../api/query'

/** Invalidates all queries after an entitlement change: prices, locks and lists may have changed. */
export function refreshEntitlements(): Promise<void> {
  return invalidate()
}
