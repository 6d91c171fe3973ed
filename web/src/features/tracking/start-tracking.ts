import { currentPage } from '../../router/stack'
import { getView, subscribeView } from '../../router/view'
import { consent, onConsent } from '../account/consent'
import { sendTracked, track } from './track'

/** Tracks start, page views and installation, once the user has agreed. */
export function startTracking(): void {
  let opened = false
  let shownKey = ''
  const look = () => {
    if (consent() !== 'agreed') return
    if (!opened) track('open')
    opened = true
    const { key, path } = currentPage(getView().stack)
    if (key !== shownKey) track('page', '', path)
    shownKey = key
  }
  look()
  subscribeView(look)
  onConsent(look)
  addEventListener('appinstalled', () => track('install'))
  document.addEventListener('visibilitychange', () => document.hidden && sendTracked())
}
