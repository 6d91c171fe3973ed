import { useEffect } from 'react'
import { useReach } from '../../../state/reachability'
import { useSignedInStaff } from '../../frame/me'
import { outboxOf } from './use-outbox'

/** Mounted on every page of the console, so that pending scores are sent even if the grader opens another page. */
export function GradingSender() {
  const user = useSignedInStaff().person.id
  const reach = useReach()
  useEffect(() => {
    const outbox = outboxOf(user)
    outbox.start()
    // Closing the page would lose scores that could not be stored on the device, so the browser asks first.
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
