import { useSyncExternalStore } from 'react'
import { callStaff } from '../../api/client'
import { useSignedInStaff } from '../../frame/me'
import { GradingOutbox, type OutboxView } from './grading-outbox'

let shared: { user: string; outbox: GradingOutbox } | undefined

/** Outbox of a user. All components of the page share one instance. */
export function outboxOf(user: string): GradingOutbox {
  if (shared?.user !== user) {
    shared?.outbox.stop()
    shared = { user, outbox: new GradingOutbox(user, callStaff) }
  }
  return shared.outbox
}

export function useOutbox(): { outbox: GradingOutbox; view: OutboxView } {
  const outbox = outboxOf(useSignedInStaff().person.id)
  return { outbox, view: useSyncExternalStore(outbox.subscribe, outbox.current) }
}
