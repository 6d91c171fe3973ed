import { callApi } from '../../api/client'
import { serverNow } from '../../api/clock'
import { currentUrl } from '../../api/navigation'
import type { CallInput } from '../../api/use-call'
import { consent } from '../account/consent'

type Event = CallInput<'POST /v1/tracking_point/add'>['events'][number]

/** Events within this many milliseconds are sent together. */
const pause = 2000
const most = 50

let waiting: Event[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/** Current route without its query, which may contain personal data. */
const currentPath = () => currentUrl().replace(/^\//, '').split('?')[0] ?? ''

/** Records an event if the user has agreed; never blocks, and failures are dropped. */
export function track(name: Event['name'], value = '', page = currentPath()): void {
  if (consent() !== 'agreed') return
  waiting.push({ name, at: serverNow(), page: page.slice(0, 200), value: value.slice(0, 100) })
  waiting = waiting.slice(-most)
  timer ??= setTimeout(sendTracked, pause)
}

/** Sends the queued events now; also called when the window is hidden. */
export function sendTracked(): void {
  clearTimeout(timer)
  timer = undefined
  const events = waiting
  waiting = []
  if (events.length > 0) callApi('POST /v1/tracking_point/add', { events }).catch(() => {})
}
