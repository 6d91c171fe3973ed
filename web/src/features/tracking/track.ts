import { callApi } from '../../api/client'
import { serverNow } from '../../api/clock'
import type { Input } from '../../api/use-call'
import { consent } from '../account/consent'

type Event = Input<'POST /v1/tracking_point/add'>['events'][number]

/** Events that happen close together travel together. */
const pause = 2000
const most = 50

let waiting: Event[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/** Notes what is done, for those who agreed to it; never in anybody's way, and lost without a word. */
export function track(name: Event['name'], value = '', page = ''): void {
  if (consent() !== 'agreed') return
  waiting.push({ name, at: serverNow(), page: page.slice(0, 200), value: value.slice(0, 100) })
  waiting = waiting.slice(-most)
  if (timer) return
  timer = setTimeout(() => {
    timer = undefined
    const events = waiting
    waiting = []
    callApi('POST /v1/tracking_point/add', { events }).catch(() => {})
  }, pause)
}
