import { useEffect } from 'react'
import { useReach } from '../../../state/reachability'
import { useMe } from '../../frame/me'
import { outboxOf } from './use-outbox'

/** Sends scores in the background on every page of the console, so that a reload elsewhere does not leave them behind. */
export function GradingSender() {
  const user = useMe().person.id
  const reach = useReach()
  useEffect(() => {
    const outbox = outboxOf(user)
    outbox.start()
    // Scores that could not be stored on the device would be lost with the page.
    const warn = (event: BeforeUnloadEvent) => {
      if (outbox.current().unstored > 0) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => {
      removeEventListener('beforeunload', warn)
      outbox.stop()
    }
  }, [user])
  useEffect(() => {
    if (reach === 'ok') void outboxOf(user).flush()
  }, [user, reach])
  return null
}
